import { randomUUID } from 'node:crypto';
import type { SecureSite } from '@latchkey/sandbox';
import { type Address, type Hex, recoverMessageAddress } from 'viem';
import { axeViolations } from './support/axe.js';
import { DappPage } from './support/dapp-page.js';
import { EmailUser } from './support/email-user.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { logInAt } from './support/log-in-at.js';
import { startSiteOnChains } from './support/site-on-chains.js';

const PROVIDERS = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const;
/** Logins that the first view shows. */
const SHOWN: readonly string[] = ['google', 'x', 'discord', 'github'];

test.describe('@embedded social accounts', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(async () => {
    await site.stop();
  });
  test.afterEach(async () => {
    await site.socials?.control.reset();
  });

  /** Chooses a provider in the modal. */
  const choose = async ({ dialog }: DappPage, provider: string): Promise<void> => {
    if (!SHOWN.includes(provider)) await dialog.getByTestId('lk-more-socials').click();
    await dialog.getByTestId(`lk-social-${provider}`).click();
  };
  /** The page shows the address that signs. */
  const signer = async (user: EmailUser): Promise<Address> => {
    const { page } = user.dapp;
    await page.getByTestId('demo-message').fill('hello');
    await user.approve(() => page.getByTestId('demo-sign-message').click(), 'Sign');
    // The page shows a signature.
    const signature = (await fact(user.dapp, 'message-signature').innerText()) as Hex;
    return recoverMessageAddress({ message: 'hello', signature });
  };

  test('log in by each provider in a window, which closes by itself, and have a wallet each', async ({ page, serve, sandbox }) => {
    test.slow();
    const { origin } = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl } });
    await site.origins.add({ project: '', origin });
    const dapp = await new DappPage(page, origin).open();
    const user = new EmailUser(dapp, site);
    const name = randomUUID();
    const addresses = new Set<string>();
    for (const provider of PROVIDERS) {
      await dapp.openDialog();
      if (provider === PROVIDERS[0]) expect(await axeViolations(page)).toEqual([]);
      const opening = page.waitForEvent('popup');
      await choose(dapp, provider);
      const popup = await opening;
      const closing = popup.waitForEvent('close');
      await logInAt(popup, name);
      await closing;
      await user.createWallet();
      // The page shows an address.
      const address = (await fact(dapp, 'address').innerText()) as Address;
      if (provider === PROVIDERS[0]) expect(await signer(user)).toBe(address);
      addresses.add(address);
      await page.getByTestId('demo-disconnect').click();
      await expect(fact(dapp, 'status')).toHaveText('disconnected');
    }
    // The same name at another provider is another person.
    expect(addresses.size).toBe(PROVIDERS.length);
  });

  test('continue in this tab if the window is blocked or a policy cuts it off, and return to the same address', async ({
    page,
    serve,
    sandbox,
  }) => {
    test.slow();
    const name = randomUUID();
    for (const isolatesWindows of [false, true]) {
      const { origin } = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl }, isolatesWindows });
      await site.origins.add({ project: '', origin });
      // A browser that blocks the window returns null.
      if (!isolatesWindows)
        await page.addInitScript(() => {
          const { open } = window;
          window.open = (url, target, features) => (target === '_blank' && url === '' ? null : open.call(window, url, target, features));
        });
      const dapp = await new DappPage(page, origin).open('/?from=eth#top');
      const user = new EmailUser(dapp, site);
      await dapp.openDialog();
      await choose(dapp, 'google');
      await page.waitForURL(/login\.localhost/);
      await logInAt(page, name);
      await page.waitForURL(`${origin}/**`);
      // Without the result, which the login has used.
      expect(page.url()).toBe(`${origin}/?from=eth#top`);
      // With the policy, a window of the site cannot reach the app either: another flow shows how a wallet is created then.
      if (!isolatesWindows) await user.createWallet();
      else await expect(page.frameLocator('#lk-frame').getByRole('button', { name: 'Continue' })).toBeVisible();
    }
  });

  test('end in a message: closed, cancelled, refused', async ({ page, serve, sandbox, problems }) => {
    test.slow();
    problems.expect(/status of 4(?:01|04|22)/);
    const { origin } = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl } });
    await site.origins.add({ project: '', origin });
    const dapp = await new DappPage(page, origin).open();
    const { dialog } = dapp;
    const failure = dialog.getByRole('alert').filter({ hasText: /login/i });
    await dapp.openDialog();

    let opening = page.waitForEvent('popup');
    await choose(dapp, 'google');
    let popup = await opening;
    await popup.getByTestId('social-user').waitFor();
    await popup.close();
    await expect(failure).toContainText('was closed');

    opening = page.waitForEvent('popup');
    await dialog.getByTestId('lk-try-again').click();
    popup = await opening;
    await popup.getByTestId('social-cancel').click();
    await expect(failure).toContainText('Login failed');

    await site.socials?.control.addFault({ mode: 'wrong-nonce' });
    opening = page.waitForEvent('popup');
    await dialog.getByTestId('lk-try-again').click();
    await logInAt(await opening, randomUUID());
    await expect(failure).toContainText('Login failed');
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
  });

  test('Farcaster: the code opens the app, which signs in', async ({ page, serve, sandbox }) => {
    const { origin } = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl } });
    await site.origins.add({ project: '', origin });
    const dapp = await new DappPage(page, origin).open();
    const user = new EmailUser(dapp, site);
    await dapp.openDialog();
    await choose(dapp, 'farcaster');
    await dapp.dialog.getByTestId('lk-qr').getByRole('img').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dapp.dialog.getByTestId('lk-copy-link').click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    await site.farcaster?.control.approve(url, 'ada');
    await user.createWallet();
    // The page shows an address.
    expect(await signer(user)).toBe((await fact(dapp, 'address').innerText()) as Address);
  });
});
