import type { Observable } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import type { Relay, RelayMessage, RelayPublication, RelayStatus } from '../../application/ports/relay.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import { Inbox } from './inbox.js';
import { RelayConnection } from './relay-connection.js';
import { RelayRefusal, type RelayWebSocketConstructor } from './relay-socket.js';
import { SeenEnvelopes } from './seen-envelopes.js';

/** Client data in the relay URL. */
interface RelayClientInfo {
  /** Token that proves the client's id. @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth */
  readonly auth: string;
  readonly projectId: string | undefined;
  /** Hostname of the page; `null` outside a browser. */
  readonly host: string | null;
}

/** User agent for the relay: protocol, version and platform of the client. It contains no information about the user's device. */
const CLIENT_VERSION = 'wc-2/js-2.21.8/unknown';

/** Returns the relay URL with the client's auth token and user agent. */
export const relayAddress = (relayUrl: string, { auth, projectId, host }: RelayClientInfo): string => {
  const query = new URLSearchParams({ auth, ua: `${CLIENT_VERSION}/${host === null ? 'node' : `browser:${host}`}` });
  if (projectId !== undefined) query.set('projectId', projectId);
  // The relay then rejects with a close code, which a page can read, instead of an HTTP status, which it cannot.
  query.set('useOnCloseEvent', 'true');
  return `${relayUrl}${relayUrl.includes('?') ? '&' : '?'}${query}`;
};

export interface CoreRelayOptions {
  /** URLs of the relay, the preferred one first; `wss://…`. */
  readonly relayUrls: readonly string[];
  /** Omitted for a relay that requires none. */
  readonly projectId?: string | undefined;
  readonly store: RecordStore;
  readonly clock: Clock;
  readonly browser: Pick<Browser, 'visible$' | 'online$' | 'location'>;
  /** For runtimes without a global WebSocket, such as Node 20: the one of the package `ws`. */
  readonly webSocket?: RelayWebSocketConstructor | undefined;
  /** Signs the client's token, and checks for keys of topics that other pages of this party subscribe. */
  readonly keyChain: Pick<KeyChain, 'relayToken' | 'hasKey'>;
}

/** Minimum TTL of a message that the relay accepts, in seconds. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const MIN_TTL = 300;

/**
 * WalletConnect relay over WebSocket. It makes no other requests and logs nothing.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay
 */
export class CoreRelay implements Relay {
  readonly #options: CoreRelayOptions;
  readonly #seenEnvelopes: SeenEnvelopes;
  readonly #inbox: Inbox;
  readonly #connection: RelayConnection;

  constructor(options: CoreRelayOptions) {
    const { store, clock, browser, relayUrls, projectId, keyChain } = options;
    this.#options = options;
    this.#seenEnvelopes = new SeenEnvelopes(store, clock);
    this.#inbox = new Inbox({
      clock,
      seen: this.#seenEnvelopes,
      isSubscribed: (topic) => this.#connection.isSubscribed(topic),
      hasKey: (topic) => keyChain.hasKey(topic),
    });
    this.#connection = new RelayConnection({
      relayUrls,
      clock,
      browser,
      address: async (relayUrl) => {
        const auth = await keyChain.relayToken(relayUrl);
        return relayAddress(relayUrl, { auth, projectId, host: browser.location?.hostname ?? null });
      },
      webSocket: () => this.#webSocket(),
      onPush: this.#inbox.receive,
      onSubscribing: this.#inbox.gather,
    });
  }

  get status$(): Observable<RelayStatus> {
    return this.#connection.status$;
  }

  get messages$(): Observable<RelayMessage> {
    return this.#inbox.messages$;
  }

  open(signal: AbortSignal): Promise<void> {
    return this.#connection.open(signal);
  }

  async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#seenEnvelopes.loadAll(topics);
    await this.#connection.subscribe(topics, signal);
  }

  async unsubscribe(topics: readonly string[]): Promise<void> {
    await this.#connection.unsubscribe(topics);
    await Promise.all(topics.map((topic) => this.#seenEnvelopes.forget(topic)));
  }

  async publish({ topic, envelope, delivery, attestation }: RelayPublication, signal: AbortSignal): Promise<void> {
    const { tag, prompt } = delivery;
    // Marked as seen, so that the relay's echo of our own message is ignored.
    await this.#seenEnvelopes.add(topic, envelopeId(envelope), false);
    try {
      const params = { topic, message: envelope, ttl: Math.max(delivery.ttl, MIN_TTL), tag, prompt };
      await this.#connection.request('irn_publish', attestation === undefined ? params : { ...params, attestation }, signal);
    } catch (cause) {
      if (!(cause instanceof RelayRefusal)) throw cause;
      throw new LatchkeyError('relay/publish-failed', { tag }, { cause });
    }
  }

  /** Closes the connection until the next call. Topics stay subscribed. */
  close(): void {
    this.#connection.close();
  }

  dispose(): void {
    this.#connection.dispose();
    this.#inbox.dispose();
  }

  #webSocket(): RelayWebSocketConstructor {
    const found = this.#options.webSocket ?? globalThis.WebSocket;
    if (found === undefined) throw new LatchkeyError('config/dependency-missing', { dependency: 'ws' });
    return found;
  }
}
