import { describe, expect, it } from 'vitest';
import type { Connector } from '../../../../domain/connection/connector.js';
import { settled } from '../../../../testing/contracts/test-api.js';
import { BARE_CONNECTOR, discoveryWorld, startedDiscovery, wallet } from '../support/discovery-world.js';

describe('the legacy wallet', () => {
  it('stands last, and only while nobody announced it', async () => {
    const { window, discovery, last, ids } = discoveryWorld();
    const legacy = wallet('com.legacy');
    window.ethereum = legacy.provider;
    wallet('com.first').announce(window);
    discovery.start();
    expect(ids()).toEqual(['com.first', 'injected']);
    expect(last()[1]).toEqual({ ...BARE_CONNECTOR, id: 'injected', type: 'INJECTED', name: 'Browser Wallet' });
    legacy.announce(window);
    await settled();
    expect(ids()).toEqual(['com.first', 'com.legacy']);
  });

  it('is no row of its own where several announced wallets share the place', () => {
    const { window, discovery, ids } = discoveryWorld();
    const announced = wallet('com.first');
    window.ethereum = { request: async () => null, providers: [announced.provider] };
    announced.announce(window);
    discovery.start();
    expect(ids()).toEqual(['com.first']);
  });

  it('is no row of its own where the host brings it', () => {
    const host = { connector: { ...hostConnector, id: 'host' }, provider: wallet('com.host').provider };
    const { window, discovery, ids } = discoveryWorld({ hostWallets: [host] });
    window.ethereum = host.provider;
    discovery.start();
    expect(ids()).toEqual(['host']);
  });

  it('may come late, with its event or silently within 3 s', async () => {
    const told = startedDiscovery();
    wallet('com.legacy').inject(told.window);
    await settled();
    expect(told.ids()).toEqual(['injected']);

    const silent = startedDiscovery();
    silent.window.ethereum = wallet('com.legacy').provider;
    silent.clock.advance(3_000);
    expect(silent.ids()).toEqual(['injected']);
    expect(silent.clock.pending).toBe(0);
  });

  it('is nothing that cannot be asked, and reading it may fail', () => {
    const fail = (): never => {
      throw new Error('no');
    };
    const odd = [undefined, null, 'text', {}, { request: 'text' }].map((value) => ({ value }));
    for (const property of [...odd, { get: fail }]) {
      const { window, discovery, ids } = discoveryWorld();
      Object.defineProperty(window, 'ethereum', property);
      discovery.start();
      expect(ids()).toEqual([]);
    }
  });

  it('is listed only while that is wanted', () => {
    const { window, discovery, wanted$, ids } = discoveryWorld();
    wanted$.next({ announced: true, injected: false });
    window.ethereum = wallet('com.legacy').provider;
    discovery.start();
    expect(ids()).toEqual([]);
    wanted$.next({ announced: true, injected: true });
    expect(ids()).toEqual(['injected']);
    wanted$.next({ announced: true, injected: false });
    expect(ids()).toEqual([]);
  });

  it('stands for a wallet that announced itself while announcements are not wanted', () => {
    const { window, discovery, wanted$, ids } = discoveryWorld();
    const both = wallet('com.both');
    window.ethereum = both.provider;
    both.announce(window);
    wanted$.next({ announced: false, injected: true });
    discovery.start();
    expect(ids()).toEqual(['injected']);
    wanted$.next({ announced: true, injected: true });
    expect(ids()).toEqual(['com.both']);
  });
});

const hostConnector: Connector = { ...BARE_CONNECTOR, id: 'host', type: 'EXTERNAL', name: 'Host wallet' };

describe('the host’s own wallets', () => {
  it('are there without a page', () => {
    const host = { connector: hostConnector, provider: wallet('com.host').provider };
    const { ids } = startedDiscovery({ window: undefined, hostWallets: [host] });
    expect(ids()).toEqual(['host']);
  });

  it('stand between announced wallets and the legacy one, and keep their id when somebody announces it', async () => {
    const host = { connector: { ...hostConnector, id: 'com.host' }, provider: wallet('com.host').provider };
    const { window, discovery, ids } = discoveryWorld({ hostWallets: [host] });
    window.ethereum = wallet('com.legacy').provider;
    discovery.start();
    wallet('com.host').announce(window);
    await settled();
    expect(ids()).toEqual(['com.host#2', 'com.host', 'injected']);
    expect(discovery.find('com.host')?.provider).toBe(host.provider);
  });
});
