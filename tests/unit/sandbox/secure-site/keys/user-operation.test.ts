import fc from 'fast-check';
import { encodeFunctionData, erc20Abi, type Hex, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EvmOperation } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { effectsOf, evmDigestOf, type Payload } from '../../../../../sandbox/secure-site/keys/effects.js';
import { operationHash, signableOperation } from '../../../../../sandbox/secure-site/smart-account/user-operation.js';

const ACCOUNT: Hex = '0xE9Ea9724C7F70e4c7Bae61a83F7722D3E95d45d8';
const BOB: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN: Hex = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const CHAIN = 'eip155:137';

const base: EvmOperation = {
  nonce: 2n ** 70n,
  calls: [{ to: BOB, value: 7n, data: '0x' }],
  deployment: { factory: TOKEN, data: '0x1234' },
  callGas: 1_000n,
  verificationGas: 200n,
  preVerificationGas: 30n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
  paymaster: null,
};
const payloadOf = (changes: Partial<EvmOperation> = {}): Payload => ({
  kind: 'evm-operation',
  bytes: signableOperation(CHAIN, ACCOUNT, { ...base, ...changes }),
});
const spend = (amount: bigint, asset = `${CHAIN}/native`) => ({ kind: 'spend', asset, amount });
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BOB, 5n] });
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BOB, 5n] });
const paymaster = { address: TOKEN, data: '0xab', verificationGas: 1n, postOpGas: 2n } as const;
const ZERO: Hex = `0x${'0'.repeat(40)}`;
const UNKNOWN = [{ kind: 'unknown' }];

describe('a user operation in the worker', () => {
  it('has the hash that the entry point computes, whatever is in it', () => {
    const amount = fc.bigInt({ min: 0n, max: 2n ** 64n });
    const calls = fc.array(
      fc.record({
        to: fc.constantFrom(BOB, TOKEN),
        value: amount,
        data: fc.uint8Array({ maxLength: 70 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const operation = fc.record({
      nonce: amount,
      calls,
      deployment: fc.constantFrom(null, base.deployment),
      callGas: amount,
      verificationGas: amount,
      preVerificationGas: amount,
      maxFeePerGas: amount,
      maxPriorityFeePerGas: amount,
      paymaster: fc.constantFrom(null, paymaster, { ...paymaster, address: ZERO }),
    });
    fc.assert(
      fc.property(operation, (each) => {
        const payload = payloadOf(each);
        expect(`0x${Buffer.from(evmDigestOf(payload)).toString('hex')}`).toBe(operationHash(CHAIN, ACCOUNT, each));
        const spent = effectsOf(payload).filter((effect) => effect.kind === 'spend' && effect.asset === `${CHAIN}/native`);
        expect(spent.slice(1).map((effect) => (effect.kind === 'spend' ? effect.amount : null))).toEqual(
          each.calls.map(({ value }) => value),
        );
      }),
    );
  });

  it('spends the fee, unless a paymaster pays it, and what its calls spend', () => {
    expect(effectsOf(payloadOf())).toEqual([spend(12_300n), spend(7n)]);
    expect(effectsOf(payloadOf({ paymaster }))).toEqual([spend(0n), spend(7n)]);
    const calls = [
      { to: TOKEN, value: 0n, data: transfer },
      { to: TOKEN, value: 1n, data: approve },
      { to: BOB, value: 0n, data: '0x12345678' },
    ] as const;
    expect(effectsOf(payloadOf({ calls, paymaster }))).toEqual([
      spend(0n),
      spend(0n),
      spend(5n, `${CHAIN}/erc20:${TOKEN.toLowerCase()}`),
      spend(1n),
      { kind: 'allowance' },
      spend(0n),
      { kind: 'call', contract: `${CHAIN}:${BOB.toLowerCase()}` },
    ]);
  });

  it('spends the fee with the gas for a paymaster whose address is 0, which the entry point takes for none', () => {
    const zero = { ...paymaster, address: ZERO };
    expect(effectsOf(payloadOf({ paymaster: zero }))).toEqual([spend(12_330n), spend(7n)]);
    expect(effectsOf(payloadOf({ paymaster: { ...zero, data: '0x' } }))).toEqual([spend(12_330n), spend(7n)]);
  });

  it('does what is not known in a call of the account to itself, which the address 0 stands for as well', () => {
    for (const to of [ZERO, ACCOUNT]) {
      for (const data of [transfer, approve, '0x12345678'] as const)
        expect(effectsOf(payloadOf({ calls: [{ to, value: 0n, data }], paymaster }))).toEqual([spend(0n), spend(0n), ...UNKNOWN]);
      expect(effectsOf(payloadOf({ calls: [{ to, value: 7n, data: '0x' }], paymaster }))).toEqual([spend(0n), spend(7n)]);
    }
  });

  it('does what is not known, if the data of its paymaster is shorter than an address and two limits of gas', () => {
    const { bytes } = payloadOf({ paymaster: { ...paymaster, data: '0x' } });
    const at = 8 * 32;
    for (let length = 1; length < 52; length += 1) {
      const short = Uint8Array.of(
        ...bytes.subarray(0, at + 31),
        length,
        ...bytes.subarray(at + 32, at + 32 + length),
        ...bytes.subarray(at + 84),
      );
      expect(effectsOf({ kind: 'evm-operation', bytes: short })).toEqual(UNKNOWN);
    }
  });

  it('does what is not known, if its data is cut, changed, or no batch', () => {
    const { bytes } = payloadOf();
    for (let length = 0; length < bytes.length; length += 1)
      expect(effectsOf({ kind: 'evm-operation', bytes: bytes.slice(0, length) })).toEqual(UNKNOWN);
    const changed = bytes.slice();
    changed[changed.length - 40] = (changed[changed.length - 40] ?? 0) + 1;
    expect(effectsOf({ kind: 'evm-operation', bytes: changed })).toEqual(UNKNOWN);
    expect(toFunctionSelector('execute(bytes32,bytes)')).toBe('0xe9ae5c53');
  });
});
