import { describe, expect, it } from 'vitest';
import { settled } from '../../../testing/contracts/test-api.js';
import { Bip122TestWallet } from '../../../testing/wallets/bip122-test-wallet.js';
import { Eip155TestWallet } from '../../../testing/wallets/eip155-test-wallet.js';
import { polkadotTestSigner } from '../../../testing/wallets/polkadot-test-signer.js';
import { PolkadotTestWallet } from '../../../testing/wallets/polkadot-test-wallet.js';
import { solanaTestSigner } from '../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../testing/wallets/solana-test-wallet.js';
import type { TestWallet } from '../../../testing/wallets/test-wallet.js';
import type { TestWalletRequest } from '../../../testing/wallets/test-wallet-options.js';
import { ALICE } from '../adapters/support/networks.js';

interface Bench {
  readonly wallet: TestWallet<TestWalletRequest>;
  /** What lets the site in. */
  readonly method: string;
  readonly connect: () => Promise<unknown>;
  /** What the site hears of the accounts from now on; gives how often. */
  readonly hear: () => () => number;
}

const counting = (listen: (hear: () => void) => void): (() => number) => {
  let times = 0;
  listen(() => {
    times += 1;
  });
  return () => times;
};

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  eip155: async () => {
    const wallet = new Eip155TestWallet({ accounts: [ALICE] });
    const method = 'eth_requestAccounts';
    const hear = () => counting((listener) => wallet.provider.on('accountsChanged', listener));
    return { wallet, method, connect: () => wallet.provider.request({ method }), hear };
  },
  solana: async () => {
    const wallet = new SolanaTestWallet({ accounts: [await solanaTestSigner(new Uint8Array(32).fill(1))] });
    const method = 'standard:connect';
    // The features of this wallet are what its name says.
    const call = (name: string, member: string, ...params: readonly unknown[]) =>
      Reflect.apply(Reflect.get(Object(wallet.wallet.features[name]), member), null, params);
    const hear = () => counting((listener) => call('standard:events', 'on', 'change', listener));
    return { wallet, method, connect: async () => call(method, 'connect'), hear };
  },
  bip122: async () => {
    const wallet = new Bip122TestWallet();
    const hear = () => counting((listener) => wallet.on('accounts', listener));
    return { wallet, method: 'connect', connect: () => wallet.ask('connect'), hear };
  },
  polkadot: async () => {
    const wallet = new PolkadotTestWallet({ accounts: [polkadotTestSigner('Alice')] });
    const { accounts } = (await wallet.provider.enable('Page')) as {
      readonly accounts: { subscribe(hear: () => void): void };
    };
    wallet.forgetSite();
    const hear = () => {
      const times = counting((listener) => accounts.subscribe(listener));
      // Whoever subscribes hears the accounts at once.
      return () => times() - 1;
    };
    return { wallet, method: 'enable', connect: () => wallet.provider.enable('Page'), hear };
  },
};

describe.each(Object.entries(BENCHES))('the owner of a test wallet: %s', (_namespace, make) => {
  it('lets a site in, or does not', async () => {
    const { wallet, method, connect } = await make();
    wallet.approval = 'by-hand';
    const before = wallet.shown(method);
    const refused = connect().then(
      () => 'let in',
      () => 'refused',
    );
    await settled();
    expect(wallet.prompts.map((prompt) => prompt.method)).toEqual([method]);
    wallet.reject();
    expect([await refused, wallet.connected, wallet.prompts]).toEqual(['refused', false, []]);
    const allowed = connect();
    await settled();
    wallet.approve();
    await allowed;
    expect([wallet.connected, wallet.shared.length > 0, wallet.shown(method) - before]).toEqual([true, true, 2]);
  });

  it('locks it, unlocks it and forgets the site, and says so each time', async () => {
    const { wallet, connect, hear } = await make();
    await connect();
    const heard = hear();
    wallet.lock();
    expect([wallet.shared, heard()]).toEqual([[], 1]);
    wallet.unlock();
    expect([wallet.shared.length > 0, heard()]).toEqual([true, 2]);
    wallet.forgetSite();
    expect([wallet.shared, heard()]).toEqual([[], 3]);
  });

  it('has the next requests end badly, one after the other, and then well', async () => {
    const { wallet, method, connect } = await make();
    const code = (promise: Promise<unknown>): Promise<unknown> =>
      promise.then(
        () => 'no error',
        (error: { readonly code?: unknown }) => error.code,
      );
    wallet.next(method, { error: { code: 4900 } }, { result: 'nonsense' }, 'drop', 'never', 'late');
    expect([await code(connect()), await connect(), await code(connect())]).toEqual([4900, 'nonsense', 4900]);
    let answers = 0;
    const count = (): void => {
      answers += 1;
    };
    void connect().then(count, count);
    void connect().then(count, count);
    await settled();
    expect([answers, wallet.prompts.length, wallet.connected]).toEqual([0, 1, false]);
    wallet.approve();
    await settled();
    expect([answers, wallet.connected]).toEqual([1, true]);
  });

  it('goes away while it is asked, and says so', async () => {
    const { wallet, method, connect, hear } = await make();
    await connect();
    const heard = hear();
    wallet.next(method, 'drop');
    await connect().catch(() => undefined);
    expect([wallet.shared, heard()]).toEqual([[], 1]);
  });
});
