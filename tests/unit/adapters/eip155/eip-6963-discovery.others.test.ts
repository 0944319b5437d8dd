import { describe, expect, it } from 'vitest';
import type { Connector } from '../../../../domain/connection/connector.js';
import { flushPromises } from '../../../../testing/contracts/test-api.js';
import { BARE_CONNECTOR, discoveryFixture, startedDiscovery, wallet } from '../support/discovery-fixture.js';

describe('legacy wallet', () => {
  it('is listed last, and only if no wallet has announced it', async () => {
    const { window, discovery, last, ids } = discoveryFixture();
    const legacy = wallet('com.legacy');
    window.ethereum = legacy.provider;
    wallet('com.first').announce(window);
    discovery.start();
    expect(ids()).toEqual(['com.first', 'injected']);
    expect(last()[1]).toEqual({ ...BARE_CONNECTOR, id: 'injected', type: 'INJECTED', name: 'Browser Wallet' });
    legacy.announce(window);
    await flushPromises();
    expect(ids()).toEqual(['com.first', 'com.legacy']);
  });

  it('is not listed if it multiplexes an announced wallet', () => {
    const { window, discovery, ids } = discoveryFixture();
    const multiplexed = wallet('com.first');
    window.ethereum = { request: async () => null, providers: [multiplexed.provider] };
    multiplexed.announce(window);
    discovery.start();
    expect(ids()).toEqual(['com.first']);
  });

  it('is not listed if the app supplies it', () => {
    const appWallet = { connector: { ...appConnector, id: 'app' }, provider: wallet('com.app').provider };
    const { window, discovery, ids } = discoveryFixture({ appWallets: [appWallet] });
    window.ethereum = appWallet.provider;
    discovery.start();
    expect(ids()).toEqual(['app']);
  });

  it('is found within 3 s, with or without its event', async () => {
    const announcing = startedDiscovery();
    wallet('com.legacy').inject(announcing.window);
    await flushPromises();
    expect(announcing.ids()).toEqual(['injected']);

    const silent = startedDiscovery();
    silent.window.ethereum = wallet('com.legacy').provider;
    silent.clock.advance(3_000);
    expect(silent.ids()).toEqual(['injected']);
    expect(silent.clock.pending).toBe(0);
  });

  it('ignores values that are not providers, and getters that throw', () => {
    const fail = (): never => {
      throw new Error('no');
    };
    const odd = [undefined, null, 'text', {}, { request: 'text' }].map((value) => ({ value }));
    for (const property of [...odd, { get: fail }]) {
      const { window, discovery, ids } = discoveryFixture();
      Object.defineProperty(window, 'ethereum', property);
      discovery.start();
      expect(ids()).toEqual([]);
    }
  });

  it('is listed only while the filter includes injected wallets', () => {
    const { window, discovery, walletFilter$, ids } = discoveryFixture();
    walletFilter$.next({ announced: true, injected: false });
    window.ethereum = wallet('com.legacy').provider;
    discovery.start();
    expect(ids()).toEqual([]);
    walletFilter$.next({ announced: true, injected: true });
    expect(ids()).toEqual(['injected']);
    walletFilter$.next({ announced: true, injected: false });
    expect(ids()).toEqual([]);
  });

  it('lists an announced wallet as legacy while the filter excludes announced wallets', () => {
    const { window, discovery, walletFilter$, ids } = discoveryFixture();
    const both = wallet('com.both');
    window.ethereum = both.provider;
    both.announce(window);
    walletFilter$.next({ announced: false, injected: true });
    discovery.start();
    expect(ids()).toEqual(['injected']);
    walletFilter$.next({ announced: true, injected: true });
    expect(ids()).toEqual(['com.both']);
  });
});

const appConnector: Connector = { ...BARE_CONNECTOR, id: 'app', type: 'EXTERNAL', name: 'App wallet' };

describe('app wallets', () => {
  it('are listed without a window', () => {
    const appWallet = { connector: appConnector, provider: wallet('com.app').provider };
    const { ids } = startedDiscovery({ window: undefined, appWallets: [appWallet] });
    expect(ids()).toEqual(['app']);
  });

  it('are listed between announced wallets and the legacy one, and keep their id when another wallet announces it', async () => {
    const appWallet = { connector: { ...appConnector, id: 'com.app' }, provider: wallet('com.app').provider };
    const { window, discovery, ids } = discoveryFixture({ appWallets: [appWallet] });
    window.ethereum = wallet('com.legacy').provider;
    discovery.start();
    wallet('com.app').announce(window);
    await flushPromises();
    expect(ids()).toEqual(['com.app#2', 'com.app', 'injected']);
    expect(discovery.find('com.app')?.provider).toBe(appWallet.provider);
  });
});
