import { BehaviorSubject } from 'rxjs';
import { type DiscoveryOptions, Eip6963Discovery, type WalletFilter } from '../../../../adapters/eip155/eip-6963-discovery.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import type { Connector } from '../../../../domain/connection/connector.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE } from './networks.js';
import { TestWindow } from './test-window.js';

export const ICON = 'data:image/png;base64,AAAA';

/** Discovery on its own window, with every list it emitted. */
export const discoveryFixture = (options: Partial<DiscoveryOptions> = {}) => {
  const window = new TestWindow();
  const clock = new FakeClock();
  const walletFilter$ = new BehaviorSubject<WalletFilter>({ announced: true, injected: true });
  const discovery = new Eip6963Discovery({ window, clock, appWallets: [], walletFilter$, ...options });
  const lists: (readonly Connector[])[] = [];
  discovery.connectors$.subscribe((connectors) => lists.push(connectors));
  const ids = (): readonly string[] => lists.at(-1)?.map(({ id }) => id) ?? [];
  return { window, clock, discovery, walletFilter$, lists, ids, last: () => lists.at(-1) ?? [] };
};

/** A started {@link discoveryFixture}. */
export const startedDiscovery = (options: Partial<DiscoveryOptions> = {}) => {
  const fixture = discoveryFixture(options);
  fixture.discovery.start();
  return fixture;
};

/** Default members of a connector. */
export const BARE_CONNECTOR = { namespace: 'eip155', rdns: null, icon: null, explorerId: null, suspicious: false } as const;

let uuids = 0;
/** A test wallet with this rdns. */
export const wallet = (rdns: string, info: Readonly<Record<string, unknown>> = {}) => {
  uuids += 1;
  return new Eip155TestWallet({ accounts: [ALICE], info: { uuid: `uuid-${uuids}`, name: `Wallet ${uuids}`, rdns, icon: ICON, ...info } });
};
/** The detail of an announcement. */
export const detail = (of: Eip155TestWallet, info: Readonly<Record<string, unknown>> = {}) => ({
  info: { ...of.info, ...info },
  provider: of.provider,
});
