import { randomText } from '../protocol/encoding.js';
import { LinkPort } from './link-port.js';
import { type FromWindow, isOwnMessage, type ToWindow, type WindowTask } from './window-messages.js';

const FEATURES = 'popup,width=420,height=720';
/** A closed window sends no event to its opener. */
const CLOSED_CHECK_MS = 500;

/** The user has rejected the request, or closed its window. */
export class UserRejected extends Error {
  override readonly name = 'UserRejected';

  constructor(message = 'The user rejected the request') {
    super(message);
  }
}

/** A window of this site that does one task. */
export class SiteWindow {
  readonly #window: Window;
  readonly #id = randomText(16);

  private constructor(window: Window) {
    this.#window = window;
  }

  /**
   * Opens a window. Call it in a click.
   * @param fragment what a window without opener needs to know
   * @returns `null` if the browser blocks it, or opens it without a connection to this frame, as the policy of the app's page may demand
   */
  static open(fragment: string): SiteWindow | null {
    const opened = window.open(`window${fragment}`, '_blank', FEATURES);
    return opened === null ? null : new SiteWindow(opened);
  }

  focus(): void {
    this.#window.focus();
  }

  close(): void {
    this.#window.close();
  }

  /**
   * Gives the window its task and returns its answer. The task is given again to a window that was reloaded.
   * @param onPort receives the port to the window, again after a reload
   * @throws UserRejected, or the reason of the signal
   */
  run(task: WindowTask, signal: AbortSignal, onPort: (port: LinkPort) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const post = (message: ToWindow): void => this.#window.postMessage(message, location.origin);
      const give = (): void => {
        const { port1, port2 } = new MessageChannel();
        onPort(new LinkPort(port1));
        this.#window.postMessage({ type: 'secure-window/task', id: this.#id, task } satisfies ToWindow, location.origin, [port2]);
      };
      const settle = (run: () => void): void => {
        clearInterval(timer);
        window.removeEventListener('message', listen);
        signal.removeEventListener('abort', abort);
        run();
      };
      const listen = (event: MessageEvent): void => {
        if (!isOwnMessage(event, this.#window)) return;
        // From our own document.
        const message = event.data as FromWindow;
        if (message.type === 'secure-window/ready') {
          // A window repeats its report until it has the task. A second port would leave it with one that nothing comes through.
          if (message.document !== given) give();
          given = message.document;
        } else if (message.id !== this.#id) return;
        else if (message.type === 'secure-window/done') settle(() => resolve(message.result));
        else settle(() => reject(new UserRejected()));
      };
      const abort = (): void => {
        post({ type: 'secure-window/cancel', id: this.#id });
        settle(() => reject(signal.reason));
      };
      /** The document that has the task. */
      let given: string | null = null;
      let wasClosed = false;
      const timer = setInterval(() => {
        // A window that has answered closes itself, and its answer may be on its way.
        if (wasClosed) settle(() => reject(new UserRejected('The user rejected the request: the window was closed')));
        wasClosed = this.#window.closed;
      }, CLOSED_CHECK_MS);
      window.addEventListener('message', listen);
      signal.addEventListener('abort', abort);
    });
  }
}
