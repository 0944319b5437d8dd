import { firstValueFrom, merge, Subject, timer } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { throwOnAbort } from '../../application/shared/aborted.js';
import { membersOf, readJson } from '../../domain/wire.js';

/** After which of its steps a node is to tell. */
const COMMITMENTS: readonly string[] = ['processed', 'confirmed', 'finalized'];

/** What the notices come from. */
export interface SignatureNoticesOptions {
  readonly hash: string;
  /** Where the node has its socket; `null` where there is none. */
  readonly url: string | null;
  readonly clock: Clock;
  /** Ends everything. */
  readonly signal: AbortSignal;
}

/**
 * Says when a transaction may have come further: when a node tells so on its socket, and else when the time is up. A socket
 * that cannot be opened, or breaks, is not opened again.
 * @see https://solana.com/docs/rpc/websocket/signaturesubscribe
 */
export class SignatureNotices {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #socket: WebSocket | null = null;
  #subscribed = 0;
  readonly #notices = new Subject<void>();
  /** A notice came while nobody waited. */
  #missed = false;

  constructor({ hash, url, clock, signal }: SignatureNoticesOptions) {
    this.#clock = clock;
    this.#signal = signal;
    if (url === null || typeof WebSocket === 'undefined') return;
    try {
      this.#open(new WebSocket(url), hash);
    } catch {
      // A policy of the page, or an address that is none: the time tells.
    }
  }

  /** Whether the node has promised to tell of every step. */
  get isListening(): boolean {
    return this.#subscribed === COMMITMENTS.length && this.#socket !== null;
  }

  /** Resolves with the next notice, at the latest after so many milliseconds. Rejects with the signal's reason. */
  async next(limitMs: () => number): Promise<void> {
    const until$ = timer(this.#missed ? 0 : limitMs(), this.#clock.scheduler);
    this.#missed = false;
    await firstValueFrom(merge(until$, this.#notices).pipe(throwOnAbort(this.#signal)));
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
    socket.addEventListener('message', ({ data }) => this.#hear(data));
    socket.addEventListener('close', () => {
      this.#socket = null;
      this.#wake();
    });
    // Followed by `close`.
    socket.addEventListener('error', () => undefined);
  }

  #wake(): void {
    this.#missed = !this.#notices.observed;
    this.#notices.next();
  }

  #hear(data: unknown): void {
    const said = membersOf(readJson(String(data)));
    if (typeof said['result'] === 'number') this.#subscribed += 1;
    // The end of a step, or a refusal to tell: either way there is something to read.
    if (said['method'] === 'signatureNotification' || said['error'] !== undefined) this.#wake();
  }
}
