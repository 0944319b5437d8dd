import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  controlOverHttp,
  type DirectoryControl,
  directoryOverHttp,
  type RelayControl,
  type RemoteWalletControl,
  relayOverHttp,
  type Site,
  type SiteOptions,
  serveSite,
  type WalletControl,
  walletPageOverHttp,
} from '@latchkey/sandbox';
import { test as base, expect } from '@playwright/test';
import { type ChainClients, chainClients } from './chain-clients.js';
import { CHAINS_SANDBOX_OPTIONS, type ChainsFixtures, startChainsSandbox } from './chains-sandbox.js';
import { type CspViolation, collectCspViolations } from './csp-violations.js';
import { DappPage } from './dapp-page.js';
import { keepAwake } from './keep-awake.js';
import { PageProblems } from './page-problems.js';
import { PhoneWallet } from './phone-wallet.js';
import { type RunningSandbox, readSandbox } from './running-sandbox.js';
import { WalletWindows } from './wallet-windows.js';

const DEMO = fileURLToPath(new URL('../../../examples/react-vite/dist', import.meta.url));

/** Options of a served site. By default the sandbox's meta element and the wallet's script are added. */
export type TestSiteOptions = Partial<SiteOptions>;

/** Fixtures of all e2e tests. */
export interface E2eFixtures {
  /** Data of the running sandbox. Wallets and chains are reset before each test. */
  readonly sandbox: RunningSandbox;
  /** Controls of the wallet. */
  readonly control: WalletControl;
  /** The wallet's windows, in which tests press the real buttons. */
  readonly wallet: WalletWindows;
  /** Controls of the relay. It is reset before each test. */
  readonly relay: RelayControl;
  /** Controls of the wallet directory and its image service. They are reset before each test. */
  readonly directory: DirectoryControl;
  /** Opens the phone wallet in a new tab. A path such as `/wc?uri=…` pairs. */
  readonly openPhone: (path?: string) => Promise<PhoneWallet>;
  /** Controls of the most recently opened phone wallet. */
  readonly phoneControl: RemoteWalletControl;
  /** Clients of the chains, to verify results. */
  readonly chains: ChainClients;
  /** Serves a site, by default the built demo, until the end of the test. */
  readonly serve: (options?: TestSiteOptions) => Promise<Site>;
  /** The demo page with the wallet's script, on its own site. Not opened yet. */
  readonly dapp: DappPage;
  /** Fails the test on uncaught errors, unhandled rejections and console errors of any page. */
  readonly problems: PageProblems;
  /** Violations of a Content-Security-Policy in any page. */
  readonly cspViolations: readonly CspViolation[];
  /** Resets wallet, relay, directory and chains. Has no value. */
  readonly freshSandbox: undefined;
}

/**
 * Playwright's `test` with the sandbox. All worker fixtures are defined here: a file with its own worker fixture would get its own worker,
 * and everything that a worker shares would start again.
 */
export const test = base.extend<E2eFixtures, ChainsFixtures>({
  chainsSandbox: [startChainsSandbox, CHAINS_SANDBOX_OPTIONS],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  sandbox: async ({}, use) => {
    await use(readSandbox());
  },
  context: async ({ context }, use) => {
    await keepAwake(context);
    await use(context);
  },
  control: async ({ sandbox }, use) => {
    await use(controlOverHttp(sandbox.urls.wallet, sandbox.controlToken));
  },
  relay: async ({ sandbox }, use) => {
    await use(relayOverHttp(sandbox.urls.relay, sandbox.controlToken));
  },
  directory: async ({ sandbox }, use) => {
    await use(directoryOverHttp(sandbox.urls.directory, sandbox.controlToken));
  },
  openPhone: async ({ context, hasTouch, sandbox }, use) => {
    await use((path) => PhoneWallet.open(context, sandbox.urls.walletPage, path, hasTouch));
  },
  phoneControl: async ({ sandbox }, use) => {
    await use(walletPageOverHttp(sandbox.urls.walletPage, sandbox.controlToken));
  },
  chains: async ({ sandbox }, use) => {
    await use(chainClients(sandbox.urls.rpc));
  },
  wallet: async ({ context, sandbox }, use) => {
    await use(new WalletWindows(context, `${sandbox.urls.wallet}/`));
  },
  serve: async ({ sandbox, problems }, use) => {
    const sites: Site[] = [];
    await use(async (options = {}) => {
      const { files = DEMO, ...others } = options;
      if (files === DEMO && !existsSync(DEMO))
        throw new Error('The demo is not built: run `npm run e2e`, which builds it, or `npm run build`.');
      const site = await serveSite({ files, meta: sandbox.meta, scripts: [sandbox.urls.walletScript], ...others });
      sites.push(site);
      return site;
    });
    await problems.stop();
    await Promise.all(sites.map((site) => site.stop()));
  },
  dapp: async ({ page, serve }, use) => {
    await use(new DappPage(page, (await serve()).origin));
  },
  cspViolations: async ({ context }, use) => {
    await use(await collectCspViolations(context));
  },
  problems: [
    async ({ context }, use) => {
      const problems = new PageProblems(context);
      await use(problems);
      expect(await problems.read(), 'uncaught errors, unhandled rejections and console errors').toEqual([]);
    },
    { auto: true },
  ],
  freshSandbox: [
    async ({ control, relay, directory, chains }, use) => {
      await Promise.all([control.reset(), relay.reset(), directory.reset()]);
      const snapshots = await Promise.all(chains.all.map(async (chain) => ({ chain, id: await chain.snapshot() })));
      await use(undefined);
      await Promise.all(snapshots.map(({ chain, id }) => chain.revert({ id })));
    },
    { auto: true },
  ],
});

export { expect };
