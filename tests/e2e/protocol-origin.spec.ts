import { startRelay, startVerify, type Verify } from '@latchkey/sandbox';
import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { test as base, expect } from './support/protocol-fixtures.js';
import { MESSAGE } from './support/protocol-flows.js';
import type { ProtocolPage } from './support/protocol-page.js';

/** The pages with a Verify API service, and a relay that omits missing attestations. */
const test = base.extend<{ readonly verify: Verify }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  verify: async ({}, use) => {
    const verify = await startVerify();
    await use(verify);
    await verify.stop();
  },
  services: async ({ verify }, use) => {
    const relay = await startRelay({ omitsMissingAttestations: true });
    await use({ relay: relay.url, verify: verify.origin });
    await relay.stop();
  },
});

/** Stops the clock of a page, so that no timeout expires while service, relay and browser respond. */
const stopTime = async ({ page }: ProtocolPage): Promise<void> => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000);

test.beforeEach(({ context }) => context.clock.install());
// The end of a test waits for a timer in each page.
test.afterEach(({ context }) => context.clock.resume());

test.describe('origin of a message @protocol', () => {
  test('is attested by a hidden frame and VALID in the wallet, and the frame is removed afterwards', async ({
    openApp,
    openWallet,
    sites,
    verify,
  }) => {
    const query = `?verify=${encodeURIComponent(verify.origin)}`;
    const [app, wallet] = [await openApp(query), await openWallet(query)];
    expect(await verify.control.requests()).toEqual([]);
    await stopTime(app);
    const attested = async () => (await verify.control.requests()).filter(({ service }) => service === 'attestation');
    // Delays each look-up of the wallet until the app's frame has been requested.
    await wallet.page.route(`${verify.origin}/attestation/*`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const paths = async () => (await attested()).map(({ query: { decryptedId } }) => `/attestation/${decryptedId}`);
      await expect.poll(paths).toContain(pathname);
      await route.continue();
    });

    await wallet.pair(await app.linkOf('connect'));
    await expect(wallet.origin).toHaveText(`VALID ${sites.app}`);
    await wallet.respond();
    await expect(app.result('connect')).toHaveText(/^[0-9a-f]{64}$/);
    await app.press('sign');
    await wallet.promptText('personal_sign on eip155:1');
    await expect(wallet.origin).toHaveText(`VALID ${sites.app}`);
    await wallet.respond();
    await expect(app.result('sign')).toHaveText(/^0x/);
    // Hex, as checked in the previous line.
    const signature = (await app.result('sign').innerText()) as `0x${string}`;
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);

    expect((await attested()).map(({ from, query: { origin, projectId } }) => [from, origin, projectId])).toEqual([
      [sites.app, sites.app, 'any-project'],
      [sites.app, sites.app, 'any-project'],
    ]);
    await expect(app.page.locator('iframe')).toHaveCount(0);
  });
});
