import type { SecureSite, Site } from '@latchkey/sandbox';
import type { FrameLocator, Page } from '@playwright/test';
import type { Address } from 'viem';
import type { FrameResult } from '../pages/embedded/main.js';
import { axeViolations } from './axe.js';
import { clickToClose } from './click-to-close.js';
import { expect } from './fixtures.js';

const PROJECT = 'e2e';

/** An app with nothing but the frame, on a site of its own. */
export class EmbeddingPage {
  readonly page: Page;
  readonly site: SecureSite;
  readonly frame: FrameLocator;

  constructor(page: Page, site: SecureSite) {
    this.page = page;
    this.site = site;
    this.frame = page.frameLocator('#lk-frame');
  }

  /** Opens the app at a name below `localhost`, which is another site than the frame's, and registers it. */
  async open({ origin }: Site, name = 'app', trusted = false): Promise<void> {
    const app = origin.replace('localhost', `${name}.localhost`);
    await this.site.origins.add({ project: PROJECT, origin: app, trusted });
    await this.page.goto(`${app}/?project=${PROJECT}&site=${encodeURIComponent(this.site.sdkUrl)}`);
  }

  /** Sends a request whose reply the test awaits later, since the user answers meanwhile. */
  begin(action: string, payload?: unknown): Promise<FrameResult> {
    return this.page.evaluate(
      // The page's own types check actions. Here, each is a text.
      ([name, value]) => window.embedded.request(name as 'RPC_REQUEST', value as never),
      [action, payload] as const,
    );
  }

  async request(action: string, payload?: unknown): Promise<unknown> {
    return replyOf(await this.begin(action, payload));
  }

  /** Clicks the button in the frame that opens the window. */
  async openWindow(): Promise<Page> {
    const opening = this.page.waitForEvent('popup');
    await this.frame.getByRole('button', { name: 'Continue' }).click();
    return opening;
  }

  /** Clicks the button in the frame whose window has no opener: the browser connects no popup with this page. */
  async openDetachedWindow(): Promise<Page> {
    const opening = this.page.context().waitForEvent('page');
    await this.frame.getByRole('button', { name: 'Continue' }).click();
    return opening;
  }

  /** The code of a mail. @param earlier number of mails with a code that the address got before */
  async codeFor(email: string, earlier = 0): Promise<string> {
    let seen = 0;
    const { text } = await this.site.mail.waitForMail(({ to, text: body }) => {
      const isCode = to.includes(email) && /^\d{6}/.test(body);
      if (isCode) seen += 1;
      return isCode && seen > earlier;
    });
    return text.slice(0, 6);
  }

  /** Logs in with the code of the mail. */
  async login(email: string, earlier = 0): Promise<void> {
    expect(await this.request('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_OTP' });
    await this.request('CONNECT_OTP', { otp: await this.codeFor(email, earlier) });
  }

  /** Creates the wallet, writes the recovery words down and confirms them, and saves no kit. */
  async createWalletWithWords(): Promise<{ readonly address: Address; readonly words: readonly string[] }> {
    const user = this.begin('GET_USER', { chainId: 1 });
    const window = await this.openWindow();
    await window.getByRole('button', { name: 'Allow and create' }).click();
    const list = window.getByRole('listitem');
    await expect(list).toHaveCount(10);
    const words = await list.allTextContents();
    expect(await axeViolations(window)).toEqual([]);
    await window.getByRole('button', { name: 'I wrote them down' }).click();
    await fillWords(window, words);
    await window.getByRole('button', { name: 'Confirm' }).click();
    const closed = window.waitForEvent('close');
    await clickToClose(window, 'Not now');
    await closed;
    // The test fails if it is something else.
    return { ...(replyOf(await user) as { readonly address: Address }), words };
  }

  /** Names of the databases and of the stored items in the frame's storage. */
  async frameStorage(): Promise<readonly string[]> {
    const frame = this.page.frame({ name: 'lk-frame' });
    if (frame === null) throw new Error('There is no frame');
    return frame.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => String(name)),
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ]);
  }

  /** Creates the wallet, and skips the recovery words. */
  async createWallet(): Promise<{ readonly address: Address }> {
    const user = this.begin('GET_USER', { chainId: 1 });
    const window = await this.openWindow();
    await window.getByRole('button', { name: 'Allow and create' }).click();
    await window.getByRole('button', { name: 'Skip for now' }).click();
    const closed = window.waitForEvent('close');
    await clickToClose(window, 'Continue without');
    // It has kept the wallet for other apps then.
    await closed;
    // The test fails if it is something else.
    return replyOf(await user) as { readonly address: Address };
  }

  /** Approves a request in the window. */
  async approve(request: Promise<FrameResult>, label: string): Promise<unknown> {
    const window = await this.openWindow();
    await clickToClose(window, label);
    return replyOf(await request);
  }
}

/** Types the words that are asked for. */
export const fillWords = async (window: Page, words: readonly string[]): Promise<void> => {
  await expect(window.getByRole('textbox')).toHaveCount(2);
  for (const field of await window.getByRole('textbox').all()) {
    const id = (await field.getAttribute('id')) ?? '';
    await field.fill(words[Number(id.replace('word-', ''))] ?? '');
  }
};

/** @throws Error with the message of an error reply */
export const replyOf = (result: FrameResult): unknown => {
  if ('error' in result) throw new Error(result.error);
  return result.reply;
};
