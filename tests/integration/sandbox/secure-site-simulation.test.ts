import { type ChainContracts, CONTRACTS, deployContracts, type RunningChain, startChain } from '@latchkey/sandbox';
import { type Address, createTestClient, encodeFunctionData, type Hex, http, parseEther, publicActions, walletActions } from 'viem';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../../sandbox/secure-site/approval/approval-request.js';
import { simulate } from '../../../sandbox/secure-site/approval/simulate.js';

// The first two accounts of the development mnemonic.
const ALICE: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const { abi } = CONTRACTS.SandboxToken;
const ETH = { symbol: 'ETH', decimals: 18 };

let chain: RunningChain;
let contracts: ChainContracts;
beforeAll(async () => {
  chain = await startChain({ chainId: 1 });
  contracts = await deployContracts(chain);
});
afterAll(() => chain.stop());

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions);

const call = (method: string, params: unknown): Promise<unknown> => clientOf(chain.rpcUrl).request({ method, params } as never);

const transaction = (to: Address, { value = 0n, data = '0x' }: { readonly value?: bigint; readonly data?: Hex }): ApprovalRequest => ({
  kind: 'evm-transaction',
  chainId: 'eip155:1',
  address: ALICE,
  transaction: { to, value, data, nonce: 0, gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n },
});

describe('a simulation on a real node', () => {
  it('shows what the account loses of the currency, without the fee', async () => {
    expect(await simulate(transaction(BOB, { value: parseEther('0.5') }), ETH, call)).toEqual({
      status: 'done',
      changes: [{ amount: '−0.5 ETH', isLoss: true, token: null }],
    });
  });

  it('shows what the account loses of a token', async () => {
    const token = { abi, address: contracts.dollar } as const;
    const client = clientOf(chain.rpcUrl);
    const hash = await client.writeContract({ ...token, account: ALICE, functionName: 'mint', args: [ALICE, 1_500_000n] });
    // The node answers before it has mined.
    await client.waitForTransactionReceipt({ hash });
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [BOB, 1_500_000n] });
    expect(await simulate(transaction(contracts.dollar, { data }), ETH, call)).toEqual({
      status: 'done',
      changes: [{ amount: '−1.5 SBD', isLoss: true, token: contracts.dollar.toLowerCase() }],
    });
  });

  it('shows what the account gains', async () => {
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [ALICE, 2_000_000n] });
    expect(await simulate(transaction(contracts.dollar, { data }), ETH, call)).toMatchObject({
      changes: [{ amount: '+2 SBD', isLoss: false }],
    });
    const collectible = CONTRACTS.SandboxCollectible.abi;
    const mint = encodeFunctionData({ abi: collectible, functionName: 'mint', args: [ALICE, 7n] });
    expect(await simulate(transaction(contracts.collectible, { data: mint }), ETH, call)).toMatchObject({
      changes: [{ amount: '+NFT 7 of SBX', isLoss: false }],
    });
  });

  it('shows no change of what is only moved to the account itself', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [ALICE, 1n] });
    expect(await simulate(transaction(contracts.dollar, { data }), ETH, call)).toEqual({ status: 'done', changes: [] });
  });

  it('says that the transaction would fail', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [BOB, 10n ** 30n] });
    expect(await simulate(transaction(contracts.dollar, { data }), ETH, call)).toMatchObject({ status: 'reverted' });
  });

  it('is unavailable if the node is', async () => {
    const unreachable = (method: string, params: unknown) => clientOf('http://127.0.0.1:9').request({ method, params } as never);
    expect(await simulate(transaction(BOB, { value: 1n }), ETH, unreachable)).toEqual({ status: 'unavailable' });
  });

  it('is none of a message', async () => {
    expect(await simulate({ kind: 'evm-message', chainId: 'eip155:1', address: ALICE, message: '0x00' }, ETH, call)).toBeNull();
  });
});
