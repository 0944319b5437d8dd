import { randomUUID } from 'node:crypto';
import type { SecureSite } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { clickToClose } from './click-to-close.js';
import type { DappPage } from './dapp-page.js';
import { fillWords } from './embedding-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';

/** The demo with the secure site of the embedded wallet. */
export class EmailUser {
  readonly dapp: DappPage;
  readonly site: SecureSite;
  readonly email = `${randomUUID()}@example.com`;

  constructor(dapp: DappPage, site: SecureSite) {
    this.dapp = dapp;
    this.site = site;
  }

  /** Clicks the frame's button that opens the site's window. */
  async openWindow(): Promise<Page> {
    const opening = this.dapp.page.waitForEvent('popup');
    await this.dapp.page.frameLocator('#lk-frame').getByRole('button', { name: 'Continue' }).click();
    return opening;
  }

  /** The newest code mailed to an address. @param count of mails with codes so far, and one more */
  async codeFor(email: string, count: number): Promise<string> {
    const isCode = ({ to, subject }: { readonly to: readonly string[]; readonly subject: string }): boolean =>
      to.includes(email) && /code/i.test(subject);
    let found = '';
    await expect(async () => {
      const mails = (await this.site.mail.control.mails()).filter(isCode);
      expect(mails.length).toBeGreaterThanOrEqual(count);
      found = /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    }).toPass();
    return found;
  }

  /** Types the address and has the code mailed. */
  async requestCode(): Promise<void> {
    const { dialog } = this.dapp;
    await this.dapp.openDialog();
    await dialog.getByTestId('lk-email').fill(this.email);
    await dialog.getByTestId('lk-email-submit').click();
    await dialog.getByTestId('lk-code').waitFor();
  }

  /** Creates a wallet without recovery words in the site's window. */
  async createWallet(): Promise<void> {
    const window = await this.openWindow();
    await window.getByRole('button', { name: 'Allow and create' }).click();
    await window.getByRole('button', { name: 'Skip for now' }).click();
    const closed = window.waitForEvent('close');
    await clickToClose(window, 'Continue without');
    await expect(this.dapp.dialog).toBeHidden();
    await expect(fact(this.dapp, 'status')).toHaveText('connected');
    // It has become a device of the wallet then.
    await closed;
  }

  /** Creates a wallet in the site's window, and writes its recovery words down. */
  async createWalletWithWords(): Promise<void> {
    const window = await this.openWindow();
    await window.getByRole('button', { name: 'Allow and create' }).click();
    await expect(window.getByRole('listitem')).toHaveCount(10);
    const words = await window.getByRole('listitem').allTextContents();
    await window.getByRole('button', { name: 'I wrote them down' }).click();
    await fillWords(window, words);
    await window.getByRole('button', { name: 'Confirm' }).click();
    const closed = window.waitForEvent('close');
    await clickToClose(window, 'Not now');
    await expect(this.dapp.dialog).toBeHidden();
    await expect(fact(this.dapp, 'status')).toHaveText('connected');
    // It has become a device of the wallet then.
    await closed;
  }

  /** Logs in with the code of the mail, and creates a wallet without recovery words. */
  async login(): Promise<void> {
    await this.requestCode();
    await this.dapp.dialog.getByTestId('lk-code').fill(await this.codeFor(this.email, 1));
    await this.createWallet();
  }

  /** Runs a step that needs an approval, and approves it in the site's window. */
  async approve(step: () => Promise<unknown>, label: string): Promise<void> {
    await step();
    await clickToClose(await this.openWindow(), label);
  }
}
