import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** What a page must not do: leave an exception or a rejection uncaught, or write to console.error. */
export interface PageProblem {
  readonly kind: 'uncaught' | 'console.error';
  readonly url: string;
  readonly text: string;
}

/** What was thrown need not be an Error; then it has a message and no stack. */
const describe = ({ stack, message }: Error): string => (stack === undefined || stack === '' ? message : stack);

/** Watches every page of a context, the wallet's windows included. */
export class PageProblems {
  readonly #context: BrowserContext;
  readonly #found: PageProblem[] = [];
  #expected: readonly RegExp[] = [];
  #over = false;

  constructor(context: BrowserContext) {
    this.#context = context;
    // Chromium reports unhandled rejections as errors too.
    context.on('weberror', (error) => this.#noteError(error));
    context.on('console', (message) => this.#noteConsole(message));
  }

  /** Lets through what this test provokes, e.g. the browser's own message about a blocked request. */
  expect(...patterns: readonly RegExp[]): void {
    this.#expected = [...this.#expected, ...patterns];
  }

  /** Gives everything under way in the open pages its turn, and looks no longer: a site that stops under its page is no fault of the page. */
  async end(): Promise<void> {
    if (this.#over) return;
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    // A page that closes meanwhile has nothing more to say.
    await Promise.all(this.#context.pages().map((page) => page.evaluate(turn).catch(() => undefined)));
    this.#over = true;
  }

  /** What was found and not expected until the end. */
  async read(): Promise<readonly PageProblem[]> {
    await this.end();
    return this.#found.filter(({ text }) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  #noteError(error: WebError): void {
    if (!this.#over) this.#found.push({ kind: 'uncaught', url: error.page()?.url() ?? '', text: describe(error.error()) });
  }

  #noteConsole(message: ConsoleMessage): void {
    if (this.#over || message.type() !== 'error') return;
    this.#found.push({ kind: 'console.error', url: message.page()?.url() ?? '', text: message.text() });
  }
}
