import type { Page, Request, WebSocket } from '@playwright/test';
import { test } from './support/chains-fixtures.js';
import { connectByCode } from './support/connect-by-code.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { expectChains, showChain } from './support/show-chain.js';

const MINUTE_MS = 60_000;
/** Half of what a node is given to answer. */
const STEP_MS = 5_000;

/** Where names of ENS are asked for. @see https://docs.ens.domains/resolvers/universal */
const NAMES = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee';

/** What a page asks others. */
interface Questions {
  /** Addresses and messages, oldest first. */
  readonly asked: string[];
  /** How many of them have no answer. */
  open(): number;
}

const idOf = (message: string | Buffer): unknown => JSON.parse(String(message)).id;

/** What a page asks others by HTTP, and a node by socket, from now on. */
const listen = (page: Page, origin: string, node: string): Questions => {
  const asked: string[] = [];
  const requests = new Set<Request>();
  /** Ids of what was asked over each socket that is open. */
  const sockets = new Map<WebSocket, Set<unknown>>();
  page.on('request', (request) => {
    const url = request.url();
    // The wallet of the sandbox comes to the page by a script.
    if (!/^https?:/.test(url) || url.startsWith(origin) || request.resourceType() === 'script') return;
    asked.push(url);
    requests.add(request);
  });
  const answered = (request: Request): void => void requests.delete(request);
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(node).host) return;
    const ids = new Set<unknown>();
    sockets.set(socket, ids);
    socket.on('framesent', ({ payload }) => {
      asked.push(String(payload));
      ids.add(idOf(payload));
    });
    socket.on('framereceived', ({ payload }) => void ids.delete(idOf(payload)));
    socket.on('close', () => void sockets.delete(socket));
  });
  return { asked, open: () => [...sockets.values()].reduce((sum, { size }) => sum + size, requests.size) };
};

/** Waits until everything is answered. */
const allAnswered = ({ open }: Questions): Promise<void> => expect.poll(open).toBe(0);

/** Lets time pass, slowly enough that what is asked for is answered before its time is up. */
const pass = async (page: Page, ms: number, questions: Questions): Promise<void> => {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await allAnswered(questions);
  }
};

/** What a browser does when the person goes to another tab, and comes back. */
const setVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );

test.describe('a visitor who leaves the page open with four namespaces connected', { tag: '@chains' }, () => {
  test('has one question asked a minute, none in the background, and one on coming back', async ({ dapp, openPhone, world }) => {
    // Minutes pass in steps, with a real answer of a real node after each.
    test.slow();
    const { page } = dapp;
    await page.clock.install();
    const questions = listen(page, dapp.origin, world.nodes.polkadot?.url ?? '');
    const { asked } = questions;
    await dapp.open();
    expect(asked).toEqual([]);
    const phone = await openPhone();
    // It is asked once, by code that may come later than everything else.
    const named = page.waitForResponse((response) => response.request().postData()?.toLowerCase().includes(NAMES) === true);
    await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();
    await expectChains(dapp, 4);
    await named;

    for (const chain of [null, /solana/i, /bitcoin/i, /polkadot/i]) {
      if (chain !== null) await showChain(dapp, chain);
      await expect(fact(dapp, 'balance')).toHaveText(/\d/);
      await test.step(`on ${chain ?? 'the first chain'}`, async () => {
        await allAnswered(questions);
        // From here on no time passes but what the test lets pass.
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
        asked.length = 0;
        await pass(page, MINUTE_MS, questions);
        await expect.poll(() => asked).toHaveLength(1);
        await setVisible(page, false);
        asked.length = 0;
        await pass(page, 2 * MINUTE_MS, questions);
        expect(asked).toEqual([]);
        await setVisible(page, true);
        // A socket that was left is opened again first: little time passes here while that happens out there.
        await expect
          .poll(async () => {
            await page.clock.runFor(STEP_MS / 50);
            return asked;
          })
          .toHaveLength(1);
        await pass(page, 2 * STEP_MS, questions);
        expect(asked).toHaveLength(1);
        await page.clock.resume();
      });
    }
  });
});
