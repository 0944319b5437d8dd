/** How long a window stays open after its last prompt. A site that connects several namespaces sends its next request within this time. */
export const LINGER_MS = 600;

/** The members of the wallet's window that a page of another origin may use. */
export interface OpenedWindow {
  readonly closed: boolean;
  readonly location: { replace(url: string): void };
  close(): void;
  focus(): void;
}

/** Options of {@link PageWindow}. */
export interface PageWindowOptions {
  /** Opens a window. Returns `null` if the browser blocks it. */
  open(requestId: string): OpenedWindow | null;
  /** Returns the URL of the window for a request. */
  urlOf(requestId: string): string;
  /** Shows a button in the page that calls `press`, because a click may open a window. Returns a function that removes it. */
  showButton(press: () => void): () => void;
}

/**
 * The wallet's window of a page. One window shows all prompts in turn: browsers open one window per click, and a request that follows an
 * approval comes without a click. If the browser blocks the window, a button in the page opens it.
 */
export class PageWindow {
  readonly #options: PageWindowOptions;
  /** Ids of the pending requests that need the window, oldest first. */
  readonly #pending: string[] = [];
  #window: OpenedWindow | null = null;
  #closing: ReturnType<typeof setTimeout> | undefined;
  #removeButton: () => void = () => undefined;

  constructor(options: PageWindowOptions) {
    this.#options = options;
  }

  /** Shows a request, after those that are pending. */
  show(requestId: string): void {
    this.#pending.push(requestId);
    if (this.#pending.length > 1 && this.#window?.closed === false) this.#window.focus();
    else this.#showFirst();
  }

  /** Handles a request that is no longer pending: shows the next one, or closes the window if none follows. */
  settled(requestId: string): void {
    const index = this.#pending.indexOf(requestId);
    if (index === -1) return;
    this.#pending.splice(index, 1);
    if (index > 0) return;
    this.#hideButton();
    if (this.#pending.length > 0) this.#showFirst();
    else this.#closing = setTimeout(() => this.#window?.close(), LINGER_MS);
  }

  #showFirst(): void {
    const [requestId] = this.#pending;
    if (requestId === undefined) return;
    clearTimeout(this.#closing);
    this.#hideButton();
    if (this.#window?.closed === false) {
      this.#window.location.replace(this.#options.urlOf(requestId));
      this.#window.focus();
      return;
    }
    this.#window = this.#options.open(requestId);
    if (this.#window === null) this.#removeButton = this.#options.showButton(() => this.#showFirst());
  }

  #hideButton(): void {
    this.#removeButton();
    this.#removeButton = () => undefined;
  }
}
