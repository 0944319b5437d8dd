import { base58 } from '@scure/base';
import fc from 'fast-check';
import {
  encodeFunctionData,
  type Hex,
  hashMessage,
  hexToBytes,
  keccak256,
  parseAbi,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { effectsOf, evmDigestOf, type Payload } from '../../../../../sandbox/secure-site/keys/effects.js';
import { fill } from './support.js';

const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FEE = { gas: 21_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n };
const ABI = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function multicall(bytes[])',
]);
const permit2 = parseAbi(['function approve(address,address,uint160,uint48)']);
const daiPermit = parseAbi(['function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)']);
const WORD = `0x${'11'.repeat(32)}` as const;

const evm = (changes: Partial<TransactionSerializable>): Payload => ({
  kind: 'evm-transaction',
  // The fields fit the type.
  bytes: new Uint8Array(
    hexToBytes(
      serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 7, to: TOKEN, value: 0n, ...FEE, ...changes } as TransactionSerializable),
    ),
  ),
});
const COIN = { kind: 'spend', asset: 'eip155:1/native', amount: 210_000n };
const CALL = { kind: 'call', contract: `eip155:1:${TOKEN.toLowerCase()}` };
const ALLOWANCE = { kind: 'allowance' };
const UNKNOWN = { kind: 'unknown' };
const LEGACY = serializeTransaction({ type: 'legacy', chainId: 1, nonce: 7, to: BOB, value: 1n, gas: 21_000n, gasPrice: 10n });
const transfer = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 5n] });
const approve = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [BOB, 0n] });

const SYSTEM = '1'.repeat(32);
const TOKENS = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const BUDGET = 'ComputeBudget111111111111111111111111111111';
const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MINT = base58.encode(fill(3));

interface Instruction {
  readonly program: string;
  readonly accounts?: readonly number[];
  readonly data: readonly number[];
}

/** The message of a transaction of one signer; accounts are indexes: own, recipient, mint, then programs. */
const solana = (instructions: readonly Instruction[], tables: readonly number[] | null = null): Payload => {
  const programs = [...new Set(instructions.map(({ program }) => program))];
  const keys = [fill(1), fill(2), fill(3), ...programs.map((program) => base58.decode(program))];
  return {
    kind: 'solana',
    bytes: Uint8Array.of(
      ...(tables === null ? [] : [0x80]),
      1,
      0,
      1,
      keys.length,
      ...keys.flatMap((key) => [...key]),
      ...fill(9),
      instructions.length,
      ...instructions.flatMap(({ program, accounts = [], data }) => [
        3 + programs.indexOf(program),
        accounts.length,
        ...accounts,
        data.length,
        ...data,
      ]),
      ...(tables ?? []),
    ),
  };
};
const u64 = (value: bigint): number[] => [...new Uint8Array(new BigUint64Array([value]).buffer)];
const LAMPORTS = (amount: bigint) => ({ kind: 'spend', asset: 'solana/native', amount });
const PROGRAM = { kind: 'call', contract: `solana:${TOKENS}` };

describe('effects of eip155', () => {
  it.each<readonly [string, Payload, readonly unknown[]]>([
    ['a transfer of the coin, with the fee at most', evm({ to: BOB, value: 3n }), [{ ...COIN, amount: 210_003n }]],
    [
      'a transfer of a token',
      evm({ data: transfer }),
      [COIN, { kind: 'spend', asset: `eip155:1/erc20:${TOKEN.toLowerCase()}`, amount: 5n }],
    ],
    [
      'a transfer of 0, which may be the number of a token',
      evm({ data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 0n] }) }),
      [COIN, CALL],
    ],
    ['a transfer with more bytes than its parameters', evm({ data: `${transfer}00` }), [COIN, CALL]],
    ['a transfer to a word that is no address', evm({ data: `${transfer.slice(0, 10)}01${transfer.slice(12)}` as Hex }), [COIN, CALL]],
    ['transferFrom', evm({ data: encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: [BOB, BOB, 1n] }) }), [COIN, CALL]],
    ['approve, also of 0, which may be the id of a token', evm({ data: approve }), [COIN, ALLOWANCE]],
    [
      'increaseAllowance',
      evm({ data: encodeFunctionData({ abi: ABI, functionName: 'increaseAllowance', args: [BOB, 1n] }) }),
      [COIN, ALLOWANCE],
    ],
    [
      'setApprovalForAll',
      evm({ data: encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [BOB, true] }) }),
      [COIN, ALLOWANCE],
    ],
    [
      'permit',
      evm({ data: encodeFunctionData({ abi: ABI, functionName: 'permit', args: [BOB, BOB, 1n, 1n, 27, WORD, WORD] }) }),
      [COIN, ALLOWANCE],
    ],
    [
      'permit of DAI',
      evm({ data: encodeFunctionData({ abi: daiPermit, functionName: 'permit', args: [BOB, BOB, 1n, 1n, true, 27, WORD, WORD] }) }),
      [COIN, ALLOWANCE],
    ],
    [
      'approve of Permit2',
      evm({ data: encodeFunctionData({ abi: permit2, functionName: 'approve', args: [TOKEN, BOB, 1n, 1] }) }),
      [COIN, ALLOWANCE],
    ],
    [
      'a call with a transfer inside',
      evm({ data: encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [[transfer, approve]] }) }),
      [COIN, CALL],
    ],
    ['data that is no call', evm({ data: '0x01' }), [COIN, CALL]],
    ['a new contract', evm({ to: null, data: '0x6000' }), [COIN, { kind: 'call', contract: null }]],
    ['another network', evm({ chainId: 137, to: BOB }), [{ ...COIN, asset: 'eip155:137/native' }]],
    ['a transaction of before EIP-1559', { kind: 'evm-transaction', bytes: new Uint8Array(hexToBytes(LEGACY)) }, [UNKNOWN]],
    ['EIP-7702', { kind: 'evm-transaction', bytes: Uint8Array.of(4, 0xc0) }, [{ kind: 'delegation' }]],
    ['bytes that are no transaction', { kind: 'evm-transaction', bytes: fill(2) }, [UNKNOWN]],
    ['typed data, of which the worker gets the digest only', { kind: 'evm-digest', bytes: fill(2) }, [UNKNOWN]],
  ])('%s', (_, payload, effects) => {
    expect(effectsOf(payload)).toEqual(effects);
  });

  it('has the digest that viem has', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 300 }), (bytes) => {
        const raw: Hex = `0x${Buffer.from(bytes).toString('hex')}`;
        const copy = new Uint8Array(bytes);
        expect(evmDigestOf({ kind: 'evm-message', bytes: copy })).toEqual(Uint8Array.from(hexToBytes(hashMessage({ raw }))));
        expect(evmDigestOf({ kind: 'evm-transaction', bytes: copy })).toEqual(Uint8Array.from(hexToBytes(keccak256(raw))));
      }),
    );
  });

  it('finds nothing harmless in a transaction with bytes changed, or cut', () => {
    const { bytes } = evm({ to: BOB, value: 3n });
    for (let end = 0; end < bytes.length; end += 1)
      expect(effectsOf({ kind: 'evm-transaction', bytes: bytes.slice(0, end) })).toEqual([UNKNOWN]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (random) => {
        expect(effectsOf({ kind: 'evm-transaction', bytes: Uint8Array.of(2, ...random) })).not.toEqual([]);
      }),
    );
  });
});

describe('effects of Solana', () => {
  it.each<readonly [string, Payload, readonly unknown[]]>([
    [
      'a transfer of SOL',
      solana([{ program: SYSTEM, accounts: [0, 1], data: [2, 0, 0, 0, ...u64(7n)] }]),
      [LAMPORTS(5_000n), LAMPORTS(7n)],
    ],
    ['a priority fee, for all units that there can be', solana([{ program: BUDGET, data: [3, ...u64(1_000n)] }]), [LAMPORTS(6_400n)]],
    [
      'another instruction of the system',
      solana([{ program: SYSTEM, accounts: [0], data: [8, 0, 0, 0] }]),
      [LAMPORTS(5_000n), { kind: 'call', contract: `solana:${SYSTEM}` }],
    ],
    [
      'a transfer of a token that names its mint',
      solana([{ program: TOKENS, accounts: [0, 2, 1, 0], data: [12, ...u64(9n), 6] }]),
      [LAMPORTS(5_000n), { kind: 'spend', asset: `solana/token:${MINT}`, amount: 9n }],
    ],
    ['a transfer that does not', solana([{ program: TOKENS, accounts: [0, 1, 0], data: [3, ...u64(9n)] }]), [LAMPORTS(5_000n), PROGRAM]],
    ['a delegate', solana([{ program: TOKENS, accounts: [0, 1, 0], data: [4, ...u64(9n)] }]), [LAMPORTS(5_000n), ALLOWANCE]],
    ['another owner', solana([{ program: TOKENS, accounts: [0, 0], data: [6, 2, 0] }]), [LAMPORTS(5_000n), { kind: 'delegation' }]],
    ['a token account', solana([{ program: ATA, accounts: [0], data: [1] }]), [LAMPORTS(5_000n), LAMPORTS(3_000_000n)]],
    ['an unknown program', solana([{ program: MINT, data: [] }]), [LAMPORTS(5_000n), { kind: 'call', contract: `solana:${MINT}` }]],
    ['an empty lookup table', solana([], [0]), [LAMPORTS(5_000n)]],
    ['a text', { kind: 'solana', bytes: new TextEncoder().encode('Hello') }, []],
    ['bytes that are neither', { kind: 'solana', bytes: Uint8Array.of(0xff, 0xfe) }, [UNKNOWN]],
  ])('%s', (_, payload, effects) => {
    expect(effectsOf(payload)).toEqual(effects);
  });

  it('a program of a lookup table', () => {
    const payload = solana([{ program: SYSTEM, data: [] }], [1, ...fill(5), 1, 0, 0]);
    const bytes = payload.bytes.slice();
    // Index of the program: the last of the static accounts, and one more.
    const at = bytes.length - 1 - 35 - 3;
    bytes[at] = 4;
    expect(effectsOf({ kind: 'solana', bytes })).toEqual([LAMPORTS(5_000n), { kind: 'call', contract: null }]);
  });
});

describe('effects of a message', () => {
  const text = (value: string): Payload => ({ kind: 'evm-message', bytes: new TextEncoder().encode(value) });

  it('are none for a text, and unknown for bytes and for hashes, which contracts of accounts take for orders', () => {
    expect(effectsOf(text('app.example wants you to sign in with your account'))).toEqual([]);
    for (const hash of [text(WORD), text(` ${WORD.slice(2)}\n`), { kind: 'evm-message', bytes: fill(0x41) } as const])
      expect(effectsOf(hash)).toEqual([UNKNOWN]);
    expect(effectsOf({ kind: 'evm-message', bytes: Uint8Array.of(0xc3, 0x28) })).toEqual([UNKNOWN]);
  });
});
