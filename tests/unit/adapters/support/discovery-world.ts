import { BehaviorSubject } from 'rxjs';
import { type DiscoveryOptions, Eip6963Discovery, type WantedWallets } from '../../../../adapters/eip155/eip-6963-discovery.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE } from './networks.js';
import { TestWindow } from './test-window.js';

/** A small icon. */
export const ICON = 'data:image/png;base64,AAAA';

/** Discovery on a page of its own, and every list it gave. */
export const discoveryWorld = (options: Partial<DiscoveryOptions> = {}) => {
  const window = new TestWindow();
  const clock = new FakeClock();
  const wanted$ = new BehaviorSubject<WantedWallets>({ announced: true, injected: true });
  const discovery = new Eip6963Discovery({ window, clock, hostWallets: [], wanted$, ...options });
  const lists: (readonly Connector[])[] = [];
  discovery.connectors$.subscribe((connectors) => lists.push(connectors));
  const ids = (): readonly string[] => lists.at(-1)?.map(({ id }) => id) ?? [];
  return { window, clock, discovery, wanted$, lists, ids, last: () => lists.at(-1) ?? [] };
};

/** As {@link discoveryWorld}, and started. */
export const startedDiscovery = (options: Partial<DiscoveryOptions> = {}) => {
  const world = discoveryWorld(options);
  world.discovery.start();
  return world;
};

/** The members of a connector that its wallet does not say. */
export const BARE_CONNECTOR = { namespace: 'eip155', rdns: null, icon: null, explorerId: null, suspicious: false } as const;

let uuids = 0;
/** A wallet that calls itself by this rdns. */
export const wallet = (rdns: string, info: Readonly<Record<string, unknown>> = {}) => {
  uuids += 1;
  return new Eip155TestWallet({ accounts: [ALICE], info: { uuid: `uuid-${uuids}`, name: `Wallet ${uuids}`, rdns, icon: ICON, ...info } });
};
/** What a wallet announces. */
export const detail = (of: Eip155TestWallet, info: Readonly<Record<string, unknown>> = {}) => ({
  info: { ...of.info, ...info },
  provider: of.provider,
});
