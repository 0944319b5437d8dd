import type { BrowserContext, Page } from '@playwright/test';

/** Time for a window to open and to ask. */
const QUESTION_TIMEOUT_MS = 30_000;

/** The wallet's window with one question in it. */
export class QuestionWindow {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The site that asks, as the wallet shows it. */
  origin(): Promise<string> {
    return this.page.getByTestId('sw-origin').innerText();
  }

  /** Everything that is written in the window. */
  text(): Promise<string> {
    return this.page.getByRole('main').innerText();
  }

  /** Presses the button that says yes; resolves when the window is gone. */
  async approve(): Promise<void> {
    await this.#press('sw-approve');
  }

  /** Presses Reject; resolves when the window is gone. */
  async reject(): Promise<void> {
    await this.#press('sw-reject');
  }

  /** Presses Unlock, which shows the question or, for a site that is connected already, answers it. */
  async unlock(): Promise<void> {
    await this.page.getByTestId('sw-unlock').click({ noWaitAfter: true });
  }

  async #press(testId: string): Promise<void> {
    // The window may be gone before the click has reported back.
    const closed = this.page.waitForEvent('close');
    await Promise.all([closed, Promise.race([this.page.getByTestId(testId).click({ noWaitAfter: true }), closed])]);
  }
}

/** The wallet's home in a tab. */
export class WalletHome {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses Lock and waits until the wallet says so. */
  async lock(): Promise<void> {
    await this.page.getByTestId('sw-lock').click();
    await this.page.getByTestId('sw-unlock').waitFor();
  }

  /** Presses Unlock and waits for the home. */
  async unlock(): Promise<void> {
    await this.page.getByTestId('sw-unlock').click();
    await this.page.getByTestId('sw-lock').waitFor();
  }

  /** Chooses an account by its place. */
  async selectAccount(index: number): Promise<void> {
    await this.#choose(`sw-account-${index}`);
  }

  /** Chooses a chain. */
  async switchChain(chainId: number): Promise<void> {
    await this.#choose(`sw-chain-${chainId}`);
  }

  /** Takes everything back from a site. */
  async disconnect(origin: string): Promise<void> {
    const button = this.page.getByTestId(`sw-disconnect-${origin}`);
    await button.click();
    await button.waitFor({ state: 'detached' });
  }

  async #choose(testId: string): Promise<void> {
    await this.page.getByTestId(testId).click();
    await this.page.locator(`[data-testid="${testId}"][aria-pressed="true"]`).waitFor();
  }
}

/** The wallet's windows in a browser, as its user meets them. */
export class WalletWindows {
  readonly #context: BrowserContext;
  readonly #base: string;

  /** @param base address of the wallet's pages, with its last slash */
  constructor(context: BrowserContext, base: string) {
    this.#context = context;
    this.#base = base;
  }

  /**
   * The next window that opens and asks something. Call it before what makes the wallet ask, and await it after. A window that closes
   * without having asked, as after a request the wallet refuses by itself, does not count.
   */
  nextQuestion(): Promise<QuestionWindow> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        this.#context.off('page', look);
        finish();
      };
      const look = async (page: Page): Promise<void> => {
        if (await this.#asks(page)) settle(() => resolve(new QuestionWindow(page)));
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`The wallet asked nothing within ${QUESTION_TIMEOUT_MS} ms.`))),
        QUESTION_TIMEOUT_MS,
      );
      this.#context.on('page', look);
    });
  }

  /** Does what makes the wallet ask, and resolves with the window that opens. */
  async during(trigger: () => Promise<unknown>): Promise<QuestionWindow> {
    const [question] = await Promise.all([this.nextQuestion(), trigger()]);
    return question;
  }

  /** Does what makes the wallet ask, and says yes in its window. */
  async approve(trigger: () => Promise<unknown>): Promise<void> {
    await (await this.during(trigger)).approve();
  }

  /** Does what makes the wallet ask, and says no in its window. */
  async reject(trigger: () => Promise<unknown>): Promise<void> {
    await (await this.during(trigger)).reject();
  }

  /** Opens the wallet's home in a tab of its own. */
  async home(): Promise<WalletHome> {
    const page = await this.#context.newPage();
    await page.goto(`${this.#base}window.html`);
    await page.locator('h1').waitFor({ state: 'attached' });
    return new WalletHome(page);
  }

  /** Windows with a question that are open now. */
  get open(): readonly QuestionWindow[] {
    return this.#context
      .pages()
      .filter((page) => this.#hasQuestion(page.url()))
      .map((page) => new QuestionWindow(page));
  }

  #hasQuestion(url: string): boolean {
    return url.startsWith(this.#base) && new URL(url).searchParams.has('request');
  }

  async #asks(page: Page): Promise<boolean> {
    try {
      // A window that an extension opens is blank for a moment.
      await page.waitForURL((url) => url.href !== 'about:blank');
      if (!this.#hasQuestion(page.url())) return false;
      await page.getByTestId('sw-approve').or(page.getByTestId('sw-unlock')).waitFor();
      return true;
    } catch {
      // It closed, or was no window of the wallet's.
      return false;
    }
  }
}
