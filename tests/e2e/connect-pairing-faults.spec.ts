import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact } from './support/flows.js';
import { scanCode } from './support/scan-code.js';

const openCode = async (dapp: DappPage): Promise<void> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
};

/** How long the next link may take. The one before it is good for longer. */
const LINK_MS = 20_000;

/** The link on screen, copied as soon as there is another than the one `before`. What a click copies may come after the click is done. */
const copied = async ({ page, dialog }: DappPage, before = ''): Promise<string> => {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  let link = '';
  const isThere = async (): Promise<boolean> => {
    await dialog.getByTestId('lk-copy-link').click();
    link = await page.evaluate(() => navigator.clipboard.readText());
    return link.startsWith('wc:') && link !== before;
  };
  await expect.poll(isThere, { timeout: LINK_MS }).toBe(true);
  return link;
};

test.describe('a visitor whose pairing goes wrong @connect', () => {
  test('is told that the relay cannot be reached, connects an installed wallet instead', async ({ dapp, relay, wallet, problems }) => {
    problems.expect(/WebSocket connection to/);
    await relay.setDoor('refuse');
    await dapp.open();
    await openCode(dapp);
    await expect(dapp.dialog.getByTestId('lk-try-again')).toBeVisible();
    await dapp.dialog.getByTestId('lk-use-installed').click();
    await expect(dapp.dialog.getByTestId('lk-wallets')).toBeVisible();
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    await connect(dapp, wallet);
  });

  test('reads in the place of the code that no relay answers, after eight seconds and not before, and gets a code then', async ({
    dapp,
    relay,
    openPhone,
    problems,
  }) => {
    problems.expect(/WebSocket connection to/);
    await relay.setDoor('hang');
    await dapp.page.clock.install();
    await dapp.open();
    await dapp.openDialog();
    // From here on no time passes but what the test lets pass.
    await dapp.page.clock.pauseAt((await dapp.page.evaluate(() => Date.now())) + 60_000);
    const dialled = dapp.page.waitForEvent('websocket');
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
    await dialled;
    const retry = dapp.dialog.getByTestId('lk-try-again');
    await dapp.page.clock.runFor(7_500);
    await expect(dapp.dialog.getByTestId('lk-qr')).toBeVisible();
    await expect(retry).toHaveCount(0);
    await dapp.page.clock.runFor(1_000);
    await expect(retry).toBeVisible();
    await expect(dapp.dialog).toContainText('Wallets elsewhere cannot be reached');
    await expect(dapp.dialog.getByTestId('lk-qr')).toHaveCount(0);

    await relay.setDoor('open');
    await dapp.page.clock.resume();
    await retry.click();
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
  });

  test('wakes a computer that slept longer than the code was good for, finds a new one in its place, and connects with it', async ({
    dapp,
    openPhone,
    phoneControl,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dapp.page.clock.install();
    await dapp.open();
    await openCode(dapp);
    const code = dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]');
    await code.waitFor();
    const first = await copied(dapp);
    // What was due meanwhile happens once, all at the same time.
    await dapp.page.clock.fastForward(310_000);
    await copied(dapp, first);
    await expect(code).toBeVisible();
    await expect(dapp.dialog.getByTestId('lk-try-again')).toHaveCount(0);
    await expect(fact(dapp, 'status')).toHaveText('connecting');
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });

  test('closes the wallet in the middle of an approval, opens it again, and approves the same code', async ({ dapp, openPhone }) => {
    await dapp.open();
    await openCode(dapp);
    const closed = await openPhone();
    await scanCode(dapp, closed);
    await closed.page.close();
    // Nobody has answered: the code stays, and nothing is said to be wrong.
    await expect(dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]')).toBeVisible();
    await expect(dapp.dialog.getByTestId('lk-try-again')).toHaveCount(0);
    await expect(fact(dapp, 'status')).toHaveText('connecting');
    await (await openPhone()).approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
  });

  test('closes the wallet in the middle of an approval, gives up, and connects with a new code although the old question still waits', async ({
    dapp,
    openPhone,
    phoneControl,
  }) => {
    await dapp.open();
    await openCode(dapp);
    const closed = await openPhone();
    await scanCode(dapp, closed);
    await closed.page.close();
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dapp.dialog).toBeHidden();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await openCode(dapp);
    const phone = await openPhone();
    await phone.reject();
    // That was no answer to the new code.
    await scanCode(dapp, phone);
    await expect(dapp.dialog.getByTestId('lk-try-again')).toHaveCount(0);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });

  test('loses the wallet for good in the middle of an approval, and connects with it once it is set up anew', async ({
    dapp,
    openPhone,
    phoneControl,
  }) => {
    await dapp.open();
    await openCode(dapp);
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phoneControl.reset();
    await expect(phone.page.getByTestId('sw-approve')).toHaveCount(0);
    await expect(fact(dapp, 'status')).toHaveText('connecting');
    await dapp.dialog.getByTestId('lk-back').click();
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await openCode(dapp);
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });

  test('reloads the page while the wallet is asked, asks for a code again, and is connected when the first question is answered', async ({
    dapp,
    openPhone,
    phoneControl,
  }) => {
    await dapp.open();
    await openCode(dapp);
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phone.question();
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await openCode(dapp);
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });

  test('gets a code once the relay is back', async ({ dapp, relay, openPhone, problems }) => {
    problems.expect(/WebSocket connection to/);
    await relay.setDoor('refuse');
    await dapp.open();
    await openCode(dapp);
    await dapp.dialog.getByTestId('lk-try-again').waitFor();
    await relay.setDoor('open');
    await dapp.dialog.getByTestId('lk-try-again').click();
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
  });

  test('is told at once that the relay does not accept the site, and nothing is tried again by itself', async ({ dapp, relay }) => {
    await relay.setProjectIds(['another']);
    await dapp.open();
    await openCode(dapp);
    await expect(dapp.dialog.getByTestId('lk-use-installed')).toBeVisible();
    expect((await relay.traffic()).filter(({ kind }) => kind === 'refused')).toHaveLength(1);
  });

  test('goes on signing after the line broke', async ({ dapp, relay, openPhone, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dapp.open();
    await openCode(dapp);
    const phone = await openPhone();
    await phone.paste(await copied(dapp));
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await relay.dropSockets();
    await dapp.page.getByTestId('demo-message').fill('after the line broke');
    await dapp.page.getByTestId('demo-sign-message').click();
    await phone.approve();
    await expect(fact(dapp, 'message-signature')).toHaveText(/^0x/);
  });

  test('sees a new code before the old one is over, without a gap, and the clock says so', async ({ dapp, openPhone, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dapp.page.clock.install();
    await dapp.open();
    await openCode(dapp);
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    const first = await copied(dapp);
    // The next one is due after 200 s. The relay answers in real time, and the page waits for it for a while only.
    await dapp.page.clock.runFor(201_000);
    await copied(dapp, first);
    await expect(dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]')).toBeVisible();
    const phone = await openPhone();
    // The one that was just replaced still counts.
    await phone.paste(first);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
  });
});
