import { CONTRACTS } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { decodeAddress } from '@polkadot/util-crypto';
import { encodeFunctionData, type Hex, hashMessage, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { serializeErc6492Signature } from 'viem/utils';
import { ALICE } from './sandbox/hosts.js';
import { axeViolations } from './support/axe.js';
import { test as chainsTest } from './support/chains-fixtures.js';
import { connectByCode } from './support/connect-by-code.js';
import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import { scanCode } from './support/scan-code.js';

interface ServerSession {
  readonly chainId: string;
  readonly accountAddress: string;
  readonly message: string;
}

/** The sessions that the server has for this browser, by its cookie. */
const serverSessions = async ({ page, origin }: DappPage): Promise<readonly ServerSession[]> => {
  const response = await page.request.get(`${origin}/api/sign-in/session`);
  const { sessions } = (await response.json()) as { sessions: readonly ServerSession[] };
  return sessions;
};

const accountsOf = async (dapp: DappPage): Promise<readonly string[]> =>
  (await serverSessions(dapp)).map(({ accountAddress }) => accountAddress);

const status = (dapp: DappPage) => fact(dapp, 'sign-in-status');
const signButton = ({ dialog }: DappPage) => dialog.getByTestId('lk-sign-in');

/** Counts requests of a page to a path of the sign-in endpoints. */
const countRequests = (page: Page, action: string): { count: number } => {
  const requests = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/sign-in/${action}`) requests.count += 1;
  });
  return requests;
};

test.describe('user of an app with sign-in', { tag: '@sign-in' }, () => {
  test('connects, declines, signs in, reloads, switches the account and signs out, and the server knows', async ({
    page,
    serve,
    wallet,
    control,
  }) => {
    const dapp = new DappPage(page, (await serve({ signIn: true })).origin);
    await dapp.open('/?sign-in=required');
    await dapp.openDialog();
    await wallet.approve(() => dapp.wallet(SANDBOX_WALLET).click());
    await expect(signButton(dapp)).toBeVisible();
    await expect(dapp.dialog).toContainText(new URL(dapp.origin).host);
    await expect(dapp.dialog).toContainText('Sign in to the Latchkey demo.');
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate((mode) => document.documentElement.setAttribute('data-theme', mode), theme);
      expect(await axeViolations(page), theme).toEqual([]);
    }

    // Sign-in is required: closing shakes.
    await page.keyboard.press('Escape');
    await expect(signButton(dapp)).toBeVisible();

    const declined = await wallet.during(() => signButton(dapp).click());
    expect(await declined.text()).toContain(`${new URL(dapp.origin).host} wants you to sign in with your Ethereum account:`);
    await declined.reject();
    await expect(dapp.dialog.getByTestId('lk-snackbar')).toContainText('Signature declined');
    await expect(status(dapp)).toHaveText('signed-out');
    expect(await serverSessions(dapp)).toEqual([]);

    await wallet.approve(() => signButton(dapp).click());
    await expect(dapp.dialog).toBeHidden();
    await expect(status(dapp)).toHaveText('signed-in');
    const { selected } = await control.state();
    expect(await accountsOf(dapp)).toEqual([selected]);

    const reads = countRequests(page, 'session');
    await page.reload();
    await expect(status(dapp)).toHaveText('signed-in');
    await expect(dapp.dialog).toBeHidden();
    expect(reads.count).toBe(1);

    // Another account is prompted once; the session of the first one stays.
    const home = await wallet.home();
    await home.selectAccount(1);
    await page.bringToFront();
    await expect(signButton(dapp)).toBeVisible();
    await wallet.approve(() => signButton(dapp).click());
    await expect(dapp.dialog).toBeHidden();
    expect((await accountsOf(dapp)).length).toBe(2);
    expect(await outcomesOf(control, 'personal_sign')).toEqual(['failed', 'responded', 'responded']);

    await page.getByTestId('demo-sign-out').click();
    await expect(status(dapp)).toHaveText('signed-out');
    expect(await accountsOf(dapp)).toEqual([selected]);
  });

  test('cancels: required sign-in disconnects, an optional one only closes and can be resumed', async ({
    page,
    serve,
    wallet,
    control,
  }) => {
    const dapp = new DappPage(page, (await serve({ signIn: true })).origin);
    const cancel = dapp.dialog.getByTestId('lk-sign-in-cancel');
    await dapp.open('/?sign-in=required');
    await dapp.openDialog();
    await wallet.approve(() => dapp.wallet(SANDBOX_WALLET).click());
    await cancel.click();
    await expect(dapp.dialog).toBeHidden();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');

    await dapp.open('/?sign-in=optional');
    await dapp.openDialog();
    await wallet.approve(() => dapp.wallet(SANDBOX_WALLET).click());
    await cancel.click();
    await expect(dapp.dialog).toBeHidden();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await page.reload();
    await expect(status(dapp)).toHaveText('signed-out');
    await expect(dapp.dialog).toBeHidden();

    await page.locator('#account').click();
    await dapp.dialog.getByTestId('lk-account-sign-in').click();
    await wallet.approve(() => signButton(dapp).click());
    await expect(status(dapp)).toHaveText('signed-in');
    expect(await accountsOf(dapp)).toEqual([(await control.state()).selected]);

    // Disconnecting ends the session.
    await page.getByTestId('demo-disconnect').click();
    await expect.poll(() => serverSessions(dapp)).toEqual([]);
  });
});

test.describe('user of an app with sign-in and a mobile wallet', { tag: '@sign-in' }, () => {
  test('declines, connects and signs in with one approval, and stays signed in after a reload', async ({
    page,
    serve,
    openPhone,
    phoneControl,
  }) => {
    test.slow();
    const dapp = new DappPage(page, (await serve({ signIn: true })).origin);
    const { host } = new URL(dapp.origin);
    const phone = await openPhone();
    await page.bringToFront();
    await dapp.open('/?sign-in=required');
    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
    await scanCode(dapp, phone);
    const prompt = await phone.prompt();
    for (const expected of ['Sign in to Latchkey demo', dapp.origin, 'not verified', `${host} wants you to sign in`, 'Ethereum, Polygon'])
      expect(prompt).toContain(expected);
    await expect(phone.page.getByRole('note')).toHaveCount(0);
    expect(await axeViolations(phone.page)).toEqual([]);
    await phone.reject();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    expect(await serverSessions(dapp)).toEqual([]);

    await dapp.dialog.getByTestId('lk-try-again').click();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(status(dapp)).toHaveText('signed-in');
    await expect(dapp.dialog).toBeHidden();
    const address = await fact(dapp, 'address').innerText();
    expect((await serverSessions(dapp)).map(({ chainId, accountAddress }) => [chainId, accountAddress])).toEqual([
      ['eip155:1', address],
      ['eip155:137', address],
    ]);
    expect((await phoneControl.requests()).map(({ method, outcome }) => [method, outcome])).toEqual([
      ['wc_sessionAuthenticate', 'failed'],
      ['wc_sessionAuthenticate', 'responded'],
    ]);

    await page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(status(dapp)).toHaveText('signed-in');
    await expect(dapp.dialog).toBeHidden();
  });

  test('whose wallet only connects signs in with a second approval', async ({ page, serve, openPhone }) => {
    const dapp = new DappPage(page, (await serve({ signIn: true })).origin);
    const phone = await openPhone();
    await phone.page.getByTestId('rw-sign-in').uncheck();
    // The choice is kept.
    await phone.page.reload();
    await expect(phone.page.getByTestId('rw-sign-in')).not.toBeChecked();
    await page.bringToFront();
    await dapp.open('/?sign-in=required');
    const address = await connectByCode(dapp, phone);
    await expect(signButton(dapp)).toBeVisible();
    await signButton(dapp).click();
    await phone.approve();
    await expect(status(dapp)).toHaveText('signed-in');
    expect(await accountsOf(dapp)).toEqual([address]);
  });
});

chainsTest.describe('user of an app with sign-in', { tag: '@sign-in' }, () => {
  chainsTest('signs in on all four namespaces, one after the other', async ({ page, serve, wallet, control }) => {
    chainsTest.slow();
    const dapp = new DappPage(page, (await serve({ signIn: true })).origin);
    await dapp.open('/?sign-in=required');
    await dapp.openDialog();
    await dapp.wallet(SANDBOX_WALLET).click();
    await dapp.dialog.getByTestId('lk-select-all').click();
    let prompt = await wallet.during(() => dapp.dialog.getByTestId('lk-connect-chosen').click());
    for (let count = 0; count < 3; count += 1) {
      const next = wallet.nextPrompt();
      await prompt.approve();
      prompt = await next;
    }
    await prompt.approve();
    await expect(signButton(dapp)).toBeVisible();
    await wallet.approve(() => signButton(dapp).click());
    await expect(dapp.dialog).toBeHidden();
    await page.locator('#account').click();
    for (let index = 0; index < 4; index += 1) {
      await dapp.dialog.getByRole('tab').nth(index).click();
      // The first one is signed in already.
      const isPrompted = await signButton(dapp)
        .or(dapp.dialog.getByTestId('lk-sign-out'))
        .getAttribute('data-testid')
        .then((testId) => testId === 'lk-sign-in');
      if (!isPrompted) continue;
      await wallet.approve(() => signButton(dapp).click());
      await expect(dapp.dialog).toBeHidden();
      await page.locator('#account').click();
    }
    const { others, selected } = await control.state();
    const sessions = await serverSessions(dapp);
    const byNamespace = new Map(sessions.map(({ chainId, accountAddress }) => [chainId.split(':')[0], accountAddress]));
    expect([...byNamespace.keys()].sort()).toEqual(['bip122', 'eip155', 'polkadot', 'solana']);
    expect(byNamespace.get('eip155')).toBe(selected);
    expect(byNamespace.get('solana')).toBe(others['solana']?.[0]);
    expect(byNamespace.get('bip122')).toBe(others['bip122']?.[0]);
    expect(decodeAddress(byNamespace.get('polkadot') ?? '')).toEqual(decodeAddress(others['polkadot']?.[0] ?? ''));
  });

  chainsTest('signs in with a contract account before and after its deployment', async ({ page, serve, chains, chainsSandbox }) => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const factory = { address: chainsSandbox.contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const chain = chains.of('eip155:1');
    const address = await chain.readContract({ ...factory, functionName: 'addressOf', args: [owner.address, zeroHash] });
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'create', args: [owner.address, zeroHash] });
    const isDeployed = async (): Promise<boolean> => (await chain.getCode({ address })) !== undefined;
    // Like the wallet of a smart account: wraps the signature until the account is deployed.
    const sign = async (raw: Hex): Promise<Hex> => {
      const signature = await owner.sign({ hash: hashMessage({ raw }) });
      return (await isDeployed()) ? signature : serializeErc6492Signature({ address: factory.address, data, signature });
    };
    await page.exposeFunction('signAsContract', sign);
    await page.addInitScript((account) => {
      const provider = {
        request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
          if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account];
          if (method === 'eth_chainId') return '0x1';
          const signAsContract: unknown = Reflect.get(window, 'signAsContract');
          if (method === 'personal_sign' && typeof signAsContract === 'function') return signAsContract(params?.[0]);
          throw Object.assign(new Error('Unsupported'), { code: 4200 });
        },
        on: () => undefined,
        removeListener: () => undefined,
      };
      const info = {
        uuid: crypto.randomUUID(),
        name: 'Contract Wallet',
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
        rdns: 'example.contract',
      };
      const announce = () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
      window.addEventListener('eip6963:requestProvider', announce);
      announce();
    }, address);
    const dapp = new DappPage(page, (await serve({ signIn: true, scripts: [] })).origin);
    await dapp.open('/?sign-in=required');
    await dapp.openDialog();
    await dapp.wallet('Contract Wallet').click();
    await signButton(dapp).click();
    await expect(dapp.dialog).toBeHidden();
    expect(await isDeployed()).toBe(false);
    expect(await accountsOf(dapp)).toEqual([address]);

    await page.getByTestId('demo-sign-out').click();
    await expect(status(dapp)).toHaveText('signed-out');
    await chain.sendUnsignedTransaction({ from: ALICE, to: factory.address, data });
    await expect.poll(isDeployed).toBe(true);
    await page.getByTestId('demo-sign-in').click();
    await expect(status(dapp)).toHaveText('signed-in');
    expect(await accountsOf(dapp)).toEqual([address]);
  });
});
