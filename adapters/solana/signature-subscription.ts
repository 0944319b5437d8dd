import { firstValueFrom, merge, Subject, timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { throwOnAbort } from '../../application/shared/aborted.js';
import { asRecord, parseJson } from '../../domain/wire.js';

const COMMITMENTS: readonly string[] = ['processed', 'confirmed', 'finalized'];

export interface SignatureSubscriptionOptions {
  readonly hash: string;
  /** WebSocket URL of the node; `null` if there is none. */
  readonly url: string | null;
  readonly clock: Clock;
  /** Aborts pending waits. */
  readonly signal: AbortSignal;
}

/**
 * Signals that a transaction's status may have changed: on a notification from the node's socket, else after a timeout. A socket that fails
 * or closes is not reopened.
 * @see https://solana.com/docs/rpc/websocket/signaturesubscribe
 */
export class SignatureSubscription {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #socket: WebSocket | null = null;
  #confirmedCount = 0;
  readonly #notifications = new Subject<void>();
  /** A notification arrived while there was no waiter. */
  #hasMissedNotification = false;

  constructor({ hash, url, clock, signal }: SignatureSubscriptionOptions) {
    this.#clock = clock;
    this.#signal = signal;
    if (url === null || typeof WebSocket === 'undefined') return;
    try {
      this.#open(new WebSocket(url), hash);
    } catch {
      // Blocked by the page's CSP, or an invalid URL: fall back to polling.
    }
  }

  /** `true` once the node has confirmed every subscription. */
  get isListening(): boolean {
    return this.#confirmedCount === COMMITMENTS.length && this.#socket !== null;
  }

  /** Resolves on the next notification or after the timeout. Rejects with the signal's reason. */
  async next(timeoutMs: () => number): Promise<void> {
    const timeout$ = timer(this.#hasMissedNotification ? 0 : timeoutMs(), this.#clock.scheduler);
    this.#hasMissedNotification = false;
    await firstValueFrom(merge(timeout$, this.#notifications).pipe(throwOnAbort(this.#signal)));
  }

  /** Closes the socket. */
  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(socket: WebSocket, hash: string): void {
    this.#socket = socket;
    socket.addEventListener('open', () => {
      for (const [id, commitment] of COMMITMENTS.entries())
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: id + 1, method: 'signatureSubscribe', params: [hash, { commitment }] }));
    });
    socket.addEventListener('message', ({ data }) => this.#onMessage(data));
    socket.addEventListener('close', () => {
      this.#socket = null;
      this.#notify();
    });
    // An error event is always followed by a close event.
    socket.addEventListener('error', () => undefined);
  }

  #notify(): void {
    this.#hasMissedNotification = !this.#notifications.observed;
    this.#notifications.next();
  }

  #onMessage(data: unknown): void {
    const message = asRecord(parseJson(String(data)));
    if (typeof message['result'] === 'number') this.#confirmedCount += 1;
    // A status change or a subscription error: read the status either way.
    if (message['method'] === 'signatureNotification' || message['error'] !== undefined) this.#notify();
  }
}
