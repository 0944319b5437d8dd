import { type RunningChain, startChain } from '@latchkey/sandbox';
import { parseEther, recoverMessageAddress, verifyTypedData } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import type { WalletSession } from '../../application/ports/chain.port.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { chainContract } from '../../testing/contracts/chain.contract.js';
import { activeAccount, type ChainHarness, waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../testing/wallets/eip155-test-wallet.js';
import { EIP155_TRAITS, eip155WalletUser } from '../unit/adapters/support/eip155-wallet-user.js';
import { testNetwork } from '../unit/adapters/support/networks.js';
import { contractRunner } from './support/contract-runner.js';
import { RpcProxy } from './support/rpc-proxy.js';

/** `revert(0, 0)`. */
const ALWAYS_REVERTS = { address: '0x00000000000000000000000000000000000000fe', code: '0x60006000fd' };
const UNKNOWN_HASH = `0x${'e'.repeat(64)}`;

let chains: ReadonlyMap<number, RunningChain>;
let alice: PrivateKeyAccount;
let bob: PrivateKeyAccount;
let dev: string;

const node = async (chainId: number, method: string, params: readonly unknown[] = []): Promise<unknown> => {
  const chain = chains.get(chainId);
  if (chain === undefined) throw new Error(`No chain ${chainId}`);
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    readonly result?: unknown;
    readonly error?: { readonly code: number; readonly message: string };
  };
  if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
};

const balanceOnChain = async (address: string): Promise<bigint> => BigInt(String(await node(1, 'eth_getBalance', [address, 'latest'])));

const fund = async (address: string): Promise<void> => {
  for (const chainId of chains.keys()) await node(chainId, 'anvil_setBalance', [address, '0x56bc75e2d63100000']);
};

beforeAll(async () => {
  const running = await Promise.all([startChain({ chainId: 1 }), startChain({ chainId: 137 })]);
  chains = new Map(running.map((chain) => [chain.chainId, chain]));
  alice = privateKeyToAccount(generatePrivateKey());
  bob = privateKeyToAccount(generatePrivateKey());
  await fund(alice.address);
  await node(1, 'anvil_setCode', [ALWAYS_REVERTS.address, ALWAYS_REVERTS.code]);
  dev = String(((await node(1, 'eth_accounts')) as readonly string[])[0]);
});

afterAll(() => Promise.all([...chains.values()].map((chain) => chain.stop())));

const makeWallet = (owner: PrivateKeyAccount): Eip155TestWallet =>
  new Eip155TestWallet({ accounts: [owner, bob], knownChainIds: [137], node });

describe('an EVM wallet on a real chain', () => {
  let proxy: RpcProxy;
  let wallet: Eip155TestWallet;
  let chain: Eip155Chain;

  const start = (clock: Clock): void => {
    wallet = makeWallet(alice);
    chain = new Eip155Chain({ clock, providers: [{ id: 'test', name: 'Test', provider: wallet.provider }] });
  };
  const connect = (): Promise<WalletSession> => chain.connect({ connectorId: 'test', network: testNetwork(1) }, neverAborted());

  beforeEach(async () => {
    proxy = await RpcProxy.start(chains.get(1)?.rpcUrl ?? '');
    start(SYSTEM_CLOCK);
  });
  afterEach(async () => {
    chain.dispose();
    await node(1, 'evm_setAutomine', [true]);
    await proxy.stop();
  });

  it('signs messages that recover to its address', async () => {
    const session = await connect();
    for (const message of ['hello', '', 'ünïcödé 🔑\n', '0x1234']) {
      const signature = await session.signMessage({ account: activeAccount(session), message }, neverAborted());
      expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(alice.address);
    }
  });

  it('signs valid typed data with integers of any size', async () => {
    const session = await connect();
    const typedData = {
      domain: { name: 'Latchkey', version: '1', chainId: 1n, verifyingContract: bob.address },
      types: {
        Person: [{ name: 'wallet', type: 'address' }],
        Mail: [
          { name: 'to', type: 'Person[]' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'Mail',
      message: { to: [{ wallet: bob.address }], amount: 2n ** 255n },
    } as const;
    const signature = await session.signTypedData({ account: activeAccount(session), typedData }, neverAborted());
    expect(await verifyTypedData({ address: alice.address, ...typedData, signature: signature as `0x${string}` })).toBe(true);
  });

  it('sends a transaction that is mined with the amount transferred', async () => {
    const session = await connect();
    const before = await balanceOnChain(bob.address);
    const value = parseEther('1.5');
    const hash = await session.sendTransaction({ from: activeAccount(session), to: bob.address, value }, neverAborted());
    const network = testNetwork(1, proxy.url);
    const { blockNumber } = await waitForSettlement(chain, { hash, network }, neverAborted());
    const receipt = (await node(1, 'eth_getTransactionReceipt', [hash])) as { readonly blockNumber: string; readonly status: string };
    expect([receipt.status, BigInt(receipt.blockNumber)]).toEqual(['0x1', blockNumber]);
    expect(await balanceOnChain(bob.address)).toBe(before + value);
    expect((await chain.getBalance({ address: bob.address, network }, neverAborted())).value).toBe(before + value);
  });

  it('waits for the block of a pending transaction', async () => {
    const session = await connect();
    await node(1, 'evm_setAutomine', [false]);
    const hash = await session.sendTransaction({ from: activeAccount(session), to: bob.address, value: 1n }, neverAborted());
    const pending = waitForSettlement(chain, { hash, network: testNetwork(1, proxy.url) }, neverAborted());
    while (!proxy.methods.includes('eth_getTransactionReceipt')) await flushPromises();
    await node(1, 'evm_mine');
    const head = BigInt(String(await node(1, 'eth_blockNumber')));
    expect(await pending).toEqual({ blockNumber: head });
  });

  it('reports a reverted transaction', async () => {
    const session = await connect();
    const from = activeAccount(session);
    const hash = await session.sendTransaction({ from, to: ALWAYS_REVERTS.address, value: 0n, data: '0x', gas: 100_000n }, neverAborted());
    expect(await codeOf(waitForSettlement(chain, { hash, network: testNetwork(1, proxy.url) }, neverAborted()))).toBe(
      'network/transaction-reverted',
    );
  });

  it('falls back to the next URL, and rejects if all are down', async () => {
    const down = await RpcProxy.start('');
    down.isDown = true;
    const address = dev;
    const expected = await balanceOnChain(address);
    const oneDown = await chain.getBalance({ address, network: testNetwork(1, down.url, proxy.url) }, neverAborted());
    expect(oneDown).toEqual({ value: expected, symbol: 'ETH', decimals: 18 });
    const allDown = chain.getBalance({ address, network: testNetwork(1, down.url, 'http://127.0.0.1:1') }, neverAborted());
    expect(await codeOf(allDown)).toBe('network/rpc-failed');
    await down.stop();
  });
});

const harness = async (): Promise<ChainHarness> => {
  const proxy = await RpcProxy.start(chains.get(1)?.rpcUrl ?? '');
  const window = new EventTarget();
  // Each test has its own account, so that a late transaction does not use a nonce of the next test.
  const owner = privateKeyToAccount(generatePrivateKey());
  await fund(owner.address);
  const wallet = makeWallet(owner);
  wallet.announce(window);
  const clock = new FakeClock();
  const send = async (to: string): Promise<string> => {
    const hash = String(await node(1, 'eth_sendTransaction', [{ from: dev, to, value: '0x1', gas: '0x186a0' }]));
    // The node responds before the block is mined, and the fake clock of the contract does not advance, so wait for the receipt here.
    while ((await node(1, 'eth_getTransactionReceipt', [hash])) === null) await flushPromises();
    return hash;
  };
  return {
    chain: new Eip155Chain({ clock, window }),
    connectorId: wallet.info.rdns,
    network: testNetwork(1, proxy.url),
    otherNetwork: testNetwork(137, proxy.url),
    unknownNetwork: testNetwork(10, proxy.url),
    accounts: [owner.address, bob.address],
    otherAccount: bob.address,
    transfer: { to: bob.address, value: 1n },
    user: eip155WalletUser(wallet),
    nodes: {
      fundedAccount: { address: owner.address, balance: await balanceOnChain(owner.address) },
      confirmedHash: await send(bob.address),
      revertedHash: await send(ALWAYS_REVERTS.address),
      unknownHash: UNKNOWN_HASH,
      failAll: () => {
        proxy.isDown = true;
      },
    },
    waitForMissingWallet: () => clock.run(3_000),
    dispose: () => proxy.stop(),
  };
};

chainContract(contractRunner, 'Eip155Chain on a real chain', harness, {
  ...EIP155_TRAITS,
  services: ['fees', 'simulation', 'signatures'],
});
