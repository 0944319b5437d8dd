import { buildPage } from './built-page.js';
import { test as base, expect } from './fixtures.js';
import { ProtocolPage, ProtocolWallet } from './protocol-page.js';
import { WireTap } from './wire-tap.js';

/** Where the pages of one flow are. */
export interface ProtocolSites {
  /** Origin of the apps. */
  readonly app: string;
  /** Origin of the wallet: another site, and so another process. */
  readonly wallet: string;
}

interface ProtocolFixtures {
  readonly sites: ProtocolSites;
  /** Opens the app on `SignClient`. @param query e.g. `?client=official` */
  readonly openApp: (query?: string) => Promise<ProtocolPage>;
  /** Opens the app on `UniversalProvider`. */
  readonly openProvider: (query?: string) => Promise<ProtocolPage>;
  /** Opens the wallet on `SignClient`. @param query e.g. `?client=official`, `?plain` */
  readonly openWallet: (query?: string) => Promise<ProtocolWallet>;
  /** What the pages said over the network. Fails the test where they reached anything but themselves, the relay and the nodes. */
  readonly wire: WireTap;
}

/** Playwright's `test` with the pages of the wallet protocol, each under a strict policy that nothing may violate. */
export const test = base.extend<ProtocolFixtures, { readonly protocolFiles: string }>({
  protocolFiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await use(await buildPage({ folder: 'tests/e2e/pages/protocol', mode: 'production' }));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  wire: [
    async ({ context, sandbox: { urls }, sites, cspViolations }, use) => {
      const wire = new WireTap(context);
      await use(wire);
      const known = [urls.relay, urls.walletPage, urls.walletPage.replace('http', 'ws'), ...Object.values(urls.rpc)];
      const allowed = [sites.app, sites.wallet, ...known].map((url) => new URL(url).origin);
      expect(
        wire.origins.filter((origin) => !allowed.includes(origin)),
        'origins beside the pages, the relay and the nodes',
      ).toEqual([]);
      expect(cspViolations, 'violations of the policy').toEqual([]);
    },
    { auto: true },
  ],
  sites: async ({ serve, sandbox: { urls, meta }, protocolFiles }, use) => {
    const nodes = [...Object.values(meta.rpc), urls.relay].join(' ');
    const contentSecurityPolicy = `default-src 'none'; script-src 'self'; img-src data:; connect-src ${nodes}; base-uri 'none'; form-action 'none'`;
    const [app, wallet] = await Promise.all([1, 2].map(() => serve({ files: protocolFiles, scripts: [], contentSecurityPolicy })));
    await use({ app: app?.origin ?? '', wallet: (wallet?.origin ?? '').replace('localhost', '127.0.0.1') });
  },
  openApp: async ({ context, sites }, use) => {
    await use((query = '') => ProtocolPage.open(context, `${sites.app}/app/${query}`));
  },
  openProvider: async ({ context, sites }, use) => {
    await use((query = '') => ProtocolPage.open(context, `${sites.app}/provider/${query}`));
  },
  openWallet: async ({ context, sites }, use) => {
    await use((query = '') => ProtocolWallet.open(context, `${sites.wallet}/wallet/${query}`));
  },
});

export { expect };
