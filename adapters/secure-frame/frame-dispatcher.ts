import * as v from 'valibot';
import type { FrameAction, FramePayload, FrameReply } from '../../domain/embedded-wallet/frame-actions.js';
import {
  type Envelope,
  formatErrorReply,
  formatReply,
  parseAbort,
  parsePayload,
  parseRequest,
  readEnvelope,
} from '../../domain/embedded-wallet/frame-messages.js';

/** The host that asks, as the browser tells it. */
export interface FrameHost {
  readonly origin: string;
  /** Aborted when the host has abandoned the request, such as when the user closes the modal: take it off the screen. */
  readonly signal: AbortSignal;
}

/** What a secure site does for each request. Without a handler, a request is answered with an error. */
export type FrameHandlers = {
  readonly [Action in FrameAction]?: (payload: FramePayload<Action>, host: FrameHost) => Promise<FrameReply<Action>>;
};

/** Options of {@link FrameDispatcher}. */
export interface FrameDispatcherOptions {
  /** The window whose messages count: the frame's `parent`. */
  readonly host: MessageEventSource;
  /** Whether an origin may use the site. Requests of others are dropped. */
  readonly isAllowed: (origin: string) => boolean;
  readonly handlers: FrameHandlers;
}

/** A message event, as far as it is read. */
export type FrameMessageEvent = Pick<MessageEvent, 'origin' | 'source' | 'data'>;

/**
 * The frame's side of the messages: checks each request, calls its handler and replies to the origin that asked. For authors of a secure
 * site.
 * @example
 * const dispatcher = new FrameDispatcher({ host: window.parent, isAllowed, handlers: { IS_CONNECTED: async () => ({ isConnected: false }) } });
 * window.addEventListener('message', (event) => void dispatcher.handle(event));
 */
export class FrameDispatcher {
  readonly #options: FrameDispatcherOptions;
  readonly #running = new Map<string, AbortController>();

  constructor(options: FrameDispatcherOptions) {
    this.#options = options;
  }

  /**
   * Answers a message. Never rejects; a request that the host aborts gets no reply. A message that is no request, or comes from another window
   * or origin, is dropped.
   */
  async handle({ origin, source, data }: FrameMessageEvent): Promise<void> {
    const { host, isAllowed } = this.#options;
    if (source !== host || !isAllowed(origin)) return;
    const envelope = readEnvelope(data);
    if (envelope === null) return;
    const aborted = parseAbort(envelope);
    if (aborted !== null) this.#running.get(aborted)?.abort();
    const request = parseRequest(envelope);
    if (request === null) return;
    const { action, id, payload } = request;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { signal } = controller;
    const reply = await this.#answer(action, id, payload, { origin, signal });
    if (this.#running.get(id) === controller) this.#running.delete(id);
    // The host waits no more.
    if (!signal.aborted) source.postMessage(reply, { targetOrigin: origin });
  }

  async #answer<Action extends FrameAction>(action: Action, id: string, payload: unknown, host: FrameHost): Promise<Envelope> {
    // The type of the table: a handler takes the payload of its action.
    const handler = this.#options.handlers[action] as
      | ((payload: FramePayload<Action>, host: FrameHost) => Promise<FrameReply<Action>>)
      | undefined;
    if (handler === undefined) return formatErrorReply(action, id, `${action} is not supported`);
    try {
      return formatReply(action, id, await handler(parsePayload(action, payload), host));
    } catch (error) {
      return formatErrorReply(
        action,
        id,
        v.isValiError(error) ? error.issues[0].message : error instanceof Error ? error.message : String(error),
      );
    }
  }
}
