import fc from 'fast-check';
import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  hashTypedData as hashWithViem,
  parseAbi,
  parseAbiParameters,
  serializeTransaction,
  type TypedDataDefinition,
  toHex,
} from 'viem';
import { entryPoint07Address, getUserOperationHash, type UserOperation } from 'viem/account-abstraction';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { EvmOperation, EvmTransaction, Hex } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { encodeTransaction } from '../../../../../sandbox/secure-site/approval/encode-transaction.js';
import { replaySafeMessageHash, replaySafeTypedDataHash } from '../../../../../sandbox/secure-site/approval/replay-safe-hash.js';
import { hashTypedData, parseTypedData } from '../../../../../sandbox/secure-site/approval/typed-data.js';
import {
  deploymentOf,
  executeData,
  formatOperation,
  operationHash,
  readExecuteData,
} from '../../../../../sandbox/secure-site/smart-account/user-operation.js';

// Compared with viem, whose encoders the documents that sign do not load.

const KEY = `0x${'11'.repeat(32)}` as const;

const hexOf = (bounds: fc.IntArrayConstraints) => fc.uint8Array(bounds).map((bytes): Hex => toHex(bytes));
const upTo = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });

const transactions: fc.Arbitrary<EvmTransaction> = fc.record({
  to: fc.option(hexOf({ minLength: 20, maxLength: 20 })),
  value: upTo(256),
  data: hexOf({ maxLength: 300 }),
  nonce: fc.nat(),
  gas: upTo(64),
  maxFeePerGas: upTo(96),
  maxPriorityFeePerGas: upTo(96),
});

describe('the bytes of a transaction', () => {
  const viemOf = (chainId: number, { maxFeePerGas, maxPriorityFeePerGas, ...rest }: EvmTransaction) =>
    ({
      type: 'eip1559',
      chainId,
      ...rest,
      // viem refuses a tip above the fee.
      maxFeePerGas: maxFeePerGas > maxPriorityFeePerGas ? maxFeePerGas : maxPriorityFeePerGas,
      maxPriorityFeePerGas,
    }) as const;

  it('are what viem serializes, without and with a signature', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, fc.integer({ min: 1, max: 2 ** 31 }), async (transaction, chainId) => {
        const viem = viemOf(chainId, transaction);
        const own = { ...transaction, maxFeePerGas: viem.maxFeePerGas };
        expect(toHex(encodeTransaction(`eip155:${chainId}`, own))).toBe(serializeTransaction(viem));
        const { r, s, yParity = 0 } = await sign({ hash: `0x${'ab'.repeat(32)}`, privateKey: KEY });
        const signature = Buffer.from(`${r.slice(2)}${s.slice(2)}0${yParity}`, 'hex');
        expect(toHex(encodeTransaction(`eip155:${chainId}`, own, signature))).toBe(serializeTransaction(viem, { r, s, yParity }));
      }),
    );
  });

  it('have no zeros before r and s', () => {
    const transaction: EvmTransaction = {
      to: null,
      value: 0n,
      data: '0x60',
      nonce: 0,
      gas: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 0n,
    };
    const signature = Buffer.from(`${'00'.repeat(2)}${'11'.repeat(30)}${'00'.repeat(31)}7f01`, 'hex');
    const [r, s] = [`0x${'00'.repeat(2)}${'11'.repeat(30)}`, `0x${'00'.repeat(31)}7f`] as const;
    expect(toHex(encodeTransaction('eip155:1', transaction, signature))).toBe(
      serializeTransaction(viemOf(1, transaction), { r, s, yParity: 1 }),
    );
  });
});

/** A value of a type of EIP-712, as JSON has it. */
const atoms: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
  ['string', fc.string({ unit: 'grapheme' })],
  ['bool', fc.boolean()],
  ['bytes', hexOf({ maxLength: 80 })],
  ['address', hexOf({ minLength: 20, maxLength: 20 })],
  ['bytes32', hexOf({ minLength: 32, maxLength: 32 })],
  ['bytes4', hexOf({ minLength: 4, maxLength: 4 })],
  ['uint256', upTo(256).map(String)],
  ['uint8', fc.nat(255)],
  ['int128', fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }).map(String)],
];

type Typed = readonly [string, fc.Arbitrary<unknown>];

const listsOf = ([type, values]: Typed): readonly Typed[] => [
  [`${type}[]`, fc.array(values, { maxLength: 3 })],
  [`${type}[2]`, fc.tuple(values, values)],
  [`${type}[][2]`, fc.tuple(fc.array(values, { maxLength: 2 }), fc.array(values, { maxLength: 2 }))],
];

const structOf = (members: readonly Typed[]) => ({
  type: members.map(([type], index) => ({ name: `m${index}`, type })),
  values: fc.record(Object.fromEntries(members.map(([, values], index) => [`m${index}`, values]))),
});

const members = (extra: readonly Typed[]) =>
  fc.array(fc.constantFrom(...[...atoms, ...extra].flatMap((each) => [each, ...listsOf(each)])), { minLength: 1, maxLength: 5 });

/** Typed data with a struct in a struct, and lists of both. */
const typedData = members([]).chain((inner) => {
  const Inner = structOf(inner);
  return members([['Inner', Inner.values]]).chain((outer) => {
    const Outer = structOf(outer);
    return fc.record({
      domain: fc.record(
        {
          name: fc.string(),
          version: fc.string({ minLength: 1 }),
          chainId: fc.nat(),
          verifyingContract: hexOf({ minLength: 20, maxLength: 20 }),
          salt: hexOf({ minLength: 32, maxLength: 32 }),
        },
        { requiredKeys: [] },
      ),
      types: fc.constant({ Inner: Inner.type, Outer: Outer.type }),
      primaryType: fc.constant('Outer'),
      message: Outer.values,
    });
  });
});

const signer = { chainId: 'eip155:10', address: privateKeyToAccount(KEY).address };
const account = { name: 'Latchkey Smart Account', version: '1', chainId: 10n, verifyingContract: signer.address };

describe('the hash of typed data', () => {
  it('is that of viem, and wrapped for a smart account, too', () => {
    fc.assert(
      fc.property(typedData, (data) => {
        // The types are only known here.
        const definition = data as TypedDataDefinition;
        const json = JSON.stringify(data);
        expect(toHex(hashTypedData(parseTypedData(json)))).toBe(hashWithViem(definition));
        const wrapped = hashWithViem({
          domain: data.domain,
          types: {
            ...data.types,
            TypedDataSign: [
              { name: 'contents', type: 'Outer' },
              { name: 'name', type: 'string' },
              { name: 'version', type: 'string' },
              { name: 'chainId', type: 'uint256' },
              { name: 'verifyingContract', type: 'address' },
              { name: 'salt', type: 'bytes32' },
            ],
          },
          primaryType: 'TypedDataSign',
          message: { contents: data.message, ...account, salt: `0x${'00'.repeat(32)}` },
        } as TypedDataDefinition);
        expect(toHex(replaySafeTypedDataHash(json, signer))).toBe(wrapped);
      }),
    );
  });

  it('is that of the standard’s example', () => {
    const Person = [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ];
    const json = JSON.stringify({
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Person,
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
      message: {
        from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
        to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
        contents: 'Hello, Bob!',
      },
    });
    // https://eips.ethereum.org/EIPS/eip-712 (example)
    expect(toHex(hashTypedData(parseTypedData(json)))).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');
  });

  it('does not exist for values that are not of their type', () => {
    const hash = (type: string, value: unknown) => () =>
      hashTypedData({ domain: {}, types: { A: [{ name: 'x', type }] }, primaryType: 'A', message: { x: value } });
    for (const [type, value] of [
      ['uint8', 256],
      ['uint8', -1],
      ['int8', 128],
      ['uint7', 1],
      ['uint264', 1],
      ['uint256', 1.5],
      ['uint256', ''],
      ['uint256', true],
      ['bool', 'true'],
      ['string', 1],
      ['address', '0x00'],
      ['bytes4', '0x0000'],
      ['bytes33', `0x${'00'.repeat(33)}`],
      ['bytes', '0x0'],
      ['uint8[2]', [1]],
      ['uint8[]', 'x'],
      ['A', null],
      ['B', {}],
      ['uint8', undefined],
      ['__proto__', {}],
    ] as const)
      expect(hash(type, value), `${type} ${String(value)}`).toThrow();
    for (const json of ['[]', '{}', '{"types":{"A":[{"name":1}]},"primaryType":"A"}', '{"types":{"A":{}},"primaryType":"A"}'])
      expect(() => parseTypedData(json)).toThrow('malformed');
  });
});

describe('the hash of a message of a smart account', () => {
  it('is that of viem', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (message) => {
        const prefixed = toHex(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]));
        const expected = hashWithViem({
          domain: account,
          types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
          primaryType: 'PersonalSign',
          message: { prefixed },
        });
        expect(toHex(replaySafeMessageHash(message, signer))).toBe(expected);
      }),
    );
  });
});

const address = hexOf({ minLength: 20, maxLength: 20 }).map((hex) => getAddress(hex));
const data = hexOf({ maxLength: 100 });
const operations: fc.Arbitrary<EvmOperation> = fc.record({
  nonce: upTo(256),
  calls: fc.array(fc.record({ to: address, value: upTo(256), data }), { minLength: 1, maxLength: 4 }),
  deployment: fc.option(fc.record({ factory: address, data })),
  callGas: upTo(128),
  verificationGas: upTo(128),
  preVerificationGas: upTo(256),
  maxFeePerGas: upTo(128),
  maxPriorityFeePerGas: upTo(128),
  paymaster: fc.option(fc.record({ address, data, verificationGas: upTo(128), postOpGas: upTo(128) })),
});

describe('a user operation', () => {
  const ABI = parseAbi(['function execute(bytes32 mode, bytes executionData)', 'function create(address owner, bytes32 salt)']);
  const executeWithViem = (calls: EvmOperation['calls']): Hex =>
    encodeFunctionData({
      abi: ABI,
      functionName: 'execute',
      args: [
        `0x01${'00'.repeat(31)}`,
        encodeAbiParameters(parseAbiParameters(['Call[] calls', 'struct Call { address to; uint256 value; bytes data; }']), [calls]),
      ],
    });

  it('has the hash that viem has of what the bundler gets, and the calls that viem encodes', () => {
    fc.assert(
      fc.property(address, operations, (sender, operation) => {
        expect(readExecuteData(executeData(operation.calls))).toEqual(operation.calls);
        const { calls, deployment, callGas, verificationGas, paymaster, ...rest } = operation;
        const userOperation: UserOperation<'0.7'> = {
          ...rest,
          sender,
          ...(deployment === null ? {} : { factory: deployment.factory, factoryData: deployment.data }),
          callData: executeWithViem(calls),
          callGasLimit: callGas,
          verificationGasLimit: verificationGas,
          ...(paymaster === null
            ? {}
            : {
                paymaster: paymaster.address,
                paymasterData: paymaster.data,
                paymasterVerificationGasLimit: paymaster.verificationGas,
                paymasterPostOpGasLimit: paymaster.postOpGas,
              }),
          signature: '0x',
        };
        const texts = Object.entries(userOperation).map(([name, value]) => [name, typeof value === 'bigint' ? toHex(value) : value]);
        expect(formatOperation(sender, operation, '0x')).toEqual(Object.fromEntries(texts));
        const options = { chainId: 10, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7', userOperation } as const;
        expect(operationHash('eip155:10', sender, operation)).toBe(getUserOperationHash(options));
      }),
    );
  });

  it('deploys the account of its owner', () => {
    const { address: owner } = privateKeyToAccount(KEY);
    const salt = `0x${'00'.repeat(32)}` as const;
    expect(deploymentOf(owner, owner)).toEqual({
      factory: owner,
      data: encodeFunctionData({ abi: ABI, functionName: 'create', args: [owner, salt] }),
    });
  });
});
