import { base64, base64urlnopad } from '@scure/base';
import type { Observable } from 'rxjs';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import type { EnvelopeKeys, OpenedLink, Relay, RelayMessage, RelayPublication, RelayStatus } from '../../application/ports/relay.port.js';
import { loadPart } from '../../application/shared/load-part.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { base64ToBytes } from '../../domain/wallet-protocol/base64.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import { type RpcMessage, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { CoreKeys } from './core/core-keys.js';
import { Inbox } from './inbox.js';
import { KeyCipher } from './key-cipher.js';
import { KeyVault } from './key-vault.js';
import { messageId, messageText } from './message-text.js';
import { relayAddress } from './relay-address.js';
import { RelayLine } from './relay-line.js';
import { RelayRefusal, type RelayWebSocketConstructor } from './relay-socket.js';
import { SeenEnvelopes } from './seen-envelopes.js';

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
  /** Where the browser's cryptography is not wanted, `undefined`. By default that of the page, if it is there. */
  readonly subtle?: SubtleCrypto | undefined;
}

/** A relay takes no message that is to be kept for a shorter time, in seconds. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const SHORTEST_TTL = 300;

/** How many sealed messages are remembered for a second publication. */
const REMEMBERED = 50;

const noKey = (name: string): LatchkeyError => new LatchkeyError('wallet-protocol/no-matching-key', { detail: name });

/**
 * The relay of the wallet protocol over WebSocket, with the cryptography of `@walletconnect/core`, which is loaded when the
 * first key is needed. It makes no other request, opens no other socket, and logs nothing.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay
 */
export class CoreRelay implements Relay {
  readonly #options: CoreRelayOptions;
  readonly #vault: KeyVault;
  readonly #seen: SeenEnvelopes;
  readonly #inbox: Inbox;
  readonly #line: RelayLine;
  /** Envelopes by the message in them: sealed again, a message would be another envelope, and arrive twice. */
  readonly #sealed = new Map<string, Promise<string>>();
  #keys: Promise<CoreKeys> | null = null;

  constructor(options: CoreRelayOptions) {
    const { store, clock, browser, relayUrls, projectId } = options;
    this.#options = options;
    this.#vault = new KeyVault(store, new KeyCipher(store, 'subtle' in options ? options.subtle : globalThis.crypto?.subtle));
    this.#seen = new SeenEnvelopes(store, clock);
    this.#inbox = new Inbox({
      clock,
      seen: this.#seen,
      isWanted: (topic) => this.#line.isWanted(topic),
      hasKey: (topic) => this.hasKey(topic),
      open: async (topic, envelope) => (await this.#load()).open(topic, envelope),
    });
    this.#line = new RelayLine({
      relayUrls,
      clock,
      browser,
      address: async (relayUrl) => {
        const auth = await (await this.#load()).token(relayUrl);
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

  async createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }> {
    return (await this.#load()).createSymKey();
  }

  async symKeyOf(topic: string): Promise<string | null> {
    await this.#vault.load(topic);
    return this.#vault.get(topic) ?? null;
  }

  async createKeyPair(): Promise<string> {
    return (await this.#load()).createKeyPair();
  }

  async agreeOnKey({ publicKey, peerPublicKey }: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string> {
    const topic = await (await this.#load()).agreeOnKey(publicKey, peerPublicKey);
    if (topic === null) throw noKey(publicKey);
    return topic;
  }

  hasKey(topic: string): Promise<boolean> {
    return this.#vault.load(topic);
  }

  keyNames(): Promise<ReadonlySet<string>> {
    return this.#vault.names();
  }

  async importKeys(keys: ReadonlyMap<string, string>): Promise<boolean> {
    await Promise.all([...keys].map(([name, key]) => this.#vault.claim(name, () => key)));
    return this.#vault.areKept(keys.keys());
  }

  async deleteKeys(...names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#vault.remove(name)));
  }

  async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#seen.loadAll(topics);
    await this.#line.subscribe(topics, signal);
  }

  async unsubscribe(topics: readonly string[]): Promise<void> {
    await this.#line.unsubscribe(topics);
    await Promise.all(topics.map((topic) => this.#seen.forget(topic)));
  }

  async ownTopic(publicKey: string): Promise<string> {
    const topic = await (await this.#load()).ownTopic(publicKey);
    if (topic === null) throw noKey(publicKey);
    return topic;
  }

  async sealLink({ topic, message, sealing }: Pick<RelayPublication, 'topic' | 'message' | 'sealing'>): Promise<string> {
    const envelope = await (await this.#load()).seal(topic, message, sealing);
    if (envelope === null) throw noKey(sealing?.publicKey ?? topic);
    return base64urlnopad.encode(base64ToBytes(envelope) ?? new Uint8Array());
  }

  async openLink(topic: string, envelope: string): Promise<OpenedLink | null> {
    const bytes = base64ToBytes(envelope);
    if (bytes === null) return null;
    const opened = await (await this.#load()).open(topic, base64.encode(bytes));
    const message = readRpcMessage(opened?.message);
    return opened === null || message === null ? null : { ...opened, message };
  }

  async publish({ topic, message, delivery, sealing, onSealed }: RelayPublication, signal: AbortSignal): Promise<void> {
    const envelope = await this.#seal(topic, message, sealing);
    const attestation = onSealed?.({ envelopeId: envelopeId(envelope), messageId: messageId(message) }) ?? null;
    const { tag, prompt } = delivery;
    try {
      const params = { topic, message: envelope, ttl: Math.max(delivery.ttl, SHORTEST_TTL), tag, prompt };
      await this.#line.request('irn_publish', attestation === null ? params : { ...params, attestation }, signal);
    } catch (cause) {
      if (!(cause instanceof RelayRefusal)) throw cause;
      throw new LatchkeyError('relay/publish-failed', { tag }, { cause });
    }
  }

  /** Closes the line until the next call that needs it; topics stay subscribed. */
  close(): void {
    this.#line.leave();
  }

  /** The client's id, as a DID. @see https://w3c-ccg.github.io/did-method-key/ */
  async clientId(): Promise<string> {
    return (await this.#load()).clientId();
  }

  dispose(): void {
    this.#line.dispose();
    this.#inbox.dispose();
    this.#sealed.clear();
  }

  #seal(topic: string, message: RpcMessage, sealing?: EnvelopeKeys): Promise<string> {
    const text = topic + messageText(message);
    const known = this.#sealed.get(text);
    if (known !== undefined) return known;
    const envelope = this.#sealAnew(topic, message, sealing);
    this.#sealed.set(text, envelope);
    envelope.catch(() => this.#sealed.delete(text));
    for (const oldest of this.#sealed.keys()) {
      if (this.#sealed.size <= REMEMBERED) break;
      this.#sealed.delete(oldest);
    }
    return envelope;
  }

  async #sealAnew(topic: string, message: RpcMessage, sealing?: EnvelopeKeys): Promise<string> {
    const envelope = await (await this.#load()).seal(topic, message, sealing);
    if (envelope === null) throw noKey(sealing?.publicKey ?? topic);
    // A relay that brings it back brings nothing new.
    await this.#seen.add(topic, envelopeId(envelope), false);
    return envelope;
  }

  /** Loads the cryptography; a load that failed is tried again. */
  #load(): Promise<CoreKeys> {
    this.#keys ??= loadPart(
      'walletconnect',
      async () => new (await import('./core/core-keys.js')).CoreKeys(this.#vault),
      '@walletconnect/core',
    ).catch((error: unknown) => {
      this.#keys = null;
      throw error;
    });
    return this.#keys;
  }

  #webSocket(): RelayWebSocketConstructor {
    const found = this.#options.webSocket ?? globalThis.WebSocket;
    if (found === undefined) throw new LatchkeyError('config/dependency-missing', { dependency: 'ws' });
    return found;
  }
}
