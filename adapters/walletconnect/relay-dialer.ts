import { filter, firstValueFrom } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { throwOnAbort } from '../../application/shared/aborted.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { RelaySocket, type RelayWebSocketConstructor, SocketClosed, type SocketListener } from './relay-socket.js';

export interface RelayDialerOptions {
  /** URLs of the relay, the preferred one first. */
  readonly relayUrls: readonly string[];
  readonly clock: Clock;
  readonly browser: Pick<Browser, 'online$'>;
  /** Returns the WebSocket URL for a relay URL, with an auth token. */
  readonly address: (relayUrl: string) => Promise<string>;
  /** Throws if there is no WebSocket implementation. */
  readonly webSocket: () => RelayWebSocketConstructor;
}

/** Timeout for all URLs together. */
const DIAL_TIMEOUT_MS = 8_000;

/** Close code for an invalid project id or token. */
const UNAUTHORIZED = 3000;

const MAX_REASON_LENGTH = 200;

/** Returns whether the relay closed the connection because it rejected the client. */
export const isRefusal = (error: unknown): error is SocketClosed => error instanceof SocketClosed && error.code === UNAUTHORIZED;

/** Creates the error for a client that the relay rejected. The relay's reason is truncated, as it may be long. */
export const unauthorized = (cause: SocketClosed): LatchkeyError<'relay/unauthorized'> =>
  new LatchkeyError('relay/unauthorized', { reason: cause.reason.slice(0, MAX_REASON_LENGTH) }, { cause });

/** Connects to the first URL of a relay that responds. */
export class RelayDialer {
  readonly #options: RelayDialerOptions;

  constructor(options: RelayDialerOptions) {
    this.#options = options;
  }

  /** Creates the error for a relay of which no URL responded. */
  unreachable(cause: unknown): LatchkeyError<'relay/unreachable'> {
    // The query of a URL may contain a secret of the app.
    const relays = this.#options.relayUrls.map((url) => url.replace(/[?#].*/s, ''));
    return new LatchkeyError('relay/unreachable', { relays }, { cause });
  }

  /**
   * Tries the URLs in order, each with its share of 8 s. The time also runs while the page is offline.
   * @param handshake must succeed before a connection is used
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized` immediately, or the error of `address`
   */
  async dial(
    listener: SocketListener,
    handshake: (socket: RelaySocket, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RelaySocket> {
    const { clock, relayUrls } = this.#options;
    const deadline = clock.now() + DIAL_TIMEOUT_MS;
    let cause: unknown;
    try {
      await requestWithTimeout(DIAL_TIMEOUT_MS, clock, signal, (stepSignal) => this.#waitUntilOnline(stepSignal));
      for (const [index, relayUrl] of relayUrls.entries()) {
        const share = (deadline - clock.now()) / (relayUrls.length - index);
        try {
          return await requestWithTimeout(share, clock, signal, (stepSignal) => this.#connect(relayUrl, listener, handshake, stepSignal));
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

  /** Resolves once the page is online. */
  #waitUntilOnline(signal: AbortSignal): Promise<boolean> {
    return firstValueFrom(this.#options.browser.online$.pipe(filter(Boolean), throwOnAbort(signal)));
  }

  async #connect(
    relayUrl: string,
    listener: SocketListener,
    handshake: (socket: RelaySocket, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RelaySocket> {
    const { address, webSocket, clock } = this.#options;
    const WebSocketConstructor = webSocket();
    const url = await address(relayUrl);
    signal.throwIfAborted();
    const socket = new RelaySocket(new WebSocketConstructor(url), clock, listener);
    const closeSocket = (): void => socket.close();
    signal.addEventListener('abort', closeSocket, { once: true });
    try {
      await socket.opened;
      await handshake(socket, signal);
      return socket;
    } catch (error) {
      socket.close();
      throw isRefusal(error) ? unauthorized(error) : error;
    } finally {
      signal.removeEventListener('abort', closeSocket);
    }
  }
}
