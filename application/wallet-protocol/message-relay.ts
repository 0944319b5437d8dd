import { concatMap, filter, type Observable, share } from 'rxjs';
import { base64ToBytes, bytesToBase64, bytesToBase64Url } from '../../domain/base64.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import { type RpcMessage, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { Delivery } from '../../domain/wallet-protocol/protocol-methods.js';
import type { MessageHashes } from '../ports/attestation.port.js';
import type { KeyChain, MessageToSeal } from '../ports/key-chain.port.js';
import type { Relay, RelayMessage, RelayStatus } from '../ports/relay.port.js';

/** JSON text of a message as sealed in an envelope. Big integers become strings that end in `n`. */
const serializeMessage = (message: unknown): string =>
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? '';

/** SHA-256 of the message's text, hex: the id that attestation services use. */
export const messageId = (message: unknown): string => envelopeId(serializeMessage(message));

/** A message to publish. */
export interface MessagePublication extends MessageToSeal {
  readonly delivery: Delivery;
  /**
   * Called before each publish. Returns the attestation to publish unencrypted: `''` for none, `null` if the receiver should query the
   * attestation service.
   */
  readonly onSealed?: (ids: MessageHashes) => string | null;
}

/** A decrypted message of a peer. */
export interface OpenedMessage extends MessageHashes, Omit<RelayMessage, 'envelope'> {
  readonly message: RpcMessage;
  /** Sender's X25519 public key, hex; only in type 1 envelopes. */
  readonly senderPublicKey?: string;
}

/** The content of a link. */
export type OpenedLink = Pick<OpenedMessage, 'message' | 'senderPublicKey'>;

/** Maximum number of sealed envelopes that are kept for a repeated publish. */
const MAX_CACHED_ENVELOPES = 50;

/** Encrypts and publishes messages, and decrypts the messages that the relay delivers. */
export class MessageRelay {
  readonly keyChain: KeyChain;
  readonly messages$: Observable<OpenedMessage>;
  readonly #relay: Relay;
  /** Envelopes by message. Sealing a message twice gives two different envelopes, and the message would arrive twice. */
  readonly #sealedEnvelopes = new Map<string, Promise<string>>();

  constructor(relay: Relay, keyChain: KeyChain) {
    this.#relay = relay;
    this.keyChain = keyChain;
    // An envelope that arrives while there are no subscribers is not acknowledged, so the relay delivers it again.
    this.messages$ = relay.messages$.pipe(
      concatMap((received) => this.#openEnvelope(received)),
      filter((message) => message !== null),
      share(),
    );
  }

  get status$(): Observable<RelayStatus> {
    return this.#relay.status$;
  }

  /** @see Relay.open */
  open(signal: AbortSignal): Promise<void> {
    return this.#relay.open(signal);
  }

  /** @see Relay.subscribe */
  subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    return this.#relay.subscribe(topics, signal);
  }

  /** @see Relay.unsubscribe */
  unsubscribe(topics: readonly string[]): Promise<void> {
    return this.#relay.unsubscribe(topics);
  }

  /**
   * Seals and publishes a message; resolves once the relay has accepted it. Repeating the call with the same message delivers it only once.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`, `relay/publish-failed`, `wallet-protocol/no-matching-key`
   */
  async publish({ delivery, onSealed, ...message }: MessagePublication, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const envelope = await this.#seal(message);
    const attestation = onSealed?.({ envelopeId: envelopeId(envelope), messageId: messageId(message.message) }) ?? null;
    await this.#relay.publish({ topic: message.topic, envelope, delivery, ...(attestation === null ? {} : { attestation }) }, signal);
  }

  /**
   * Seals a message for a link: an envelope in base64url.
   * @throws LatchkeyError `wallet-protocol/no-matching-key`
   */
  async sealForLink(message: MessageToSeal): Promise<string> {
    return bytesToBase64Url(base64ToBytes(await this.keyChain.seal(message)) ?? new Uint8Array());
  }

  /** Opens an envelope from a link; `null` if the topic's key does not decrypt it or it contains no JSON-RPC message. */
  async openLinkEnvelope(topic: string, envelope: string): Promise<OpenedLink | null> {
    const bytes = base64ToBytes(envelope);
    if (bytes === null) return null;
    const opened = await this.keyChain.open(topic, bytesToBase64(bytes));
    const message = readRpcMessage(opened?.message);
    return opened === null || message === null ? null : { ...opened, message };
  }

  /** Closes the connection and clears all timers and listeners. */
  dispose(): void {
    this.#relay.dispose();
    this.#sealedEnvelopes.clear();
  }

  /** Returns `null` if the envelope contains no valid message, or if decrypting failed and should be retried. */
  async #openEnvelope({ envelope, ...received }: RelayMessage): Promise<OpenedMessage | null> {
    let opened: Awaited<ReturnType<KeyChain['open']>>;
    try {
      opened = await this.keyChain.open(received.topic, envelope);
    } catch {
      // For example, a chunk failed to load. The envelope is not acknowledged, so the relay delivers it again.
      return null;
    }
    const message = readRpcMessage(opened?.message);
    if (opened === null || message === null) {
      received.acknowledge();
      return null;
    }
    const { senderPublicKey } = opened;
    return {
      ...received,
      message,
      envelopeId: envelopeId(envelope),
      messageId: messageId(opened.message),
      ...(senderPublicKey === undefined ? {} : { senderPublicKey }),
    };
  }

  #seal(message: MessageToSeal): Promise<string> {
    const text = message.topic + serializeMessage(message.message);
    const cached = this.#sealedEnvelopes.get(text);
    if (cached !== undefined) return cached;
    const envelope = this.keyChain.seal(message);
    this.#sealedEnvelopes.set(text, envelope);
    envelope.catch(() => this.#sealedEnvelopes.delete(text));
    for (const oldest of this.#sealedEnvelopes.keys()) {
      if (this.#sealedEnvelopes.size <= MAX_CACHED_ENVELOPES) break;
      this.#sealedEnvelopes.delete(oldest);
    }
    return envelope;
  }
}
