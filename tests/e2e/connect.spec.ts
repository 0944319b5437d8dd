import { parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { expect, test } from './support/fixtures.js';
import { connect, connectedSites, expectForgotten, fact, outcomesOf, roundTrip, SANDBOX_WALLET } from './support/flows.js';

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

test.describe('a visitor with an installed wallet @connect', () => {
  test('connects: the wallet shows the site, and only what was shared is known', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await dapp.openDialog();
    const question = await wallet.during(() => dapp.wallet(SANDBOX_WALLET).click());
    expect(await question.origin()).toContain(dapp.origin);
    await expect(dapp.dialog).toContainText(`Continue in ${SANDBOX_WALLET}`);
    await question.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    const { sites } = await control.state();
    expect(sites.map(({ origin }) => origin)).toEqual([dapp.origin]);
    await expect(dapp.dialog).toBeHidden();
  });

  test('signs a message that recovers to the account', async ({ dapp, wallet }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const message = 'Latchkey e2e: grüß Gott 🔑';
    await dapp.page.getByTestId('demo-message').fill(message);
    await wallet.approve(() => dapp.page.getByTestId('demo-sign-message').click());
    const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message, signature })).toBe(address);
  });

  test('signs typed data that recovers to the account', async ({ dapp, wallet, control }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    await wallet.approve(() => dapp.page.getByTestId('demo-sign-typed-data').click());
    const signature = (await fact(dapp, 'typed-signature').innerText()) as `0x${string}`;
    const asked = (await control.requests()).find(({ method }) => method === 'eth_signTypedData_v4');
    const [, json] = (asked?.params ?? []) as readonly [string, string];
    expect(await recoverTypedDataAddress({ ...JSON.parse(json), signature })).toBe(address);
  });

  test('sends a transaction that is mined, and sees the balance fall', async ({ dapp, wallet, chains }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const node = chains.of('eip155:1');
    const before = await node.getBalance({ address: RECIPIENT });
    await dapp.page.getByTestId('demo-recipient').fill(RECIPIENT);
    await dapp.page.getByTestId('demo-amount').fill('1.25');
    await wallet.approve(() => dapp.page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    const hash = await fact(dapp, 'hash').innerText();
    const receipt = await chains.receipt('eip155:1', hash);
    expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase(), to: RECIPIENT.toLowerCase() });
    expect(await node.getBalance({ address: RECIPIENT })).toBe(before + parseEther('1.25'));
    await expect(fact(dapp, 'balance')).toContainText('9,998.74');
  });

  test('moves to another network in the wallet', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await dapp.page.locator('#network').click();
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    await expect(dapp.dialog).toBeHidden();
    expect((await control.state()).chainId).toBe(137);
  });

  test('is shown the way out of an unsupported network, whoever went there', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await control.switchChain(100);
    await expect(dapp.dialog).toContainText('does not work on the network of your wallet');
    await expect(fact(dapp, 'supported')).toHaveText('no');
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Ethereum' }).click());
    await expect(dapp.dialog).toBeHidden();
    await expect(fact(dapp, 'supported')).toHaveText('yes');
    expect((await control.state()).chainId).toBe(1);
  });

  test('is still connected after a reload, without a question', async ({ dapp, wallet, control }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(fact(dapp, 'address')).toHaveText(address);
    const asked = (await control.requests()).filter(({ method }) => method === 'eth_requestAccounts');
    expect(asked).toHaveLength(1);
    expect(wallet.open).toHaveLength(0);
  });

  test('is reconnected also when the wallet announces itself late', async ({ dapp, wallet }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    await dapp.page.addInitScript(() => {
      const announce = window.dispatchEvent.bind(window);
      const held: Event[] = [];
      let isLate = false;
      window.dispatchEvent = (event) => {
        if (isLate || event.type !== 'eip6963:announceProvider') return announce(event);
        held.push(event);
        return true;
      };
      addEventListener('test:announce', () => {
        isLate = true;
        for (const event of held) announce(event);
      });
    });
    // What else the page loads is not waited for: a wallet may not be late for ever.
    await dapp.page.reload({ waitUntil: 'commit' });
    await expect(fact(dapp, 'status')).toHaveText('reconnecting');
    await dapp.page.evaluate(() => dispatchEvent(new Event('test:announce')));
    await expect(fact(dapp, 'address')).toHaveText(address);
  });

  test('sees the same in a second tab: connected, another account, disconnected', async ({ dapp, wallet, control }) => {
    await dapp.open();
    const early = await dapp.anotherTab();
    const address = await connect(dapp, wallet);
    await expect(fact(early, 'address')).toHaveText(address);
    const late = await dapp.anotherTab();
    await expect(fact(late, 'address')).toHaveText(address);

    await control.selectAccount(1);
    for (const tab of [dapp, early, late]) await expect(fact(tab, 'address')).not.toHaveText(address);
    const { selected } = await control.state();
    for (const tab of [dapp, early, late]) await expect(fact(tab, 'address')).toHaveText(selected);
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);

    await late.page.getByTestId('demo-disconnect').click();
    for (const tab of [dapp, early, late]) await expect(fact(tab, 'status')).toHaveText('disconnected');
    await expectForgotten(control);
  });

  test('is disconnected while the wallet is locked and back when it is unlocked', async ({ dapp, wallet, control }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    await control.lock();
    expect((await control.state()).locked).toBe(true);
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await control.unlock();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(fact(dapp, 'address')).toHaveText(address);
    const { locked, selected, sites } = await control.state();
    expect({ locked, selected, sites }).toEqual({
      locked: false,
      selected: address,
      sites: [{ origin: dapp.origin, accounts: [address] }],
    });
    // The wallet was asked nothing for it.
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
  });

  test('is taken up when it is unlocked also in a tab that was reloaded while it was locked', async ({ dapp, wallet, control }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const other = await dapp.anotherTab();
    await expect(fact(other, 'status')).toHaveText('connected');
    await control.lock();
    await other.page.reload();
    for (const tab of [dapp, other]) await expect(fact(tab, 'status')).toHaveText('disconnected');
    await control.unlock();
    for (const tab of [dapp, other]) await expect(fact(tab, 'address')).toHaveText(address);
    expect((await control.requests()).filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1);
  });

  test('is disconnected when the wallet forgets the site, and stays so after a reload', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await connect(dapp, wallet);
    const home = await wallet.home();
    await home.disconnect(dapp.origin);
    expect(await connectedSites(control)).toEqual([]);
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await roundTrip(dapp);
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    expect(wallet.open).toHaveLength(0);
    expect(await connectedSites(control)).toEqual([]);
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
  });

  test('disconnects in the dialog: the wallet forgets the site and no reload brings it back', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await dapp.page.locator('#account').click();
    await dapp.dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect(dapp.dialog).toBeHidden();
    await expectForgotten(control);
    await dapp.page.reload();
    await dapp.connectButton.waitFor();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    expect((await control.requests()).filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1);
  });

  test('declines in the wallet, is told so, and tries again', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await dapp.openDialog();
    await wallet.reject(() => dapp.wallet(SANDBOX_WALLET).click());
    await expect(dapp.dialog).toContainText('You declined');
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    expect(await connectedSites(control)).toEqual([]);
    expect((await control.requests()).find(({ method }) => method === 'eth_requestAccounts')).toMatchObject({
      outcome: 'failed',
      code: 4001,
    });
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Try again' }).click());
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['failed', 'answered']);
    const { selected, sites } = await control.state();
    expect(sites).toEqual([{ origin: dapp.origin, accounts: [selected] }]);
    await expect(fact(dapp, 'address')).toHaveText(selected);
  });

  test('goes back while the wallet asks: an answer that comes later changes nothing', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await dapp.openDialog();
    const question = await wallet.during(() => dapp.wallet(SANDBOX_WALLET).click());
    await dapp.dialog.getByRole('button', { name: 'Back' }).click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await question.approve();
    await expect.poll(() => outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    expect(await connectedSites(control)).toEqual([dapp.origin]);
    await roundTrip(dapp);
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    // Nor is it remembered.
    await dapp.page.reload();
    await dapp.connectButton.waitFor();
    await roundTrip(dapp);
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
  });

  test('copies the address', async ({ dapp, wallet, control, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dapp.open();
    const address = await connect(dapp, wallet);
    await dapp.page.locator('#account').click();
    await dapp.dialog.getByRole('button', { name: 'Copy address' }).click();
    await expect(dapp.dialog).toContainText('Address copied');
    expect(await dapp.page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    expect((await control.state()).selected).toBe(address);
  });
});
