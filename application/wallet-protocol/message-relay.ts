import { concatMap, filter, type Observable, share } from 'rxjs';
import { base64ToBytes, bytesToBase64, bytesToBase64Url } from '../../domain/wallet-protocol/base64.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import { type RpcMessage, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { Delivery } from '../../domain/wallet-protocol/protocol-methods.js';
import type { SealedIds } from '../ports/attestation.port.js';
import type { KeyChain, MessageToSeal } from '../ports/key-chain.port.js';
import type { Relay, RelayMessage, RelayStatus } from '../ports/relay.port.js';

/** A message as it stands inside of an envelope: JSON, with big integers as texts that end in `n`. */
const messageText = (message: unknown): string =>
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? '';

/** By what a service that attests origins knows a message: the SHA-256 of its text, hex. */
export const messageId = (message: unknown): string => envelopeId(messageText(message));

/** A message to publish. */
export interface MessagePublication extends MessageToSeal {
  readonly delivery: Delivery;
  /**
   * Called each time before the envelope is handed over, and not waited for. Returns what travels with it in the clear: an attestation, `''` for
   * none, `null` where the receiver is to look for one.
   */
  readonly onSealed?: (ids: SealedIds) => string | null;
}

/** A message of a peer, opened. */
export interface OpenedMessage extends SealedIds, Omit<RelayMessage, 'envelope'> {
  readonly message: RpcMessage;
  /** X25519 public key of its sender, hex; only where the envelope names it. */
  readonly senderPublicKey?: string;
}

/** The content of a link. */
export type OpenedLink = Pick<OpenedMessage, 'message' | 'senderPublicKey'>;

/** How many envelopes are remembered for a second publication of their message. */
const REMEMBERED = 50;

/** Messages over a relay: seals them with the key chain, and opens what the relay hands over. */
export class MessageRelay {
  readonly keyChain: KeyChain;
  readonly messages$: Observable<OpenedMessage>;
  readonly #relay: Relay;
  /** Envelopes by the message in them: sealed again, a message would be another envelope, and arrive twice. */
  readonly #sealed = new Map<string, Promise<string>>();

  constructor(relay: Relay, keyChain: KeyChain) {
    this.#relay = relay;
    this.keyChain = keyChain;
    // Only while it is listened to: the relay delivers again what no one took.
    this.messages$ = relay.messages$.pipe(
      concatMap((received) => this.#open(received)),
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
   * Seals a message and hands it to the relay; resolves when the relay has it. Safe to call again with the same message: it arrives once.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`, `relay/publish-failed`, `wallet-protocol/no-matching-key`
   */
  async publish({ delivery, onSealed, ...message }: MessagePublication, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const envelope = await this.#seal(message);
    const attestation = onSealed?.({ envelopeId: envelopeId(envelope), messageId: messageId(message.message) }) ?? null;
    await this.#relay.publish({ topic: message.topic, envelope, delivery, ...(attestation === null ? {} : { attestation }) }, signal);
  }

  /**
   * Seals a message that travels in a link: an envelope in the base64 of URLs.
   * @throws LatchkeyError `wallet-protocol/no-matching-key`
   */
  async sealLink(message: MessageToSeal): Promise<string> {
    return bytesToBase64Url(base64ToBytes(await this.keyChain.seal(message)) ?? new Uint8Array());
  }

  /** Opens an envelope that came in a link; `null` where the topic's key does not open it, or it holds no message. */
  async openLink(topic: string, envelope: string): Promise<OpenedLink | null> {
    const bytes = base64ToBytes(envelope);
    if (bytes === null) return null;
    const opened = await this.keyChain.open(topic, bytesToBase64(bytes));
    const message = readRpcMessage(opened?.message);
    return opened === null || message === null ? null : { ...opened, message };
  }

  /** Closes the connection and ends every timer and listener. */
  dispose(): void {
    this.#relay.dispose();
    this.#sealed.clear();
  }

  /** `null` where no message can be had from it, now or ever. */
  async #open({ envelope, ...received }: RelayMessage): Promise<OpenedMessage | null> {
    let opened: Awaited<ReturnType<KeyChain['open']>>;
    try {
      opened = await this.keyChain.open(received.topic, envelope);
    } catch {
      // Such as a chunk that cannot be loaded. It is delivered again: it was not acknowledged.
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
    const text = message.topic + messageText(message.message);
    const known = this.#sealed.get(text);
    if (known !== undefined) return known;
    const envelope = this.keyChain.seal(message);
    this.#sealed.set(text, envelope);
    envelope.catch(() => this.#sealed.delete(text));
    for (const oldest of this.#sealed.keys()) {
      if (this.#sealed.size <= REMEMBERED) break;
      this.#sealed.delete(oldest);
    }
    return envelope;
  }
}
