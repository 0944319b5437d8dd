import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact } from './support/flows.js';
import { scanCode } from './support/scan-code.js';

const openCode = async (dapp: DappPage): Promise<void> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
};

const copied = async (dapp: DappPage): Promise<string> => {
  await dapp.dialog.getByTestId('lk-copy-link').click();
  return dapp.page.evaluate(() => navigator.clipboard.readText());
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
    await dapp.page.clock.runFor(205_000);
    await expect.poll(() => copied(dapp)).not.toBe(first);
    await expect(dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]')).toBeVisible();
    const phone = await openPhone();
    // The one that was just replaced still counts.
    await phone.paste(first);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
  });
});
