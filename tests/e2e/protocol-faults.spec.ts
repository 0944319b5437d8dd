import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';
import type { ProtocolPage } from './support/protocol-page.js';

/** How the relay marks the answer to a request. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
const ANSWER = 1109;

/** From here on no time passes in the pages but what the test lets pass. Their clock was installed before they were opened. */
const stopTime = async ({ page }: ProtocolPage): Promise<void> => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

/** What the browser itself writes of a line that it cannot open. */
const NO_LINE = /WebSocket connection to/;

test.describe('two tabs of an app @protocol', () => {
  test('have one session; each gets its own signature, and the wallet ends it for both', async ({ openApp, openWallet }) => {
    const [first, wallet] = [await openApp(), await openWallet()];
    await connectPages(first, wallet);
    const second = await openApp();
    expect(await topicOf(second)).toBe(await topicOf(first));
    await signWith(second, wallet);
    await expect(first.result('sign')).toHaveCount(0);
    await signWith(first, wallet);

    await wallet.press('disconnect');
    for (const tab of [first, second]) {
      await expect(tab.sessions).toHaveCount(0);
      await expect(tab.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    }
  });

  test('one ends the session: it is over in the other and in the wallet, each is told once, and what was asked waits for nobody', async ({
    openApp,
    openWallet,
  }) => {
    const [first, wallet] = [await openApp(), await openWallet()];
    await connectPages(first, wallet);
    const second = await openApp();
    await expect(second.sessions).toHaveCount(1);
    await second.press('sign');
    await wallet.asked('personal_sign on eip155:1');
    await first.press('disconnect');
    await expect(first.result('disconnect')).toHaveText('null');
    await expect(second.sessions).toHaveCount(0);
    await expect(second.result('sign')).toHaveText(/^6000: /);
    for (const page of [second, wallet]) await expect(page.events.filter({ hasText: 'session_delete' })).toHaveCount(1);
    await expect(first.events.filter({ hasText: 'session_delete' })).toHaveCount(0);
    await expect(wallet.questions).toHaveCount(0);
    await second.page.reload();
    await expect(second.output('status')).toHaveText('ready');
    await expect(second.sessions).toHaveCount(0);
  });
});

test.describe('a relay that fails @protocol', () => {
  test('is gone in the middle of a request: the answer comes when it is back, once', async ({ openApp, openWallet, relay, problems }) => {
    problems.expect(NO_LINE);
    const [app, wallet] = [await openApp(), await openWallet()];
    await connectPages(app, wallet);
    await app.press('sign');
    await wallet.asked('personal_sign on eip155:1');
    await relay.setOnline(false);
    await wallet.questions.getByTestId('approve').click();
    await expect.poll(async () => (await relay.traffic()).filter(({ kind }) => kind === 'refused').length).toBeGreaterThan(0);
    await expect(app.result('sign')).toHaveText('…');
    await relay.setOnline(true);
    await expect(app.result('sign')).toHaveText(/^0x/);
    await expect(wallet.questions).toHaveCount(0);
    // Hex, as the line above says.
    const signature = (await app.result('sign').innerText()) as `0x${string}`;
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature })).toBe(true);
    expect((await relay.traffic()).filter(({ kind, tag }) => kind === 'push' && tag === ANSWER)).toHaveLength(1);
    await signWith(app, wallet);
  });

  test('does not know the project: the app is told at once, and connects when it does', async ({ context, openApp, openWallet, relay }) => {
    await relay.setProjectIds(['any-project']);
    await context.clock.install();
    const app = await openApp('?projectId=unknown-project');
    const wallet = await openWallet();
    await stopTime(app);
    const refused = async (): Promise<number> => (await relay.traffic()).filter(({ kind }) => kind === 'refused').length;
    await app.press('connect');
    // Told without that any time has passed.
    await expect(app.result('connect')).toHaveText(/^relay\/unauthorized: /);
    const knocked = await refused();
    // Refused once, it does not knock again by itself: what it did in a minute would be at the relay before the next.
    await app.page.clock.runFor(60_000);
    await app.press('connect');
    await expect(app.result('connect')).toHaveText(/^relay\/unauthorized: /);
    expect(await refused()).toBe(2 * knocked);
    await relay.setProjectIds(null);
    await app.page.clock.resume();
    await connectPages(app, wallet);
    await signWith(app, wallet);
  });

  test('never answers: the app is told after eight seconds and not before, and connects when it does', async ({
    context,
    openApp,
    openWallet,
    relay,
    problems,
  }) => {
    problems.expect(NO_LINE);
    await relay.setDoor('hang');
    await context.clock.install();
    const app = await openApp();
    await stopTime(app);
    const dialled = app.page.waitForEvent('websocket');
    await app.press('connect');
    await dialled;
    await app.page.clock.runFor(7_500);
    await expect(app.result('connect')).toHaveText('…');
    await app.page.clock.runFor(1_000);
    await expect(app.result('connect')).toHaveText(/^relay\/unreachable: /);
    await relay.setDoor('open');
    await app.page.clock.resume();
    await connectPages(app, await openWallet());
  });
});
