import { element } from '../../wallet/window/element.js';
import { PROVIDER_NAMES } from '../protocol/login-user.js';
import type { CodeSession } from './code-view.js';
import type { HostLink } from './host-link.js';
import type { LinkPort } from './link-port.js';
import { askedBy, errorLine, noticeLine, paragraph, type Screen, showScreen } from './screen.js';
import { SiteWindow, UserRejected } from './site-window.js';
import type { AskingApp, WindowTask, WindowTaskKind, WindowTasks } from './window-messages.js';

/** Height of the frame's box. */
const HEIGHT = 600;

/** Times that a host is asked again to show the frame. Each takes a second without a response. */
const SHOW_ATTEMPTS = 9;

/** A question of the frame, which the user answers in a window. */
export interface FramePrompt<Kind extends WindowTaskKind> extends PromptScreen {
  readonly task: Extract<WindowTask, { readonly kind: Kind }>;
  /** The answer without a connection to the window. */
  readonly withoutWindow: WithoutWindow<WindowTasks[Kind]['result']>;
  /** Asks in the frame itself instead. Without it, the frame only opens the window. */
  readonly showHere?: (here: AnswerHere<WindowTasks[Kind]['result']>) => void;
}

/** What the user can do in the frame itself. */
export interface AnswerHere<Result> {
  readonly done: (result: Result) => void;
  readonly reject: () => void;
  /** The user answers in the window instead. */
  readonly openWindow: () => void;
  /** Aborted when the question is settled, or the window is to answer it. */
  readonly signal: AbortSignal;
}

/**
 * What a frame does that gets no window: the browser blocks it, or the policy of the app's page (Cross-Origin-Opener-Policy) cuts the connection
 * to a window that has opened. The frame cannot tell which.
 */
export type WithoutWindow<Result> =
  /** The window finds the request by the fragment of its URL, and answers through the server. */
  | { readonly kind: 'mailbox'; readonly fragment: string; readonly answer: (signal: AbortSignal) => Promise<Result> }
  /** The user continues without it. */
  | { readonly kind: 'continue'; readonly text: string; readonly label: string };

/** The host does not display the frame, so that the user cannot answer. */
export class NotShown extends Error {
  override readonly name = 'NotShown';

  constructor() {
    super('The wallet needs your consent, but this app cannot show it');
  }
}

/** The user continues without the window. */
export class NoWindow extends Error {
  override readonly name = 'NoWindow';
}

/** The user has to log in at the provider again, which only the app's page can begin: this frame opens no page of others. */
export class LoginNeeded extends Error {
  override readonly name = 'LoginNeeded';
}

interface PromptScreen {
  /** How the host shows the frame. */
  readonly event: 'show' | 'home';
  readonly title: string;
  readonly content: readonly (Node | null)[];
  readonly continueLabel: string;
  /** Aborted when the host has abandoned the request. */
  readonly signal: AbortSignal;
  /** Receives the port to the window, again if that was reloaded. */
  readonly onPort?: (port: LinkPort) => void;
}

/** A request that cannot be approved. */
export interface Refused {
  readonly title: string;
  readonly app: AskingApp;
  readonly content: readonly (Node | null)[];
  readonly reason: string;
  readonly signal: AbortSignal;
}

/** A task of the frame that takes its time. */
export interface LongTask<Result> {
  readonly app: AskingApp;
  readonly title: string;
  readonly signal: AbortSignal;
  readonly run: (show: (...content: readonly Node[]) => void, signal: AbortSignal) => Promise<Result>;
}

/** Shows the frame's screens, one at a time, and the windows that they open. */
export class FramePrompts {
  readonly #host: Pick<HostLink, 'notify'>;
  readonly #note: () => Node | null;
  readonly #isRendered: () => boolean;
  #current: AbortController | null = null;

  /**
   * @param note is shown on each screen, such as that nothing is stored
   * @param isRendered whether the host displays the frame
   */
  constructor(host: Pick<HostLink, 'notify'>, note: () => Node | null, isRendered = (): boolean => window.innerWidth > 0) {
    this.#host = host;
    this.#note = note;
    this.#isRendered = isRendered;
  }

  /** Shows that nothing is asked. */
  idle(): void {
    showScreen({ title: 'Wallet', children: [paragraph('There is nothing to approve.', 'quiet'), this.#note()], actions: [] });
  }

  /**
   * Asks the user. A newer question replaces an older one: the host has abandoned that, since it asks one at a time.
   * @throws UserRejected, NotShown
   */
  async ask<Kind extends WindowTaskKind>(prompt: FramePrompt<Kind>): Promise<WindowTasks[Kind]['result']> {
    const { event, task } = prompt;
    prompt.signal.throwIfAborted();
    this.#current?.abort(new UserRejected('The request was cancelled: another one came'));
    const controller = new AbortController();
    this.#current = controller;
    const abandon = (): void => controller.abort(new UserRejected('The app has cancelled the request'));
    prompt.signal.addEventListener('abort', abandon);
    const { signal } = controller;
    try {
      const answer = prompt.showHere === undefined ? null : await this.#askHere(prompt.showHere, event, controller);
      if (answer !== null) return answer;
      const answering = this.#openWindow(prompt, controller);
      // Awaited below.
      answering.catch(() => undefined);
      const isKnown = await this.#host.notify({ type: event, height: HEIGHT });
      // Hosts that do not know the event show the frame for approvals by themselves, but not for consent.
      if (!isKnown && event === 'home') await this.#requireShown(controller);
      const opened = await answering;
      void this.#host.notify({ type: 'window', open: true });
      if (!(opened instanceof SiteWindow)) return opened.result;
      this.#showWaiting(task.app, prompt.title, opened, controller);
      // The window's code returns what its task is defined with.
      return (await opened.run(task, signal, (port) => prompt.onPort?.(port))) as WindowTasks[Kind]['result'];
    } finally {
      prompt.signal.removeEventListener('abort', abandon);
      if (this.#current === controller) {
        this.#current = null;
        this.idle();
        void this.#host.notify({ type: 'window', open: false });
        void this.#host.notify({ type: 'hide' });
      }
    }
  }

  /** Shows why a request cannot be approved, until the user closes it. */
  async refuse({ title, app, content, reason, signal }: Refused): Promise<void> {
    this.#current?.abort(new UserRejected('The request was cancelled: another one came'));
    this.#current = null;
    const closed = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      showScreen({
        title,
        children: [askedBy(app), errorLine(reason), ...content, this.#note()],
        actions: [{ label: 'Close', isPrimary: true, run: resolve }],
      });
    });
    await this.#host.notify({ type: 'show', height: HEIGHT });
    await closed;
    this.idle();
    void this.#host.notify({ type: 'hide' });
  }

  /** Shows a screen while a task runs that the user can cancel. @throws UserRejected, or the error of the task */
  async during<Result>({ app, title, signal, run }: LongTask<Result>): Promise<Result> {
    signal.throwIfAborted();
    this.#current?.abort(new UserRejected('The request was cancelled: another one came'));
    const controller = new AbortController();
    this.#current = controller;
    const abandon = (): void => controller.abort(new UserRejected('The app has cancelled the request'));
    signal.addEventListener('abort', abandon);
    const cancelled = new Promise<never>((_, reject) =>
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason)),
    );
    const show = (...content: readonly Node[]): void =>
      void showScreen({
        title,
        children: [askedBy(app), ...content, this.#note()],
        actions: [{ label: 'Cancel', run: () => controller.abort(new UserRejected()) }],
      });
    try {
      void this.#host.notify({ type: 'show', height: HEIGHT });
      return await Promise.race([cancelled, run(show, controller.signal)]);
    } finally {
      signal.removeEventListener('abort', abandon);
      if (this.#current === controller) {
        this.#current = null;
        this.idle();
        void this.#host.notify({ type: 'hide' });
      }
    }
  }

  /** Has the user unlock the wallet with a code that is mailed. @throws UserRejected; LoginNeeded for a user of another provider */
  async unlock(session: CodeSession, { app, signal }: Pick<LongTask<void>, 'app' | 'signal'>): Promise<void> {
    const { user } = session;
    if (user !== null && user.provider !== 'email')
      throw new LoginNeeded(`Your wallet is locked. Log in with ${PROVIDER_NAMES[user.provider]} again`);
    await this.during({
      app,
      signal,
      title: 'Unlock your wallet',
      run: async (_, shown) => {
        const { showCode } = await import('./code-view.js');
        shown.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          showCode({
            session,
            signal: shown,
            email: user?.email ?? '',
            title: 'Unlock your wallet',
            reason: 'It was not used for a while, or your last code is a week ago. A code by email unlocks it.',
            before: () => [askedBy(app)],
            done: resolve,
            cancel: () => reject(new UserRejected()),
          });
        });
      },
    });
  }

  /** Aborts the question unless the host shows the frame. A busy host gets more time. */
  async #requireShown(controller: AbortController): Promise<void> {
    for (let attempt = 0; attempt < SHOW_ATTEMPTS; attempt += 1)
      if (this.#isRendered() || controller.signal.aborted || (await this.#host.notify({ type: 'home', height: HEIGHT }))) return;
    controller.abort(new NotShown());
  }

  /** Resolves with the user's answer; `null` if the user wants to answer in the window. */
  async #askHere<Result>(
    show: (here: AnswerHere<Result>) => void,
    event: PromptScreen['event'],
    controller: AbortController,
  ): Promise<Result | null> {
    const shown = new AbortController();
    const signal = AbortSignal.any([controller.signal, shown.signal]);
    const answering = new Promise<Result | null>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
      const rejectRequest = (): void => controller.abort(new UserRejected());
      show({ done: resolve, reject: rejectRequest, openWindow: () => resolve(null), signal });
    });
    void this.#host.notify({ type: event, height: HEIGHT });
    try {
      return await answering;
    } finally {
      shown.abort();
    }
  }

  /** Resolves with the window that the user's click opens, or with the answer that came without one. */
  #openWindow<Kind extends WindowTaskKind>(
    { title, content, continueLabel, task, withoutWindow }: FramePrompt<Kind>,
    controller: AbortController,
  ): Promise<SiteWindow | { readonly result: WindowTasks[Kind]['result'] }> {
    return new Promise((resolve, reject) => {
      const { signal } = controller;
      signal.addEventListener('abort', () => reject(signal.reason));
      /** The mailbox is asked once. */
      let isAsked = false;
      const screen = (...more: readonly Node[]): Screen => ({
        title,
        children: [askedBy(task.app), ...content, ...more, this.#note()],
        actions: [
          { label: 'Reject', run: () => controller.abort(new UserRejected()) },
          { label: continueLabel, isPrimary: true, run: open },
        ],
      });
      const blocked = 'If none has opened, your browser has blocked it: allow pop-ups for this page, then try again.';
      const showFallback = (): void => {
        if (withoutWindow.kind === 'continue') {
          const go = (): void => reject(new NoWindow());
          const button = element('button', { type: 'button', class: 'secondary', onClick: go }, withoutWindow.label);
          showScreen(screen(noticeLine(`${withoutWindow.text} ${blocked}`), button));
          return;
        }
        showScreen(screen(noticeLine(`If a window of the wallet has opened, approve there. ${blocked}`)));
        if (isAsked) return;
        isAsked = true;
        withoutWindow.answer(signal).then((result) => resolve({ result }), reject);
      };
      const open = (): void => {
        const opened = SiteWindow.open(withoutWindow.kind === 'mailbox' ? withoutWindow.fragment : '');
        if (opened === null) showFallback();
        else resolve(opened);
      };
      showScreen(screen(paragraph('The next step is in a window of the wallet, which the app cannot cover.', 'quiet')));
    });
  }

  #showWaiting(app: AskingApp, title: string, opened: SiteWindow, controller: AbortController): void {
    showScreen({
      title,
      children: [askedBy(app), paragraph('Continue in the window of the wallet.'), this.#note()],
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
