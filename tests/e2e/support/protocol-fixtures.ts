import { buildPage } from './built-page.js';
import { test as base, expect } from './fixtures.js';
import { ProtocolPage, ProtocolWallet } from './protocol-page.js';
import { WireTap } from './wire-tap.js';

/** Services of a test's pages, in addition to the sandbox's nodes. */
export interface ProtocolServices {
  readonly relay: string;
  /** Origin of a Verify API service. Default: none. */
  readonly verify?: string;
}

/** Origins of a test's pages. */
export interface ProtocolSites {
  /** Origin of the apps. */
  readonly app: string;
  /** Origin of the wallet. Cross-site to the apps, so that it runs in another process. */
  readonly wallet: string;
}

interface ProtocolFixtures {
  /** Folder of the built pages. */
  readonly protocolFiles: string;
  /** Default: the sandbox's relay. */
  readonly services: ProtocolServices;
  readonly sites: ProtocolSites;
  /** Opens the app on `SignClient`. @param query e.g. `?client=official` */
  readonly openApp: (query?: string) => Promise<ProtocolPage>;
  /** Opens the app on `UniversalProvider`. */
  readonly openProvider: (query?: string) => Promise<ProtocolPage>;
  /** Opens the wallet on `SignClient`. @param query e.g. `?client=official`, `?plain` */
  readonly openWallet: (query?: string) => Promise<ProtocolWallet>;
  /** Network traffic of the pages. Fails the test if they contact anything other than the pages, the services and the nodes. */
  readonly wire: WireTap;
}

/** Playwright's `test` with the protocol pages, under a strict Content-Security-Policy without violations. */
export const test = base.extend<ProtocolFixtures>({
  protocolFiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await use(await buildPage({ folder: 'tests/e2e/pages/protocol' }));
    },
    { timeout: 120_000 },
  ],
  wire: [
    async ({ context, sandbox: { urls }, services, sites, cspViolations }, use) => {
      const wire = new WireTap(context);
      await use(wire);
      const allowedUrls = [...Object.values(sites), ...Object.values(services), ...Object.values(urls.rpc)];
      const allowed = allowedUrls.map((url) => new URL(url).origin);
      expect(
        wire.origins.filter((origin) => !allowed.includes(origin)),
        'origins other than the pages, the services and the nodes',
      ).toEqual([]);
      expect(cspViolations, 'violations of the policy').toEqual([]);
    },
    { auto: true },
  ],
  services: async ({ sandbox: { urls } }, use) => {
    await use({ relay: urls.relay });
  },
  sites: async ({ serve, sandbox, services, protocolFiles }, use) => {
    const meta = { ...sandbox.meta, relay: services.relay };
    const nodes = [...Object.values(meta.rpc), services.relay].join(' ');
    // Apps load the Verify service in a frame, wallets fetch from it.
    const { verify = "'none'" } = services;
    const site = (more: string) => {
      const contentSecurityPolicy = `default-src 'none'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; ${more}`;
      return serve({ files: protocolFiles, meta, scripts: [], contentSecurityPolicy });
    };
    const [app, wallet] = await Promise.all([
      site(`connect-src ${nodes}; frame-src ${verify}`),
      site(`connect-src ${nodes} ${services.verify ?? ''}; frame-src 'none'`),
    ]);
    await use({ app: app.origin, wallet: wallet.origin.replace('localhost', '127.0.0.1') });
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
