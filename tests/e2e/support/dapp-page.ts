import type { Locator, Page } from '@playwright/test';

/** The demo page and the dialog that opens on it. Locators reach into the open shadow root by themselves. */
export class DappPage {
  readonly page: Page;
  readonly #origin: string;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
  }

  /** Origin of the page, as wallets know it. */
  get origin(): string {
    return this.#origin;
  }

  /** The button that opens the dialog; it has this id on every example page. */
  get connectButton(): Locator {
    return this.page.locator('#connect');
  }

  /** The open dialog. */
  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Goes to the page and waits until it is there, connected or not. @param path e.g. `/?theme=light` */
  async open(path = '/'): Promise<this> {
    await this.page.goto(`${this.#origin}${path}`);
    await this.connectButton.or(this.page.locator('#account')).waitFor();
    return this;
  }

  /** Presses the button and waits for the dialog. */
  async openDialog(): Promise<Locator> {
    await this.connectButton.click();
    await this.dialog.waitFor();
    return this.dialog;
  }

  /** The row of a wallet in the dialog, by the name it announced. */
  wallet(name: string): Locator {
    return this.dialog.getByRole('button', { name });
  }

  /** The same page in another tab of the same browser profile. */
  async anotherTab(path = '/'): Promise<DappPage> {
    return new DappPage(await this.page.context().newPage(), this.#origin).open(path);
  }
}
