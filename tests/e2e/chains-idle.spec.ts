import type { Page } from '@playwright/test';
import { test } from './support/chains-fixtures.js';
import { connectByCode } from './support/connect-by-code.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { expectChains, showChain } from './support/show-chain.js';

const MINUTE_MS = 60_000;
/** Half of what a node is given to answer. */
const STEP_MS = 5_000;

/** What a page asks others by HTTP, and a node by socket, from now on: addresses and messages, oldest first. */
const listen = (page: Page, origin: string, node: string): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    // The wallet of the sandbox comes to the page by a script.
    if (/^https?:/.test(url) && !url.startsWith(origin) && request.resourceType() !== 'script') asked.push(url);
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host === new URL(node).host) socket.on('framesent', ({ payload }) => void asked.push(String(payload)));
  });
  return asked;
};

/** Lets time pass, slowly enough that what is asked for is answered before its time is up. */
const pass = async (page: Page, ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += STEP_MS) await page.clock.runFor(STEP_MS);
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
    const asked = listen(page, dapp.origin, world.nodes.polkadot?.url ?? '');
    await dapp.open();
    expect(asked).toEqual([]);
    const phone = await openPhone();
    await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();
    await expectChains(dapp, 4);

    for (const chain of [null, /solana/i, /bitcoin/i, /polkadot/i]) {
      if (chain !== null) await showChain(dapp, chain);
      await expect(fact(dapp, 'balance')).toHaveText(/\d/);
      await test.step(`on ${chain ?? 'the first chain'}`, async () => {
        // From here on no time passes but what the test lets pass.
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
        asked.length = 0;
        await pass(page, MINUTE_MS);
        await expect.poll(() => asked).toHaveLength(1);
        await setVisible(page, false);
        asked.length = 0;
        await pass(page, 2 * MINUTE_MS);
        expect(asked).toEqual([]);
        await setVisible(page, true);
        // A socket that was left is opened again first: little time passes here while that happens out there.
        await expect
          .poll(async () => {
            await page.clock.runFor(STEP_MS / 50);
            return asked;
          })
          .toHaveLength(1);
        await pass(page, 2 * STEP_MS);
        expect(asked).toHaveLength(1);
        await page.clock.resume();
      });
    }
  });
});
