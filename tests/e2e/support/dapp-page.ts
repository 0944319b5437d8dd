import type { Locator, Page } from '@playwright/test';

/** The demo page and its dialog. Locators pierce the open shadow root. */
export class DappPage {
  readonly page: Page;
  readonly #origin: string;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
  }

  /** Origin of the page. */
  get origin(): string {
    return this.#origin;
  }

  /** The button that opens the dialog. All example pages use this id. */
  get connectButton(): Locator {
    return this.page.locator('#connect');
  }

  /** The open dialog. */
  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Opens the page and waits until it is ready, connected or not. @param path e.g. `/?theme=light` */
  async open(path = '/'): Promise<this> {
    await this.page.goto(`${this.#origin}${path}`);
    await this.connectButton.or(this.page.locator('#account')).waitFor();
    return this;
  }

  /** Clicks the button and waits for the dialog. */
  async openDialog(): Promise<Locator> {
    await this.connectButton.click();
    await this.dialog.waitFor();
    return this.dialog;
  }

  /** The row of a wallet in the dialog, by its announced name. */
  wallet(name: string): Locator {
    return this.dialog.getByRole('button', { name });
  }

  /** Opens the same page in another tab of the same profile. */
  async anotherTab(path = '/'): Promise<DappPage> {
    return new DappPage(await this.page.context().newPage(), this.#origin).open(path);
  }
}
