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
import { CHAINS_WORLD_OPTIONS, type ChainsWorld, chainsWorld } from './chains-world.js';
import { type CspViolation, collectCspViolations } from './csp-violations.js';
import { DappPage } from './dapp-page.js';
import { keepAwake } from './keep-awake.js';
import { PageProblems } from './page-problems.js';
import { PhoneWallet } from './phone-wallet.js';
import { type RunningSandbox, readSandbox } from './running-sandbox.js';
import { WalletWindows } from './wallet-windows.js';

const DEMO = fileURLToPath(new URL('../../../examples/react-vite/dist', import.meta.url));

/** What a site of a test is served with; the sandbox's meta element and the wallet's script are added unless it says otherwise. */
export type TestSiteOptions = Partial<SiteOptions>;

/** What every e2e test can use. */
export interface E2eFixtures {
  /** Addresses of the running sandbox. Wallet and chains are as new at the start of each test. */
  readonly sandbox: RunningSandbox;
  /** The wallet's switches. */
  readonly control: WalletControl;
  /** The wallet's own windows, where tests approve and reject by its real buttons. */
  readonly wallet: WalletWindows;
  /** The relay's switches. It is as new at the start of each test. */
  readonly relay: RelayControl;
  /** The switches of the wallet directory and its image service. They are as new at the start of each test. */
  readonly directory: DirectoryControl;
  /** Opens the wallet page in a tab of its own; a path such as `/wc?uri=…` follows a pairing link. */
  readonly openPhone: (path?: string) => Promise<PhoneWallet>;
  /** The switches of the wallet page that was opened last. */
  readonly phoneControl: RemoteWalletControl;
  /** The chains, to read facts from. */
  readonly chains: ChainClients;
  /** Serves a site; without `files`, the built demo. It is stopped after the test. */
  readonly serve: (options?: TestSiteOptions) => Promise<Site>;
  /** The demo page with the wallet's script, on a site of its own. It is not opened yet. */
  readonly dapp: DappPage;
  /** Fails the test on uncaught errors, unhandled rejections and console errors of any page. */
  readonly problems: PageProblems;
  /** Violations of a Content-Security-Policy in any page. */
  readonly cspViolations: readonly CspViolation[];
  /** Puts wallet, relay, directory and chains back; nothing to use. */
  readonly freshSandbox: undefined;
}

/**
 * Playwright's `test` with the sandbox around it. All worker fixtures are here: a file that brought one of its own would get a worker of its own,
 * and everything that a worker keeps would start again.
 */
export const test = base.extend<E2eFixtures, ChainsWorld>({
  world: [chainsWorld, CHAINS_WORLD_OPTIONS],
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
    await problems.end();
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
