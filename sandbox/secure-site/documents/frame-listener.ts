import { FRAME_ACTIONS, FrameDispatcher, type FrameHandlers } from 'latchkey/frame';
import type { HostLink } from './host-link.js';

/** Options of {@link FrameListener}. */
export interface FrameListenerOptions {
  /** The window whose messages count. */
  readonly parent: MessageEventSource;
  readonly host: HostLink;
  /** Rejected if the frame cannot answer in this browser. */
  readonly handlers: Promise<FrameHandlers>;
}

/** Answers in a browser that denies what the wallet needs: the host does not wait in vain. */
const UNAVAILABLE: FrameHandlers = Object.fromEntries(
  Object.keys(FRAME_ACTIONS).map((action) => [action, () => Promise.reject(new Error('The wallet cannot start in this browser'))]),
);

/** Receives the messages of the host. Those of other windows and origins change nothing. */
export class FrameListener {
  readonly #host: HostLink;
  readonly #dispatcher: Promise<FrameDispatcher>;

  constructor({ parent, host, handlers }: FrameListenerOptions) {
    this.#host = host;
    const dispatcherOf = (each: FrameHandlers): FrameDispatcher =>
      new FrameDispatcher({ host: parent, isAllowed: (origin) => origin === host.origin, handlers: each });
    this.#dispatcher = handlers.then(dispatcherOf, () => dispatcherOf(UNAVAILABLE));
  }

  /** Handles a message. The first requests wait until the frame can answer. */
  async handle(event: MessageEvent): Promise<void> {
    if (!this.#host.accepts(event)) return;
    this.#host.handle(event.data);
    const dispatcher = await this.#dispatcher;
    await dispatcher.handle(event);
  }
}
