import { describe, expect, it } from 'vitest';
import { Bip122Chain } from '../../../../adapters/bip122/bip122-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { Bip122TestWallet } from '../../../../testing/wallets/bip122-test-wallet.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';

const NETWORK = bitcoinTestNetwork('regtest', 'http://127.0.0.1:1');
const SOLANA = {
  address: 'GJRs4FwHtemZ5ZE9x3FNvJ8TMwitKTh21yxdRPqn7npE',
  chains: ['solana:mainnet'],
  features: [],
  publicKey: new Uint8Array(32),
};

type Change = (changed: { readonly accounts?: unknown }) => void;

/** A Wallet Standard wallet that also shares a Solana account. */
const multiChainWallet = () => {
  const wallet = new Bip122TestWallet({ name: 'Multi-chain' });
  const listeners = new Set<Change>();
  // The Wallet Standard members of the test wallet.
  const own = wallet.standard as { readonly accounts: readonly object[]; readonly features: object };
  const features = {
    ...own.features,
    'standard:events': {
      version: '1.0.0',
      on: (_event: string, listener: Change) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const provider = {
    ...own,
    features,
    get accounts() {
      return [SOLANA, ...own.accounts];
    },
  };
  const emitAccounts = (accounts: unknown): void => {
    for (const listener of listeners) listener({ accounts });
  };
  return { wallet, provider, own, emitAccounts };
};

const open = async () => {
  const { wallet, provider, own, emitAccounts } = multiChainWallet();
  const chain = new Bip122Chain({
    storage: new FakeStorage(),
    locks: new FakeLocks(),
    clock: new FakeClock(),
    esplora: () => [],
    providers: [{ id: 'several', name: 'Multi-chain', provider, dialect: 'standard' }],
  });
  const request = { connectorId: 'several', network: NETWORK };
  return { chain, wallet, own, emitAccounts, request };
};

describe('multi-chain Wallet Standard wallet', () => {
  it('is resumed with its Bitcoin accounts', async () => {
    const { chain, wallet, request } = await open();
    expect(await chain.resume(request, neverAborted())).toBe(null);
    (await chain.connect(request, neverAborted())).release();
    const session = await chain.resume(request, neverAborted());
    expect(session?.accounts.map(({ address }) => address)).toEqual(wallet.addresses);
    expect(session?.chainId).toBe(NETWORK.caipNetworkId);
    chain.dispose();
  });

  it('follows its Bitcoin accounts, and disconnects without one', async () => {
    const { chain, own, emitAccounts, request } = await open();
    const session = await chain.connect(request, neverAborted());
    const events: string[] = [];
    session.events$.subscribe(({ type }) => events.push(type));
    const [payment, ordinals] = own.accounts;
    emitAccounts([SOLANA, ordinals, payment]);
    await flushPromises();
    expect(events).toEqual([]);
    emitAccounts([SOLANA, payment]);
    await flushPromises();
    expect([events, session.accounts.length]).toEqual([['accounts-changed'], 1]);
    for (const nonsense of [undefined, null, 'accounts', {}]) emitAccounts(nonsense);
    await flushPromises();
    expect(events).toEqual(['accounts-changed']);
    emitAccounts([SOLANA]);
    await flushPromises();
    expect([events.at(-1), session.accounts]).toEqual(['disconnected', []]);
    chain.dispose();
  });
});
