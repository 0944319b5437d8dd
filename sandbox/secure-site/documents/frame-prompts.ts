import type { HostLink } from './host-link.js';
import type { LinkPort } from './link-port.js';
import { askedBy, errorLine, paragraph, type Screen, showScreen } from './screen.js';
import { SiteWindow, UserRejected } from './site-window.js';
import type { AskingApp, WindowTask, WindowTaskKind, WindowTasks } from './window-messages.js';

/** Height of the frame's box. */
const HEIGHT = 600;

/** A question of the frame, which the user answers in a window. */
export interface FramePrompt<Kind extends WindowTaskKind> extends PromptScreen {
  readonly task: Extract<WindowTask, { readonly kind: Kind }>;
}

interface PromptScreen {
  /** How the host shows the frame. */
  readonly event: 'show' | 'home';
  readonly title: string;
  readonly content: readonly (Node | null)[];
  readonly continueLabel: string;
  /** Receives the port to the window, again if that was reloaded. */
  readonly onPort?: (port: LinkPort) => void;
}

/** Shows the frame's screens, one at a time, and the windows that they open. */
export class FramePrompts {
  readonly #host: HostLink;
  #current: AbortController | null = null;

  constructor(host: HostLink) {
    this.#host = host;
  }

  /** Shows that nothing is asked. */
  idle(): void {
    showScreen({ title: 'Wallet', children: [paragraph('There is nothing to approve.', 'quiet')], actions: [] });
  }

  /**
   * Asks the user. A newer question replaces an older one: the host has abandoned that, since it asks one at a time.
   * @throws UserRejected
   */
  async ask<Kind extends WindowTaskKind>(prompt: FramePrompt<Kind>): Promise<WindowTasks[Kind]['result']> {
    const { event, task } = prompt;
    this.#current?.abort(new UserRejected('The request was cancelled: another one came'));
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    try {
      const answering = this.#openWindow(prompt, task.app, controller);
      const isKnown = await this.#host.notify({ type: event, height: HEIGHT });
      // A host that does not know how to show the frame: it may do so by itself.
      if (!isKnown && !signal.aborted) document.documentElement.dataset['host'] = 'foreign';
      const opened = await answering;
      void this.#host.notify({ type: 'window', open: true });
      this.#showWaiting(task.app, prompt.title, opened, controller);
      // The window's code returns what its task is defined with.
      return (await opened.run(task, signal, (port) => prompt.onPort?.(port))) as WindowTasks[Kind]['result'];
    } finally {
      if (this.#current === controller) {
        this.#current = null;
        this.idle();
        void this.#host.notify({ type: 'window', open: false });
        void this.#host.notify({ type: 'hide' });
      }
    }
  }

  /** Shows why a request cannot be approved, until the user closes it. */
  async refuse(title: string, app: AskingApp, content: readonly (Node | null)[], reason: string): Promise<void> {
    this.#current?.abort(new UserRejected('The request was cancelled: another one came'));
    this.#current = null;
    const closed = new Promise<void>((resolve) => {
      showScreen({
        title,
        children: [askedBy(app), errorLine(reason), ...content],
        actions: [{ label: 'Close', isPrimary: true, run: resolve }],
      });
    });
    await this.#host.notify({ type: 'show', height: HEIGHT });
    await closed;
    this.idle();
    void this.#host.notify({ type: 'hide' });
  }

  /** Resolves with the window that the user's click opens. */
  #openWindow({ title, content, continueLabel }: PromptScreen, app: AskingApp, controller: AbortController): Promise<SiteWindow> {
    return new Promise((resolve, reject) => {
      const { signal } = controller;
      signal.addEventListener('abort', () => reject(signal.reason));
      const screen = (...more: readonly Node[]): Screen => ({
        title,
        children: [askedBy(app), ...content, ...more],
        actions: [
          { label: 'Reject', run: () => controller.abort(new UserRejected()) },
          {
            label: continueLabel,
            isPrimary: true,
            run: () => {
              const opened = SiteWindow.open();
              if (opened === null)
                showScreen(screen(errorLine('Your browser has blocked the window. Allow pop-ups for this page, then try again.')));
              else resolve(opened);
            },
          },
        ],
      });
      showScreen(screen(paragraph('The next step is in a window of the wallet, which the app cannot cover.', 'quiet')));
    });
  }

  #showWaiting(app: AskingApp, title: string, opened: SiteWindow, controller: AbortController): void {
    showScreen({
      title,
      children: [askedBy(app), paragraph('Continue in the window of the wallet.')],
      actions: [
        {
          label: 'Cancel',
          run: () => {
            opened.close();
            controller.abort(new UserRejected());
          },
        },
        { label: 'Show window', isPrimary: true, run: () => opened.focus() },
      ],
    });
  }
}
