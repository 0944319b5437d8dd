import type { BrowserContext, Frame, Page } from '@playwright/test';

/** Time for a window to open and show a prompt. */
const PROMPT_TIMEOUT_MS = 30_000;

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

  /** @param base URL of the wallet's pages, with a trailing slash */
  constructor(context: BrowserContext, base: string) {
    this.#context = context;
    this.#base = base;
  }

  /**
   * Resolves with the window that shows the next prompt, a new one or one that is open. Call it before the trigger and await it afterwards.
   * Windows that close without a prompt, as for an automatically rejected request, are ignored.
   */
  nextPrompt(): Promise<PromptWindow> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        this.#context.off('page', check);
        for (const page of open) page.off('framenavigated', checkFrame);
        finish();
      };
      const check = async (page: Page): Promise<void> => {
        if (await this.#showsPrompt(page)) settle(() => resolve(new PromptWindow(page)));
      };
      const checkFrame = (frame: Frame): void => {
        if (frame === frame.page().mainFrame()) void check(frame.page());
      };
      const open = this.#context.pages().filter((page) => this.#hasPrompt(page.url()));
      for (const page of open) page.on('framenavigated', checkFrame);
      const timer = setTimeout(
        () => settle(() => reject(new Error(`The wallet showed no prompt within ${PROMPT_TIMEOUT_MS} ms.`))),
        PROMPT_TIMEOUT_MS,
      );
      this.#context.on('page', check);
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
    try {
      // A window opened by an extension starts blank.
      await page.waitForURL((url) => url.href !== 'about:blank');
      if (!this.#hasPrompt(page.url())) return false;
      await page.getByTestId('sw-approve').or(page.getByTestId('sw-unlock')).waitFor();
      return true;
    } catch {
      // It was closed, or is not a window of the wallet.
      return false;
    }
  }
}
