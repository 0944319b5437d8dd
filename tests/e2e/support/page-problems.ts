import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** An uncaught exception, an unhandled rejection, or a console error. */
export interface PageProblem {
  readonly kind: 'uncaught' | 'console.error';
  readonly url: string;
  readonly text: string;
}

/** Any value can be thrown. Without a stack, returns the message. */
const describe = ({ stack, message }: Error): string => (stack === undefined || stack === '' ? message : stack);

/** Watches all pages of a context, including the wallet's windows. */
export class PageProblems {
  readonly #context: BrowserContext;
  readonly #found: PageProblem[] = [];
  #expected: readonly RegExp[] = [];
  #isStopped = false;

  constructor(context: BrowserContext) {
    this.#context = context;
    // Chromium also reports unhandled rejections as errors.
    context.on('weberror', (error) => this.#noteError(error));
    context.on('console', (message) => this.#noteConsole(message));
  }

  /** Ignores problems that a test provokes, e.g. the browser's message about a blocked request. */
  expect(...patterns: readonly RegExp[]): void {
    this.#expected = [...this.#expected, ...patterns];
  }

  /** Lets pending tasks in all pages run, then stops watching, because a site that stops under an open page causes errors. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    const yieldToTasks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    // The page may be closed meanwhile.
    await Promise.all(this.#context.pages().map((page) => page.evaluate(yieldToTasks).catch(() => undefined)));
    this.#isStopped = true;
  }

  /** Returns all unexpected problems. */
  async read(): Promise<readonly PageProblem[]> {
    await this.stop();
    return this.#found.filter(({ text }) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  #noteError(error: WebError): void {
    if (!this.#isStopped) this.#found.push({ kind: 'uncaught', url: error.page()?.url() ?? '', text: describe(error.error()) });
  }

  #noteConsole(message: ConsoleMessage): void {
    if (this.#isStopped || message.type() !== 'error') return;
    this.#found.push({ kind: 'console.error', url: message.page()?.url() ?? '', text: message.text() });
  }
}
