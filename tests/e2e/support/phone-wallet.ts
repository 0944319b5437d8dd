import type { BrowserContext, Locator, Page } from '@playwright/test';

/** A picture to be scanned. */
export interface Picture {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The sandbox's wallet page, used as a person uses a phone wallet: by its buttons. */
export class PhoneWallet {
  readonly page: Page;
  readonly #hasTouch: boolean;

  /** @param hasTouch whether the person has a finger, as the browser's contexts are told, or a mouse */
  constructor(page: Page, hasTouch = false) {
    this.page = page;
    this.#hasTouch = hasTouch;
  }

  /** Opens it in a tab of its own. @param path e.g. `/wc?uri=…` */
  static async open(context: BrowserContext, origin: string, path = '/', hasTouch = false): Promise<PhoneWallet> {
    const page = await context.newPage();
    await page.goto(`${origin}${path}`);
    // Its own, and that of a question that waits.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    return new PhoneWallet(page, hasTouch);
  }

  /** Pastes a link and follows it. */
  async paste(uri: string): Promise<void> {
    await this.page.getByTestId('rw-uri').fill(uri);
    await this.#touch(this.page.getByTestId('rw-pair'));
  }

  /** Scans a picture, such as a screenshot with a QR code in it. */
  async scan(picture: Picture): Promise<void> {
    await this.page.getByTestId('rw-scan').setInputFiles(picture);
  }

  /** Waits for a question, and resolves with everything that is written in it. */
  async question(): Promise<string> {
    await this.page.getByTestId('sw-approve').waitFor();
    return this.page.getByRole('main').innerText();
  }

  /** Waits for a question and says yes; resolves when the answer is sent. */
  async approve(): Promise<void> {
    await this.#press('sw-approve');
  }

  /** Waits for a question and says no; resolves when the answer is sent. */
  async reject(): Promise<void> {
    await this.#press('sw-reject');
  }

  /** The connected apps, one row each. */
  get sessions(): Locator {
    return this.page.locator('[data-testid^="rw-session-"]');
  }

  /** Ends the session of the first connected app. */
  async disconnect(): Promise<void> {
    await this.#touch(this.page.locator('[data-testid^="rw-disconnect-"]').first());
  }

  #touch(button: Locator): Promise<void> {
    return this.#hasTouch ? button.tap() : button.click();
  }

  async #press(testId: string): Promise<void> {
    const title = await this.page.locator('main .question h1').innerText();
    await this.#touch(this.page.getByTestId(testId));
    await this.page.locator('main .question h1', { hasText: title }).waitFor({ state: 'detached' });
    // An app goes on sending when its person goes elsewhere; a page that is left does not.
    await this.page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  }
}
