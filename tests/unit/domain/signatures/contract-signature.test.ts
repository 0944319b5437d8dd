import fc from 'fast-check';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { type EthCall, isSignedByContract } from '../../../../domain/signatures/contract-signature.js';

const ADDRESS = `0x${'12'.repeat(20)}`;
const abi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;

it('encodes the call as viem does, for any signature length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex),
      fc.uint8Array({ maxLength: 200 }).map(hex),
      async (hash, s) => {
        const calls: EthCall[] = [];
        const isSigned = await isSignedByContract(
          { address: ADDRESS, hash, signature: s.toUpperCase().replace('0X', '0x') },
          async (call) => {
            calls.push(call);
            return `0x1626ba7e${'0'.repeat(56)}`;
          },
        );
        expect([isSigned, calls]).toEqual([true, [{ to: ADDRESS, data: encodeFunctionData({ abi, args: [hash, s] }) }]]);
      },
    ),
    { numRuns: 50 },
  );
});

it('calls nothing for a hash or a signature that is not hex', async () => {
  const ethCall = async (): Promise<string> => Promise.reject(new Error('called'));
  const hash = `0x${'ab'.repeat(32)}` as const;
  for (const signature of ['0xabc', 'abcd', '', '0xzz'])
    expect(await isSignedByContract({ address: ADDRESS, hash, signature }, ethCall)).toBe(false);
  expect(await isSignedByContract({ address: ADDRESS, hash: '0xab', signature: '0x' }, ethCall)).toBe(false);
});
