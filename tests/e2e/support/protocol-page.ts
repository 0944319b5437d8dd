import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.js';

/** A page of `tests/e2e/pages/protocol`, controlled and read through its UI. */
export class ProtocolPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a page in a new tab and waits for its client. @param url including the page's folder and query string */
  static async open(context: BrowserContext, url: string): Promise<ProtocolPage> {
    const opened = new ProtocolPage(await context.newPage());
    await opened.page.goto(url);
    await expect(opened.output('status')).toHaveText('ready');
    return opened;
  }

  /** Presses a button. */
  async press(name: string): Promise<void> {
    await this.page.getByTestId(name).click();
  }

  /** The output with this name. */
  output(name: string): Locator {
    return this.page.getByTestId(name);
  }

  /** The result of a button. */
  result(name: string): Locator {
    return this.output(`${name}-result`);
  }

  /** The sessions on the page. */
  get sessions(): Locator {
    return this.page.getByTestId('session');
  }

  /** The page's event list. */
  get events(): Locator {
    return this.page.getByTestId('event');
  }

  /** Presses a button and returns the pairing link that the app shows. */
  async linkOf(button: string): Promise<string> {
    await this.press(button);
    await expect(this.output('uri')).toHaveText(/^wc:/);
    return this.output('uri').innerText();
  }

  /** Kills the page's process like a browser that runs out of memory. No unload handlers run. */
  async kill(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const devtools = await this.page.context().newCDPSession(this.page);
    // A killed process does not respond.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
  }
}

/** The wallet of `tests/e2e/pages/protocol` and its prompts. */
export class ProtocolWallet extends ProtocolPage {
  static override async open(context: BrowserContext, url: string): Promise<ProtocolWallet> {
    return new ProtocolWallet((await ProtocolPage.open(context, url)).page);
  }

  /** Pending prompts. */
  get prompts(): Locator {
    return this.page.getByTestId('prompt');
  }

  /** Origin of the oldest prompt, as verified by the client: `VALID https://…`. */
  get origin(): Locator {
    return this.prompts.first().getByTestId('origin');
  }

  /** Pairs by a link. */
  async pair(uri: string): Promise<void> {
    await this.output('link').fill(uri);
    await this.press('pair');
  }

  /** Waits for a prompt with this title and returns its text. */
  async promptText(title: string): Promise<string> {
    await expect(this.prompts.first().getByTestId('title')).toHaveText(title);
    return (await this.prompts.first().getByTestId('facts').textContent()) ?? '';
  }

  /** Presses a button of the oldest prompt. Resolves when the relay has the response. */
  async respond(button: 'approve' | 'approve-all' = 'approve'): Promise<void> {
    const countBefore = await this.prompts.count();
    await this.prompts.first().getByTestId(button).click();
    await expect(this.prompts).toHaveCount(countBefore - 1);
  }
}
