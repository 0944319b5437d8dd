import type { Observable } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import type { Relay, RelayMessage, RelayPublication, RelayStatus } from '../../application/ports/relay.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import { Inbox } from './inbox.js';
import { RelayLine } from './relay-line.js';
import { RelayRefusal, type RelayWebSocketConstructor } from './relay-socket.js';
import { SeenEnvelopes } from './seen-envelopes.js';

/** What is said to a relay of who connects. */
interface Visitor {
  /** Token that proves the client's id. @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth */
  readonly auth: string;
  readonly projectId: string | undefined;
  /** Host of the page, `null` outside of one. */
  readonly host: string | null;
}

/** Protocol and version of the client's side that the relay is told of; it says nothing about the visitor's device. */
const CLIENT = 'wc-2/js-2.21.8/unknown';

/** The address of a relay with everything that it asks of a client. */
export const relayAddress = (relayUrl: string, { auth, projectId, host }: Visitor): string => {
  const query = new URLSearchParams({ auth, ua: `${CLIENT}/${host === null ? 'node' : `browser:${host}`}` });
  if (projectId !== undefined) query.set('projectId', projectId);
  // The relay then refuses with a close code, which a page can read, instead of an HTTP status, which it cannot.
  query.set('useOnCloseEvent', 'true');
  return `${relayUrl}${relayUrl.includes('?') ? '&' : '?'}${query}`;
};

/** What a relay needs. */
export interface CoreRelayOptions {
  /** Every address of the relay, the preferred one first; `wss://…`. */
  readonly relayUrls: readonly string[];
  /** Left out for a relay that asks for none. */
  readonly projectId?: string | undefined;
  readonly store: RecordStore;
  readonly clock: Clock;
  readonly browser: Pick<Browser, 'visible$' | 'online$' | 'location'>;
  /** For places without a global WebSocket, such as Node 20: the one of the package `ws`. */
  readonly webSocket?: RelayWebSocketConstructor | undefined;
  /** Signs the client's token, and knows which topics another page of this party reads. */
  readonly keyChain: Pick<KeyChain, 'relayToken' | 'hasKey'>;
}

/** A relay takes no message that is to be kept for a shorter time, in seconds. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const SHORTEST_TTL = 300;

/**
 * The relay of the wallet protocol over WebSocket. It makes no other request, opens no other socket, and logs nothing.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay
 */
export class CoreRelay implements Relay {
  readonly #options: CoreRelayOptions;
  readonly #seen: SeenEnvelopes;
  readonly #inbox: Inbox;
  readonly #line: RelayLine;

  constructor(options: CoreRelayOptions) {
    const { store, clock, browser, relayUrls, projectId, keyChain } = options;
    this.#options = options;
    this.#seen = new SeenEnvelopes(store, clock);
    this.#inbox = new Inbox({
      clock,
      seen: this.#seen,
      isWanted: (topic) => this.#line.isWanted(topic),
      hasKey: (topic) => keyChain.hasKey(topic),
    });
    this.#line = new RelayLine({
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
    return this.#line.status$;
  }

  get messages$(): Observable<RelayMessage> {
    return this.#inbox.messages$;
  }

  open(signal: AbortSignal): Promise<void> {
    return this.#line.open(signal);
  }

  async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#seen.loadAll(topics);
    await this.#line.subscribe(topics, signal);
  }

  async unsubscribe(topics: readonly string[]): Promise<void> {
    await this.#line.unsubscribe(topics);
    await Promise.all(topics.map((topic) => this.#seen.forget(topic)));
  }

  async publish({ topic, envelope, delivery, attestation }: RelayPublication, signal: AbortSignal): Promise<void> {
    const { tag, prompt } = delivery;
    // A relay that brings it back brings nothing new.
    await this.#seen.add(topic, envelopeId(envelope), false);
    try {
      const params = { topic, message: envelope, ttl: Math.max(delivery.ttl, SHORTEST_TTL), tag, prompt };
      await this.#line.request('irn_publish', attestation === undefined ? params : { ...params, attestation }, signal);
    } catch (cause) {
      if (!(cause instanceof RelayRefusal)) throw cause;
      throw new LatchkeyError('relay/publish-failed', { tag }, { cause });
    }
  }

  /** Closes the line until the next call that needs it; topics stay subscribed. */
  close(): void {
    this.#line.leave();
  }

  dispose(): void {
    this.#line.dispose();
    this.#inbox.dispose();
  }

  #webSocket(): RelayWebSocketConstructor {
    const found = this.#options.webSocket ?? globalThis.WebSocket;
    if (found === undefined) throw new LatchkeyError('config/dependency-missing', { dependency: 'ws' });
    return found;
  }
}
