import type { BrowserContext, Locator, Page } from '@playwright/test';

/** An image to scan. */
export interface Picture {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The sandbox's phone wallet, controlled through its buttons. */
export class PhoneWallet {
  readonly page: Page;
  readonly #hasTouch: boolean;

  /** @param hasTouch true for a touch context: taps instead of clicks */
  constructor(page: Page, hasTouch = false) {
    this.page = page;
    this.#hasTouch = hasTouch;
  }

  /** Opens the wallet in a new tab. @param path e.g. `/wc?uri=…` */
  static async open(context: BrowserContext, origin: string, path = '/', hasTouch = false): Promise<PhoneWallet> {
    const page = await context.newPage();
    await page.goto(`${origin}${path}`);
    // The heading of the home or of a pending prompt.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    return new PhoneWallet(page, hasTouch);
  }

  /** Pastes a pairing link and submits it. */
  async paste(uri: string): Promise<void> {
    await this.page.getByTestId('rw-uri').fill(uri);
    await this.#touch(this.page.getByTestId('rw-pair'));
  }

  /** Scans an image, such as a screenshot with a QR code. */
  async scan(picture: Picture): Promise<void> {
    await this.page.getByTestId('rw-scan').setInputFiles(picture);
  }

  /** Waits for a prompt and returns its text. */
  async prompt(): Promise<string> {
    await this.page.getByTestId('sw-approve').waitFor();
    return this.page.getByRole('main').innerText();
  }

  /** Waits for a prompt and approves it. Resolves when the response is sent. */
  async approve(): Promise<void> {
    await this.#press('sw-approve');
  }

  /** Waits for a prompt and rejects it. Resolves when the response is sent. */
  async reject(): Promise<void> {
    await this.#press('sw-reject');
  }

  /** Rows of the connected apps. */
  get sessions(): Locator {
    return this.page.locator('[data-testid^="rw-session-"]');
  }

  /** Disconnects the first connected app. */
  async disconnect(): Promise<void> {
    await this.#touch(this.page.locator('[data-testid^="rw-disconnect-"]').first());
  }

  #touch(button: Locator): Promise<void> {
    return this.#hasTouch ? button.tap() : button.click();
  }

  async #press(testId: string): Promise<void> {
    const title = await this.page.locator('main .prompt h1').innerText();
    await this.#touch(this.page.getByTestId(testId));
    await this.page.locator('main .prompt h1', { hasText: title }).waitFor({ state: 'detached' });
    // On a phone, an app keeps sending in the background. A closed page does not, so wait until it has sent the response.
    await this.page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  }
}
