import { startRelay, startVerify, type Verify } from '@latchkey/sandbox';
import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { test as base, expect } from './support/protocol-fixtures.js';
import { MESSAGE } from './support/protocol-flows.js';
import type { ProtocolPage } from './support/protocol-page.js';

/** The pages with a service that attests origins, and a relay that says of a message whether it came with an attestation. */
const test = base.extend<{ readonly verify: Verify }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  verify: async ({}, use) => {
    const verify = await startVerify();
    await use(verify);
    await verify.stop();
  },
  services: async ({ verify }, use) => {
    const relay = await startRelay({ asksForAttestations: true });
    await use({ relay: relay.url, verify: verify.origin });
    await relay.stop();
  },
});

/** From here on no time passes in the pages: their patience lasts as long as service, relay and browser need. */
const stopTime = async ({ page }: ProtocolPage): Promise<void> => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000);

test.beforeEach(({ context }) => context.clock.install());
// What ends a flow waits for a turn of each page.
test.afterEach(({ context }) => context.clock.resume());

test.describe('where a message comes from @protocol', () => {
  test('is attested by a hidden frame beside its way, and VALID to the wallet; the frame is gone afterwards', async ({
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
    // Holds each look-up of the wallet until the frame of the app was there.
    await wallet.page.route(`${verify.origin}/attestation/*`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const paths = async () => (await attested()).map(({ query: { decryptedId } }) => `/attestation/${decryptedId}`);
      await expect.poll(paths).toContain(pathname);
      await route.continue();
    });

    await wallet.pair(await app.linkOf('connect'));
    await expect(wallet.origin).toHaveText(`VALID ${sites.app}`);
    await wallet.answer();
    await expect(app.result('connect')).toHaveText(/^[0-9a-f]{64}$/);
    await app.press('sign');
    await wallet.asked('personal_sign on eip155:1');
    await expect(wallet.origin).toHaveText(`VALID ${sites.app}`);
    await wallet.answer();
    await expect(app.result('sign')).toHaveText(/^0x/);
    // Hex, as the line before says.
    const signature = (await app.result('sign').innerText()) as `0x${string}`;
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);

    expect((await attested()).map(({ from, query: { origin, projectId } }) => [from, origin, projectId])).toEqual([
      [sites.app, sites.app, 'any-project'],
      [sites.app, sites.app, 'any-project'],
    ]);
    await expect(app.page.locator('iframe')).toHaveCount(0);
  });
});
