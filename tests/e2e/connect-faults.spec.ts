import { expect, test } from './support/fixtures.js';
import { connect, connectedSites, fact, outcomesOf, roundTrip, SANDBOX_WALLET } from './support/flows.js';

test.describe('a wallet that misbehaves @connect', () => {
  test('answers nothing: the visitor goes back and the page is as before', async ({ dapp, control }) => {
    await control.setFault({ mode: 'never-answer' });
    await dapp.open();
    await dapp.openDialog();
    await dapp.wallet(SANDBOX_WALLET).click();
    await expect(dapp.dialog).toContainText(`Continue in ${SANDBOX_WALLET}`);
    await expect.poll(() => outcomesOf(control, 'eth_requestAccounts')).toEqual(['pending']);
    await dapp.dialog.getByRole('button', { name: 'Back' }).click();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    // Asked once, and not again by going back: the wallet still holds the question.
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['pending']);
    expect(await connectedSites(control)).toEqual([]);
  });

  test('answers garbage: a typed error and a way to try again', async ({ dapp, wallet, control }) => {
    await control.setFault({ mode: 'answer-garbage' });
    await dapp.open();
    await dapp.openDialog();
    await dapp.wallet(SANDBOX_WALLET).click();
    await expect(dapp.dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    await control.setFault(null);
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Try again' }).click());
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered', 'answered']);
    expect(await connectedSites(control)).toEqual([dapp.origin]);
  });

  test('answers with something that is no Error: a typed error', async ({ dapp, control }) => {
    await control.setFault({ mode: 'answer-error', error: 'no' });
    await dapp.open();
    await dapp.openDialog();
    await dapp.wallet(SANDBOX_WALLET).click();
    await expect(dapp.dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['failed']);
    expect(await connectedSites(control)).toEqual([]);
  });

  test('says everything twice: connected once', async ({ dapp, wallet, control }) => {
    await control.setFault({ mode: 'answer-twice' });
    await dapp.open();
    await connect(dapp, wallet);
    const first = await fact(dapp, 'address').innerText();
    const connections = dapp.page.locator('[data-testid=demo-event][data-event=CONNECT_SUCCESS]');
    await expect(connections).toHaveCount(1);
    await control.selectAccount(1);
    await expect(fact(dapp, 'address')).not.toHaveText(first);
    await control.selectAccount(0);
    await expect(fact(dapp, 'address')).toHaveText(first);
    await roundTrip(dapp);
    await expect(connections).toHaveCount(1);
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    expect(await connectedSites(control)).toEqual([dapp.origin]);
  });

  test('answers after the visitor left: nothing is connected', async ({ dapp, control }) => {
    await control.autoApprove(true);
    await control.setFault({ mode: 'answer-late' });
    await dapp.open();
    await dapp.openDialog();
    await dapp.wallet(SANDBOX_WALLET).click();
    await expect.poll(() => outcomesOf(control, 'eth_requestAccounts')).toEqual(['pending']);
    await dapp.dialog.getByRole('button', { name: 'Back' }).click();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    // Until here the wallet has held its answer back.
    await control.setFault(null);
    await expect.poll(() => outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    expect(await connectedSites(control)).toEqual([dapp.origin]);
    await roundTrip(dapp);
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await dapp.page.reload();
    await dapp.connectButton.waitFor();
    await roundTrip(dapp);
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
  });

  test('knows the network not, in a nested error: it is offered, then switched to', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await control.setFault({
      mode: 'answer-error',
      error: { code: -32603, message: 'Internal error', data: { originalError: { code: 4902 } } },
      methods: ['wallet_switchEthereumChain'],
    });
    await dapp.page.locator('#network').click();
    await wallet.reject(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(dapp.dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(await outcomesOf(control, 'wallet_switchEthereumChain')).toEqual(['failed']);
    expect(await outcomesOf(control, 'wallet_addEthereumChain')).toEqual(['failed']);
    expect((await control.state()).chainId).toBe(1);
  });

  test('declines a signature and a transaction: typed errors, still connected', async ({ dapp, wallet, control, chains }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const sent = (): Promise<number> => chains.of('eip155:1').getTransactionCount({ address, blockTag: 'pending' });
    const before = await sent();
    await dapp.page.getByTestId('demo-message').fill('no');
    await wallet.reject(() => dapp.page.getByTestId('demo-sign-message').click());
    await expect(fact(dapp, 'message-error')).toHaveAttribute('data-code', 'wallet/rejected');
    await dapp.page.getByTestId('demo-recipient').fill('0x90F79bf6EB2c4f870365E785982E1f101E93b906');
    await dapp.page.getByTestId('demo-amount').fill('1');
    await wallet.reject(() => dapp.page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'send-error')).toHaveAttribute('data-code', 'wallet/rejected');
    await expect(fact(dapp, 'status')).toHaveText('connected');
    for (const method of ['personal_sign', 'eth_sendTransaction']) expect(await outcomesOf(control, method), method).toEqual(['failed']);
    expect(await sent()).toBe(before);
    expect(await connectedSites(control)).toEqual([dapp.origin]);
  });
});

test.describe('storage that does not work @connect', () => {
  for (const [name, script] of [
    ['blocked', `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })`],
    ['full', `Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }`],
  ] as const) {
    test(`${name}: the visitor connects and signs all the same, and it is said once`, async ({ dapp, wallet, control, problems }) => {
      problems.expect(/will not survive a reload/);
      const said: string[] = [];
      dapp.page.on('console', (message) => said.push(message.text()));
      await dapp.page.addInitScript(script);
      await dapp.open();
      await connect(dapp, wallet);
      await dapp.page.getByTestId('demo-message').fill('from memory');
      await wallet.approve(() => dapp.page.getByTestId('demo-sign-message').click());
      await expect(fact(dapp, 'message-verified')).toBeVisible();
      expect(said.filter((text) => text.includes('will not survive a reload'))).toHaveLength(1);
      for (const method of ['eth_requestAccounts', 'personal_sign'])
        expect(await outcomesOf(control, method), method).toEqual(['answered']);
    });
  }

  test('corrupted: read as nothing', async ({ dapp, control }) => {
    await dapp.page.addInitScript(() => {
      for (const key of ['active_caip_network_id', 'active_namespace', 'connected_namespaces', 'eip155:connected_connector_id'])
        localStorage.setItem(`@latchkey/${key}`, '{"\u0000');
    });
    await dapp.open();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect(dapp.page.locator('#network')).toContainText('Ethereum');
    await roundTrip(dapp);
    // Nothing was taken up: the wallet shares nothing, and nobody asked it for more than `roundTrip` did.
    expect(await connectedSites(control)).toEqual([]);
    expect(new Set((await control.requests()).map(({ method }) => method))).toEqual(new Set(['eth_accounts']));
  });
});
