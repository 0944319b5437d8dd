import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, parseAbi, parseAbiParameters, zeroAddress } from 'viem';
import { expect, it } from 'vitest';
import { simulate } from '../../../../../sandbox/secure-site/approval/simulate.js';

const ALICE: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONTRACT = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const ABI = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
]);

/** The changes of a transaction with these logs. The contract has neither symbol nor decimals. */
const changesOf = async (
  topics: readonly unknown[],
  data: Hex,
  ...others: readonly { readonly topics: readonly unknown[]; readonly data: Hex }[]
) => {
  const call = async (method: string): Promise<unknown> => {
    if (method !== 'eth_simulateV1') throw new Error('Reverted');
    return [{ calls: [{ status: '0x1', logs: [{ topics, data }, ...others].map((log) => ({ address: CONTRACT, ...log })) }] }];
  };
  const transaction = { to: BOB, value: 0n, data: '0x', nonce: 0, gas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } as const;
  const result = await simulate(
    { kind: 'evm-transaction', chainId: 'eip155:1', address: ALICE, transaction },
    { symbol: 'ETH', decimals: 18 },
    call,
  );
  return result?.status === 'done' ? result.changes.map(({ amount }) => amount) : result;
};

it('shows NFTs of which there are several', async () => {
  const single = encodeEventTopics({ abi: ABI, eventName: 'TransferSingle', args: { operator: ALICE, from: ALICE, to: BOB } });
  expect(await changesOf(single, encodeAbiParameters(parseAbiParameters('uint256, uint256'), [7n, 5n]))).toEqual(['−5 × NFT 7']);
  const batch = encodeEventTopics({ abi: ABI, eventName: 'TransferBatch', args: { operator: BOB, from: BOB, to: ALICE } });
  const arrays = encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [
    [1n, 2n],
    [1n, 3n],
  ]);
  expect(await changesOf(batch, arrays)).toEqual(['+NFT 1', '+3 × NFT 2']);
});

it('shows wrapped coins that are made and unmade', async () => {
  const amount = encodeAbiParameters(parseAbiParameters('uint256'), [9n]);
  const deposit = encodeEventTopics({ abi: ABI, eventName: 'Deposit', args: { dst: ALICE } });
  const withdrawal = encodeEventTopics({ abi: ABI, eventName: 'Withdrawal', args: { src: ALICE } });
  expect([await changesOf(deposit, amount), await changesOf(withdrawal, amount)]).toEqual([['+9 base units'], ['−9 base units']]);
  // A coin that logs a transfer as well.
  const minted = encodeEventTopics({ abi: ABI, eventName: 'Transfer', args: { from: zeroAddress, to: ALICE } });
  expect(await changesOf(deposit, amount, { topics: minted, data: amount })).toEqual(['+9 base units']);
});

it('shows nothing of others', async () => {
  const single = encodeEventTopics({ abi: ABI, eventName: 'TransferSingle', args: { operator: ALICE, from: BOB, to: CONTRACT } });
  expect(await changesOf(single, encodeAbiParameters(parseAbiParameters('uint256, uint256'), [7n, 5n]))).toEqual([]);
});
