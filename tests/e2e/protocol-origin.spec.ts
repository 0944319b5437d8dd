import { type Relay, startRelay, startVerify, type Verify } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import type { SignClient, SignProposal } from 'latchkey/walletconnect';
import { buildPage } from './support/built-page.js';
import type { DappPage } from './support/dapp-page.js';
import { test as base, expect } from './support/fixtures.js';
import { OPTIONS_PAGE, openOptionsPage } from './support/options-page.js';

/** What the page has: our client, and what a test has put there. */
interface OriginWindow {
  readonly SignClient: typeof SignClient;
  client: SignClient;
  approval: Promise<unknown>;
  /** What the wallet was told of the origin of a request. */
  request: Promise<Verdict>;
}

/** What a wallet hears of where a message came from. */
interface Verdict {
  readonly origin: string;
  readonly validation: string;
  readonly isScam?: boolean;
}

const ASKED = { cosmos: { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: [] } };
const ALLOWED = { cosmos: { ...ASKED.cosmos, accounts: ['cosmos:hub:a'] } };

/** An app and a wallet, each on a site of its own, whose policy lets them reach the relay and the service and nothing else. */
interface World {
  readonly relay: Relay;
  readonly verify: Verify;
  readonly appOrigin: string;
  /** Opens the app. @param url what it says of itself; default: where it is */
  openApp(url?: string): Promise<Page>;
  openWallet(): Promise<Page>;
}

const test = base.extend<{ readonly world: World }, { readonly originFiles: string }>({
  originFiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await use(await buildPage({ folder: 'tests/e2e/pages/origin', mode: 'production' }));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: async ({ context, serve, originFiles, cspViolations, problems }, use) => {
    // What the browser itself writes of a look-up that comes before the attestation: the wallet asks again.
    problems.expect(/responded with a status of 404/);
    await context.clock.install();
    const [relay, verify] = await Promise.all([startRelay({ asksForAttestations: true }), startVerify()]);
    const site = (more: string) => {
      const contentSecurityPolicy = `default-src 'none'; script-src 'self'; base-uri 'none'; img-src data:; ${more}`;
      return serve({ files: originFiles, scripts: [], contentSecurityPolicy });
    };
    const [app, wallet] = [
      await site(`connect-src ${relay.url}; frame-src ${verify.origin}`),
      await site(`connect-src ${relay.url} ${verify.origin}; frame-src 'none'`),
    ];
    const open = async (origin: string, url: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(origin);
      await page.waitForFunction(() => 'SignClient' in globalThis);
      await page.evaluate(
        async ([relayUrl, verifyUrl, url]) => {
          // The page defines it.
          const here = globalThis as typeof globalThis & OriginWindow;
          const metadata = { name: 'Page', description: '', url, icons: [], verifyUrl };
          here.client = await here.SignClient.init({ projectId: 'any', relayUrl, metadata });
        },
        [relay.url, verify.origin, url] as const,
      );
      return page;
    };
    await use({
      relay,
      verify,
      appOrigin: app.origin,
      openApp: (url = app.origin) => open(app.origin, url),
      openWallet: () => open(wallet.origin, wallet.origin),
    });
    expect(cspViolations, 'violations of the policy').toEqual([]);
    // The end waits for a turn of each page.
    await context.clock.resume();
    await problems.end();
    await Promise.all([relay.stop(), verify.stop()]);
  },
});

/** Takes a link that is copied from the dialog. */
const copiedLink = async (dapp: DappPage): Promise<string> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
  await dapp.dialog.getByTestId('lk-copy-link').click();
  await expect(dapp.dialog.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1);
  return dapp.page.evaluate(() => navigator.clipboard.readText());
};

/** How long a wallet waits until the service has said where a message came from. */
const PATIENCE_MS = 1_000;

/** From here on no time passes in the pages but what the test lets pass: their patience lasts as long as service, relay and browser need. */
const stopTime = async (page: Page): Promise<void> => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000);

/** What the service was asked of one kind. */
const asked = async ({ control }: Verify, service: 'attestation' | 'lookup') =>
  (await control.requests()).filter((request) => request.service === service);

/** Holds each look-up of the wallet until the frame of the app was there. */
const lookUpAfterwards = (wallet: Page, verify: Verify): Promise<unknown> =>
  wallet.route(`${verify.origin}/attestation/*`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await expect
      .poll(async () => (await asked(verify, 'attestation')).map(({ query }) => `/attestation/${query['decryptedId']}`))
      .toContain(pathname);
    await route.continue();
  });

/** Proposes a session. @returns the URI */
const propose = (app: Page): Promise<string> =>
  app.evaluate(async (optionalNamespaces) => {
    // The page defines it.
    const here = globalThis as typeof globalThis & OriginWindow;
    const { uri = '', approval } = await here.client.connect({ optionalNamespaces });
    here.approval = approval();
    // It is asked for later, if at all.
    here.approval.catch(() => undefined);
    return uri;
  }, ASKED);

/** Takes up the URI. @returns the proposal and what the wallet is told of its origin */
const pair = (wallet: Page, uri: string): Promise<{ readonly proposal: SignProposal; readonly verdict: Verdict }> =>
  wallet.evaluate(async (link) => {
    // The page defines it.
    const { client } = globalThis as typeof globalThis & OriginWindow;
    const proposed = new Promise<{ proposal: SignProposal; verdict: Verdict }>((resolve) => {
      client.once('session_proposal', ({ params, verifyContext }) => resolve({ proposal: params, verdict: verifyContext.verified }));
    });
    await client.pair({ uri: link });
    return proposed;
  }, uri);

/** Approves a proposal, lets the app ask for a signature, and answers. @returns what the wallet is told of the request's origin */
const approveAndAsk = async (app: Page, wallet: Page, id: number): Promise<Verdict> => {
  const topic = await wallet.evaluate(
    async ([id, namespaces]) => {
      // The page defines it.
      const { client } = globalThis as typeof globalThis & OriginWindow;
      const { topic, acknowledged } = await client.approve({ id, namespaces });
      await acknowledged();
      return topic;
    },
    [id, ALLOWED] as const,
  );
  await wallet.evaluate(() => {
    // The page defines it.
    const here = globalThis as typeof globalThis & OriginWindow;
    here.request = new Promise((resolve) => {
      here.client.once('session_request', async ({ id, topic, verifyContext }) => {
        await here.client.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } });
        resolve(verifyContext.verified);
      });
    });
  });
  const answer = await app.evaluate(async (topic) => {
    // The page defines it.
    const { client } = globalThis as typeof globalThis & OriginWindow;
    return client.request<string>({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } });
  }, topic);
  expect(answer).toBe('signed');
  return wallet.evaluate(() => (globalThis as typeof globalThis & OriginWindow).request);
};

test.describe('where a message comes from @protocol', () => {
  test('is attested by a hidden frame beside its way, and VALID to the wallet; the frame is gone afterwards', async ({ world }) => {
    const { verify, appOrigin } = world;
    const [app, wallet] = [await world.openApp(), await world.openWallet()];
    expect(await verify.control.requests()).toEqual([]);
    await stopTime(app);
    await lookUpAfterwards(wallet, verify);
    const { proposal, verdict } = await pair(wallet, await propose(app));
    const valid = { origin: appOrigin, validation: 'VALID', verifyUrl: verify.origin, isScam: false };
    expect(verdict).toEqual(valid);
    expect(await approveAndAsk(app, wallet, proposal.id)).toEqual(valid);
    expect((await asked(verify, 'attestation')).map(({ from, query }) => [from, query['origin'], query['projectId']])).toEqual([
      [appOrigin, appOrigin, 'any'],
      [appOrigin, appOrigin, 'any'],
    ]);
    await expect(app.locator('iframe')).toHaveCount(0);
  });

  test('is INVALID where the app says that it is another, with a warning where the service knows it for fraud', async ({ world }) => {
    const { verify, appOrigin } = world;
    await verify.control.setScams([appOrigin]);
    const [app, wallet] = [await world.openApp('https://bank.example'), await world.openWallet()];
    await stopTime(app);
    await lookUpAfterwards(wallet, verify);
    const { verdict } = await pair(wallet, await propose(app));
    expect(verdict).toEqual({ origin: appOrigin, validation: 'INVALID', verifyUrl: verify.origin, isScam: true });
  });

  test('holds nobody up where the service never answers: UNKNOWN within seconds, and no frame is left behind', async ({ world }) => {
    const { verify, appOrigin } = world;
    await verify.control.setDoor('never');
    const [app, wallet] = [await world.openApp(), await world.openWallet()];
    await stopTime(app);
    // It is proposed without that any time has passed; the official client waits five seconds before it sends a proposal or a request.
    const uri = await propose(app);
    await expect(app.locator('iframe')).toHaveCount(1);
    /** Lets the wallet's patience end, once it has asked so often. */
    const endPatience = async (lookups: number): Promise<void> => {
      await expect.poll(() => asked(verify, 'lookup')).toHaveLength(lookups);
      await wallet.clock.runFor(PATIENCE_MS);
    };
    const [{ proposal, verdict }] = await Promise.all([pair(wallet, uri), endPatience(1)]);
    expect(verdict).toEqual({ origin: appOrigin, validation: 'UNKNOWN', verifyUrl: verify.origin });
    const [request] = await Promise.all([approveAndAsk(app, wallet, proposal.id), endPatience(2)]);
    expect(request.validation).toBe('UNKNOWN');
    await app.evaluate(() => (globalThis as typeof globalThis & OriginWindow).client.dispose());
    await expect(app.locator('iframe')).toHaveCount(0);
  });

  test('is attested for the modal too where its host names the service, and for no other', async ({
    world,
    page,
    serve,
    sandbox,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { relay, verify } = world;
    const site = await serve({ files: await buildPage({ folder: OPTIONS_PAGE, mode: 'production' }) });
    const wallet = await world.openWallet();
    const { walletDirectory, images } = sandbox.meta;
    const endpoints = { relay: relay.url, walletDirectory, images };
    const linkWith = async (more: object): Promise<string> => {
      const options = { projectId: 'any', endpoints: { ...endpoints, ...more } };
      return copiedLink(await openOptionsPage(page, site.origin, { reach: true, options }));
    };
    expect((await pair(wallet, await linkWith({}))).verdict.validation).toBe('UNKNOWN');
    expect(await asked(verify, 'attestation')).toEqual([]);
    const link = await linkWith({ verify: verify.origin });
    await expect.poll(() => asked(verify, 'attestation')).toHaveLength(1);
    await stopTime(page);
    expect((await pair(wallet, link)).verdict).toMatchObject({ origin: site.origin, validation: 'VALID' });
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});
