import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../testing/contracts/test-api.js';
import { Bip122TestWallet } from '../../../testing/wallets/bip122-test-wallet.js';
import { Eip155TestWallet } from '../../../testing/wallets/eip155-test-wallet.js';
import { polkadotTestSigner } from '../../../testing/wallets/polkadot-test-signer.js';
import { PolkadotTestWallet } from '../../../testing/wallets/polkadot-test-wallet.js';
import { solanaTestSigner } from '../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../testing/wallets/solana-test-wallet.js';
import type { TestWallet } from '../../../testing/wallets/test-wallet.js';
import type { TestWalletRequest } from '../../../testing/wallets/test-wallet-options.js';
import { ALICE } from '../adapters/support/networks.js';

interface Harness {
  readonly wallet: TestWallet<TestWalletRequest>;
  /** Method that connects the site. */
  readonly method: string;
  readonly connect: () => Promise<unknown>;
  /** Counts account events from now on. */
  readonly countEvents: () => () => number;
}

const countCalls = (subscribe: (listener: () => void) => void): (() => number) => {
  let count = 0;
  subscribe(() => {
    count += 1;
  });
  return () => count;
};

const HARNESSES: Readonly<Record<string, () => Promise<Harness>>> = {
  eip155: async () => {
    const wallet = new Eip155TestWallet({ accounts: [ALICE] });
    const method = 'eth_requestAccounts';
    const countEvents = () => countCalls((listener) => wallet.provider.on('accountsChanged', listener));
    return { wallet, method, connect: () => wallet.provider.request({ method }), countEvents };
  },
  solana: async () => {
    const wallet = new SolanaTestWallet({ accounts: [await solanaTestSigner(new Uint8Array(32).fill(1))] });
    const method = 'standard:connect';
    // The type of a feature depends on its name.
    const call = (name: string, member: string, ...params: readonly unknown[]) =>
      Reflect.apply(Reflect.get(Object(wallet.wallet.features[name]), member), null, params);
    const countEvents = () => countCalls((listener) => call('standard:events', 'on', 'change', listener));
    return { wallet, method, connect: async () => call(method, 'connect'), countEvents };
  },
  bip122: async () => {
    const wallet = new Bip122TestWallet();
    const countEvents = () => countCalls((listener) => wallet.on('accounts', listener));
    return { wallet, method: 'connect', connect: () => wallet.request('connect'), countEvents };
  },
  polkadot: async () => {
    const wallet = new PolkadotTestWallet({ accounts: [polkadotTestSigner('Alice')] });
    const { accounts } = (await wallet.provider.enable('Page')) as {
      readonly accounts: { subscribe(listener: () => void): void };
    };
    wallet.forgetSite();
    const countEvents = () => {
      const count = countCalls((listener) => accounts.subscribe(listener));
      // The current accounts are emitted on subscribe.
      return () => count() - 1;
    };
    return { wallet, method: 'enable', connect: () => wallet.provider.enable('Page'), countEvents };
  },
};

describe.each(Object.entries(HARNESSES))('TestWallet of %s', (_namespace, make) => {
  it('rejects and approves a connection', async () => {
    const { wallet, method, connect } = await make();
    wallet.approval = 'manual';
    const before = wallet.promptCount(method);
    const outcome = connect().then(
      () => 'connected',
      () => 'rejected',
    );
    await flushPromises();
    expect(wallet.prompts.map((prompt) => prompt.method)).toEqual([method]);
    wallet.reject();
    expect([await outcome, wallet.isConnected, wallet.prompts]).toEqual(['rejected', false, []]);
    const connecting = connect();
    await flushPromises();
    wallet.approve();
    await connecting;
    expect([wallet.isConnected, wallet.shared.length > 0, wallet.promptCount(method) - before]).toEqual([true, true, 2]);
  });

  it('emits accounts on lock, unlock and forgetSite', async () => {
    const { wallet, connect, countEvents } = await make();
    await connect();
    const eventCount = countEvents();
    wallet.lock();
    expect([wallet.shared, eventCount()]).toEqual([[], 1]);
    wallet.unlock();
    expect([wallet.shared.length > 0, eventCount()]).toEqual([true, 2]);
    wallet.forgetSite();
    expect([wallet.shared, eventCount()]).toEqual([[], 3]);
  });

  it('returns scripted responses in order, then normal ones', async () => {
    const { wallet, method, connect } = await make();
    const code = (promise: Promise<unknown>): Promise<unknown> =>
      promise.then(
        () => 'no error',
        (error: { readonly code?: unknown }) => error.code,
      );
    wallet.respondNext(method, { error: { code: 4900 } }, { result: 'nonsense' }, 'drop', 'never', 'late');
    expect([await code(connect()), await connect(), await code(connect())]).toEqual([4900, 'nonsense', 4900]);
    let settled = 0;
    const count = (): void => {
      settled += 1;
    };
    void connect().then(count, count);
    void connect().then(count, count);
    await flushPromises();
    expect([settled, wallet.prompts.length, wallet.isConnected]).toEqual([0, 1, false]);
    wallet.approve();
    await flushPromises();
    expect([settled, wallet.isConnected]).toEqual([1, true]);
  });

  it('emits an empty account list when it disconnects during a request', async () => {
    const { wallet, method, connect, countEvents } = await make();
    await connect();
    const eventCount = countEvents();
    wallet.respondNext(method, 'drop');
    await connect().catch(() => undefined);
    expect([wallet.shared, eventCount()]).toEqual([[], 1]);
  });
});
