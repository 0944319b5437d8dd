import { filter, takeUntil } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { aborted } from '../../application/shared/aborted.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { RelaySocket, type RelayWebSocketConstructor, SocketClosed, type SocketListener } from './relay-socket.js';

/** What connections to a relay are made of. */
export interface RelayDialerOptions {
  /** Every address of the relay, the preferred one first. */
  readonly relayUrls: readonly string[];
  readonly clock: Clock;
  readonly browser: Pick<Browser, 'online$'>;
  /** What to connect to for an address: it, with a token for it. */
  readonly address: (relayUrl: string) => Promise<string>;
  /** Throws where there are no WebSockets. */
  readonly webSocket: () => RelayWebSocketConstructor;
}

/** How long all addresses together may take. */
const DIAL_TIMEOUT_MS = 8_000;

/** Close code of a relay that does not accept the project id or the token. */
const UNAUTHORIZED = 3000;

const LONGEST_REASON = 200;

/** Whether the relay closed the connection because it does not accept the client. */
export const isRefusal = (error: unknown): error is SocketClosed => error instanceof SocketClosed && error.code === UNAUTHORIZED;

/** The relay does not accept us. What it says is foreign text and may be long. */
export const unauthorized = (cause: SocketClosed): LatchkeyError<'relay/unauthorized'> =>
  new LatchkeyError('relay/unauthorized', { reason: cause.reason.slice(0, LONGEST_REASON) }, { cause });

/** Connects to the first address of a relay that answers. */
export class RelayDialer {
  readonly #options: RelayDialerOptions;

  constructor(options: RelayDialerOptions) {
    this.#options = options;
  }

  /** No address answered. */
  unreachable(cause: unknown): LatchkeyError<'relay/unreachable'> {
    // An address may carry a secret of the host in its query.
    const relays = this.#options.relayUrls.map((url) => url.replace(/[?#].*/s, ''));
    return new LatchkeyError('relay/unreachable', { relays }, { cause });
  }

  /**
   * Goes through the addresses, each for its share of 8 s in all, which begin when the page is online or not.
   * @param greet what a connection must have done before it counts
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized` at once, or why the address could not be made
   */
  async dial(
    listener: SocketListener,
    greet: (socket: RelaySocket, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RelaySocket> {
    const { clock, relayUrls } = this.#options;
    const endsAt = clock.now() + DIAL_TIMEOUT_MS;
    let cause: unknown;
    try {
      await askWithin(DIAL_TIMEOUT_MS, clock, signal, (asked) => this.#online(asked));
      for (const [index, relayUrl] of relayUrls.entries()) {
        const share = (endsAt - clock.now()) / (relayUrls.length - index);
        try {
          return await askWithin(share, clock, signal, (asked) => this.#connect(relayUrl, listener, greet, asked));
        } catch (error) {
          if (isLatchkeyError(error)) throw error;
          cause = error;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (isLatchkeyError(error)) throw error;
      cause = error;
    }
    throw this.unreachable(cause);
  }

  /** Resolves once the page is online: until then there is nobody to reach. */
  #online(signal: AbortSignal): Promise<void> {
    const online$ = this.#options.browser.online$.pipe(filter(Boolean), takeUntil(aborted(signal)));
    return new Promise((resolve) => online$.subscribe(() => resolve()));
  }

  async #connect(
    relayUrl: string,
    listener: SocketListener,
    greet: (socket: RelaySocket, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RelaySocket> {
    const { address, webSocket, clock } = this.#options;
    const WebSocketOfHost = webSocket();
    const url = await address(relayUrl);
    signal.throwIfAborted();
    const socket = new RelaySocket(new WebSocketOfHost(url), clock, listener);
    const leave = (): void => socket.close();
    signal.addEventListener('abort', leave, { once: true });
    try {
      await socket.opened;
      await greet(socket, signal);
      return socket;
    } catch (error) {
      socket.close();
      throw isRefusal(error) ? unauthorized(error) : error;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
