import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.js';

/** A page of `tests/e2e/pages/protocol`, used by its buttons and read as a person reads it. */
export class ProtocolPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a page in a tab of its own and waits for its client. @param url with the page's folder and its query string */
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

  /** What stands under a name. */
  output(name: string): Locator {
    return this.page.getByTestId(name);
  }

  /** What came of pressing a button. */
  result(name: string): Locator {
    return this.output(`${name}-result`);
  }

  /** The sessions that the page shows. */
  get sessions(): Locator {
    return this.page.getByTestId('session');
  }

  /** What has happened, by the page's own list. */
  get events(): Locator {
    return this.page.getByTestId('event');
  }

  /** The link that the app shows after a button was pressed. */
  async linkOf(button: string): Promise<string> {
    await this.press(button);
    await expect(this.output('uri')).toHaveText(/^wc:/);
    return this.output('uri').innerText();
  }

  /** Kills the page as a browser does that runs out of memory: its process ends where it stands, and none of its code runs any more. */
  async kill(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const devtools = await this.page.context().newCDPSession(this.page);
    // A process that is gone answers nothing.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
  }
}

/** The wallet of `tests/e2e/pages/protocol`, and what it asks its owner. */
export class ProtocolWallet extends ProtocolPage {
  static override async open(context: BrowserContext, url: string): Promise<ProtocolWallet> {
    return new ProtocolWallet((await ProtocolPage.open(context, url)).page);
  }

  /** The questions that wait. */
  get questions(): Locator {
    return this.page.getByTestId('question');
  }

  /** Where the oldest question comes from, as the wallet's client has found out: `VALID https://…`. */
  get origin(): Locator {
    return this.questions.first().getByTestId('origin');
  }

  /** Pairs by a link. */
  async pair(uri: string): Promise<void> {
    await this.output('link').fill(uri);
    await this.press('pair');
  }

  /** Waits for a question with this title, and gives what it says below. */
  async asked(title: string): Promise<string> {
    await expect(this.questions.first().getByTestId('title')).toHaveText(title);
    return (await this.questions.first().getByTestId('facts').textContent()) ?? '';
  }

  /** Presses a button of the oldest question; resolves when the answer is with the relay. */
  async answer(button: 'approve' | 'approve-all' = 'approve'): Promise<void> {
    const asked = await this.questions.count();
    await this.questions.first().getByTestId(button).click();
    await expect(this.questions).toHaveCount(asked - 1);
  }
}
