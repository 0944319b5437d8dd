import { type Envelope, type FrameEvent, formatFrameEvent, parseReceived, readEnvelope } from 'latchkey/frame';
import { randomText } from '../protocol/encoding.js';

/** Time for a host to acknowledge a message that only our hosts know. */
const ACKNOWLEDGED_MS = 1_000;

type WithId<Event> = Event extends { readonly id: string } ? Omit<Event, 'id'> : never;

/** An event that the host acknowledges. */
export type HostEvent = WithId<FrameEvent>;

/** The host's window, as far as it is used. */
export interface HostWindow {
  postMessage(message: Envelope, targetOrigin: string): void;
}

/** Tells the host what it needs to know unasked. */
export class HostLink {
  readonly #host: HostWindow;
  readonly #waiting = new Map<string, () => void>();
  #origin: string | null;

  /** @param origin of the host, as far as the browser tells it before the host's first message */
  constructor(host: HostWindow, origin: string | null) {
    this.#host = host;
    this.#origin = origin;
  }

  /** The host's origin; `null` until the browser has told it. */
  get origin(): string | null {
    return this.#origin;
  }

  /** Takes the origin of the host from its message, once. False for a message of another window or origin. */
  accepts({ source, origin }: MessageEvent): boolean {
    if (source !== this.#host) return false;
    this.#origin ??= origin;
    return origin === this.#origin;
  }

  /** Reports that the frame can be used. */
  ready(version: string): void {
    // The only message that may come before the origin is known. It says nothing.
    this.#host.postMessage(formatFrameEvent({ type: 'ready', version }), this.#origin ?? '*');
  }

  /** Notifies the host that the session may have expired. */
  sessionUpdated(): void {
    if (this.#origin !== null) this.#host.postMessage(formatFrameEvent({ type: 'session-updated' }), this.#origin);
  }

  /** Notes an acknowledgement. */
  handle(data: unknown): void {
    const envelope = readEnvelope(data);
    const id = envelope === null ? null : parseReceived(envelope);
    if (id !== null) this.#waiting.get(id)?.();
  }

  /** Sends an event. False if the host does not know it: it has not acknowledged it within a second. */
  notify(event: HostEvent): Promise<boolean> {
    const origin = this.#origin;
    if (origin === null) return Promise.resolve(false);
    const id = randomText(16);
    return new Promise((resolve) => {
      const settle = (isKnown: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(isKnown);
      };
      const timer = setTimeout(() => settle(false), ACKNOWLEDGED_MS);
      this.#waiting.set(id, () => settle(true));
      this.#host.postMessage(formatFrameEvent({ ...event, id }), origin);
    });
  }
}
