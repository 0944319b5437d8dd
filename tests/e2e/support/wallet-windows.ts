import type { BrowserContext, Frame, Page } from '@playwright/test';

/** The wallet's window with a prompt. */
export class PromptWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The requesting site, as the wallet shows it. */
  origin(): Promise<string> {
    return this.page.getByTestId('sw-origin').innerText();
  }

  /** The window's text. */
  text(): Promise<string> {
    return this.page.getByRole('main').innerText();
  }

  /** Presses the approve button. Resolves when the window shows the prompt no longer. */
  async approve(): Promise<void> {
    await this.#press('sw-approve');
  }

  /** Presses the reject button. Resolves when the window shows the prompt no longer. */
  async reject(): Promise<void> {
    await this.#press('sw-reject');
  }

  /** Presses the unlock button, which shows the prompt or, for a connected site, approves it. */
  async unlock(): Promise<void> {
    await this.page.getByTestId('sw-unlock').click({ noWaitAfter: true });
  }

  async #press(testId: string): Promise<void> {
    const { page } = this;
    const url = page.url();
    // The window closes, shows that it is done, or shows another prompt. It may do so before the click resolves.
    const left = Promise.race([
      page.waitForEvent('close'),
      page.getByTestId('sw-settled').waitFor(),
      page.waitForURL((current) => current.href !== url),
    ]).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
    await Promise.all([left, Promise.race([page.getByTestId(testId).click({ noWaitAfter: true }), left])]);
  }
}

/** The wallet's home in a tab. */
export class WalletHome {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Locks the wallet and waits until it is locked. */
  async lock(): Promise<void> {
    await this.page.getByTestId('sw-lock').click();
    await this.page.getByTestId('sw-unlock').waitFor();
  }

  /** Unlocks the wallet and waits for the home. */
  async unlock(): Promise<void> {
    await this.page.getByTestId('sw-unlock').click();
    await this.page.getByTestId('sw-lock').waitFor();
  }

  /** Selects an account by index. */
  async selectAccount(index: number): Promise<void> {
    await this.#select(`sw-account-${index}`);
  }

  /** Selects a chain. */
  async switchChain(chainId: number): Promise<void> {
    await this.#select(`sw-chain-${chainId}`);
  }

  /** Disconnects a site. */
  async disconnect(origin: string): Promise<void> {
    const button = this.page.getByTestId(`sw-disconnect-${origin}`);
    await button.click();
    await button.waitFor({ state: 'detached' });
  }

  async #select(testId: string): Promise<void> {
    await this.page.getByTestId(testId).click();
    await this.page.locator(`[data-testid="${testId}"][aria-pressed="true"]`).waitFor();
  }
}

/** The wallet's windows in a browser context. */
export class WalletWindows {
  readonly #context: BrowserContext;
  readonly #base: string;
  /** Pages in which the wallet's button is awaited. */
  readonly #watched = new Set<Page>();
  #waiting = 0;

  /** @param base URL of the wallet's pages, with a trailing slash */
  constructor(context: BrowserContext, base: string) {
    this.#context = context;
    this.#base = base;
  }

  /**
   * Resolves with the window that shows the next prompt, a new one or one that is open. Call it before the trigger and await it afterwards.
   * Windows that close without a prompt, as for an automatically rejected request, are ignored. If the browser blocks the window, the
   * button that the wallet shows instead is pressed, as a user does: after a slow step a page may no longer open windows.
   */
  nextPrompt(): Promise<PromptWindow> {
    this.#waiting += 1;
    return new Promise<PromptWindow>((resolve, reject) => {
      const watched: Page[] = [];
      const settle = (finish: () => void): void => {
        this.#context.off('page', opened).off('close', closed);
        for (const page of watched) page.off('framenavigated', navigated);
        finish();
      };
      const check = async (page: Page): Promise<void> => {
        if (await this.#showsPrompt(page)) settle(() => resolve(new PromptWindow(page)));
      };
      // A window may still be blank when it opens, and shows one prompt after the other.
      const navigated = (frame: Frame): void => {
        if (frame === frame.page().mainFrame()) void check(frame.page());
      };
      const watch = (page: Page): void => {
        watched.push(page);
        page.on('framenavigated', navigated);
        void this.#pressButton(page);
      };
      const opened = (page: Page): void => {
        watch(page);
        void check(page);
      };
      // The time limit is that of the test.
      const closed = (): void => settle(() => reject(new Error('The wallet showed no prompt.')));
      for (const page of this.#context.pages()) watch(page);
      this.#context.on('page', opened).on('close', closed);
    }).finally(() => {
      this.#waiting -= 1;
    });
  }

  /** Runs a trigger and returns the window that opens. */
  async during(trigger: () => Promise<unknown>): Promise<PromptWindow> {
    const [prompt] = await Promise.all([this.nextPrompt(), trigger()]);
    return prompt;
  }

  /** Runs a trigger and approves in the window that opens. */
  async approve(trigger: () => Promise<unknown>): Promise<void> {
    await (await this.during(trigger)).approve();
  }

  /** Runs a trigger and rejects in the window that opens. */
  async reject(trigger: () => Promise<unknown>): Promise<void> {
    await (await this.during(trigger)).reject();
  }

  /** Opens the wallet's home in a new tab. */
  async home(): Promise<WalletHome> {
    const page = await this.#context.newPage();
    await page.goto(`${this.#base}window.html`);
    await page.locator('h1').waitFor({ state: 'attached' });
    return new WalletHome(page);
  }

  /** Open windows with a prompt. */
  get open(): readonly PromptWindow[] {
    return this.#context
      .pages()
      .filter((page) => this.#hasPrompt(page.url()))
      .map((page) => new PromptWindow(page));
  }

  #hasPrompt(url: string): boolean {
    return url.startsWith(this.#base) && new URL(url).searchParams.has('request');
  }

  async #showsPrompt(page: Page): Promise<boolean> {
    if (!this.#hasPrompt(page.url())) return false;
    return page
      .getByTestId('sw-approve')
      .or(page.getByTestId('sw-unlock'))
      .waitFor()
      .then(
        () => true,
        // It was closed or navigated.
        () => false,
      );
  }

  /** Presses the button of a blocked window in a page, once it is shown while a prompt is awaited. */
  async #pressButton(page: Page): Promise<void> {
    if (this.#watched.has(page) || page.url().startsWith(this.#base)) return;
    this.#watched.add(page);
    const button = page.getByRole('button', { name: 'Open Sandbox Wallet' });
    try {
      await button.waitFor();
      if (this.#waiting > 0) await button.click();
    } catch {
      // The page was closed.
    } finally {
      this.#watched.delete(page);
    }
    if (this.#waiting > 0 && !page.isClosed()) void this.#pressButton(page);
  }
}
