import { parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { expect, test } from './support/fixtures.js';
import { connect, connectedSites, expectForgotten, fact, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import { WITH_MOTION } from './support/with-motion.js';

test.use(WITH_MOTION);

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

test.describe('user with an installed wallet @connect', () => {
  test('rejects, then connects, signs, sends a transaction that is mined, and reconnects after a reload', async ({
    dapp,
    wallet,
    control,
    chains,
  }) => {
    await dapp.open();
    await dapp.openDialog();
    const request = await wallet.during(() => dapp.wallet(SANDBOX_WALLET).click());
    expect(await request.origin()).toContain(dapp.origin);
    await expect(dapp.dialog).toContainText(`Continue in ${SANDBOX_WALLET}`);
    await request.reject();
    await expect(dapp.dialog).toContainText('Connection declined');
    expect(await connectedSites(control)).toEqual([]);
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Try again' }).click());
    await expect(dapp.dialog).toBeHidden();
    const { selected: address, sites } = await control.state();
    await expect(fact(dapp, 'address')).toHaveText(address);
    expect(sites).toEqual([{ origin: dapp.origin, accounts: [address] }]);

    const message = 'Latchkey e2e: grüß Gott 🔑';
    await dapp.page.getByTestId('demo-message').fill(message);
    await wallet.approve(() => dapp.page.getByTestId('demo-sign-message').click());
    const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message, signature })).toBe(address);

    await wallet.approve(() => dapp.page.getByTestId('demo-sign-typed-data').click());
    const typedSignature = (await fact(dapp, 'typed-signature').innerText()) as `0x${string}`;
    const typedRequest = (await control.requests()).find(({ method }) => method === 'eth_signTypedData_v4');
    const [, json] = (typedRequest?.params ?? []) as readonly [string, string];
    expect(await recoverTypedDataAddress({ ...JSON.parse(json), signature: typedSignature })).toBe(address);

    const node = chains.of('eip155:1');
    const before = await node.getBalance({ address: RECIPIENT });
    await dapp.page.getByTestId('demo-recipient').fill(RECIPIENT);
    await dapp.page.getByTestId('demo-amount').fill('1.25');
    await wallet.approve(() => dapp.page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    const receipt = await chains.receipt('eip155:1', await fact(dapp, 'hash').innerText());
    expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase(), to: RECIPIENT.toLowerCase() });
    expect(await node.getBalance({ address: RECIPIENT })).toBe(before + parseEther('1.25'));
    await expect(fact(dapp, 'balance')).toContainText('9,998.74');

    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(fact(dapp, 'address')).toHaveText(address);
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['failed', 'responded']);
    await expect.poll(() => wallet.open).toHaveLength(0);
  });

  test('switches the network, switches from an unsupported one, and stays disconnected after a reload', async ({
    dapp,
    wallet,
    control,
  }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await dapp.page.locator('#network').click();
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    await expect(dapp.dialog).toBeHidden();
    expect((await control.state()).chainId).toBe(137);

    await control.switchChain(100);
    await expect(dapp.dialog).toContainText('is on another network');
    await expect(fact(dapp, 'supported')).toHaveText('no');
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Ethereum' }).click());
    await expect(dapp.dialog).toBeHidden();
    await expect(fact(dapp, 'supported')).toHaveText('yes');
    expect((await control.state()).chainId).toBe(1);

    await dapp.page.locator('#account').click();
    await dapp.dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect(dapp.dialog).toBeHidden();
    await expectForgotten(control);
    await dapp.page.reload();
    await dapp.connectButton.waitFor();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['responded']);
  });

  test('is in sync across tabs: connected, another account, locked, unlocked, disconnected', async ({ dapp, wallet, control }) => {
    await dapp.open();
    const firstTab = await dapp.anotherTab();
    const address = await connect(dapp, wallet);
    await expect(fact(firstTab, 'address')).toHaveText(address);
    const secondTab = await dapp.anotherTab();
    await expect(fact(secondTab, 'address')).toHaveText(address);
    const tabs = [dapp, firstTab, secondTab];

    await control.selectAccount(1);
    const { selected } = await control.state();
    expect(selected).not.toBe(address);
    for (const tab of tabs) await expect(fact(tab, 'address')).toHaveText(selected);

    await control.lock();
    await firstTab.page.reload();
    for (const tab of tabs) await expect(fact(tab, 'status')).toHaveText('disconnected');
    await control.unlock();
    for (const tab of tabs) await expect(fact(tab, 'address')).toHaveText(selected);
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['responded']);

    await secondTab.page.getByTestId('demo-disconnect').click();
    for (const tab of tabs) await expect(fact(tab, 'status')).toHaveText('disconnected');
    await expectForgotten(control);
  });

  test('connects and signs when browser storage is blocked, and the app is warned once', async ({ dapp, wallet, control, problems }) => {
    problems.expect(/will not survive a reload/);
    const logged: string[] = [];
    dapp.page.on('console', (message) => logged.push(message.text()));
    await dapp.page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('no', 'SecurityError');
        },
      });
    });
    await dapp.open();
    await connect(dapp, wallet);
    await dapp.page.getByTestId('demo-message').fill('from memory');
    await wallet.approve(() => dapp.page.getByTestId('demo-sign-message').click());
    await expect(fact(dapp, 'message-verified')).toBeVisible();
    expect(logged.filter((text) => text.includes('will not survive a reload'))).toHaveLength(1);
    for (const method of ['eth_requestAccounts', 'personal_sign']) expect(await outcomesOf(control, method), method).toEqual(['responded']);
  });
});
