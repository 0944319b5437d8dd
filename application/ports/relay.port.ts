import type { Observable } from 'rxjs';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { Delivery } from '../../domain/wallet-protocol/protocol-methods.js';
import { token } from '../shared/token.js';

/** Why the relay cannot be used. */
export type RelayError = LatchkeyError<'relay/unreachable' | 'relay/unauthorized'>;

/**
 * The line to the relay. `failed` stays until the line is open: with `relay/unreachable` it tries by itself while a topic is
 * subscribed, with `relay/unauthorized` not before the next {@link Relay.open}.
 */
export type RelayStatus =
  | { readonly type: 'closed' }
  | { readonly type: 'opening' }
  | { readonly type: 'open' }
  | { readonly type: 'failed'; readonly error: RelayError };

/** Hashes by which a message is known to a service that attests where it came from: SHA-256, hex. */
export interface SealedIds {
  /** Of the envelope. */
  readonly envelopeId: string;
  /** Of the message inside of it, as the JSON that was sealed. */
  readonly messageId: string;
}

/** The two keys of an envelope that names its sender. @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
export interface EnvelopeKeys {
  /** Own X25519 public key, hex: the envelope names it. */
  readonly publicKey: string;
  /** X25519 public key of the party that is to open it, hex. */
  readonly peerPublicKey: string;
}

/** A message that is handed to the relay. */
export interface RelayPublication {
  readonly topic: string;
  readonly message: RpcMessage;
  readonly delivery: Delivery;
  /** In the place of the topic's key: for the own topic of a party, {@link Relay.ownTopic}. */
  readonly sealing?: EnvelopeKeys;
  /**
   * Called each time before the message is handed over, and not waited for. Returns what travels with it in the clear: an attestation, `''` for
   * none, `null` where whoever receives the message is to look for one.
   */
  readonly onSealed?: (ids: SealedIds) => string | null;
}

/** A message of a peer, decrypted. */
export interface RelayMessage {
  readonly topic: string;
  readonly message: RpcMessage;
  /** Milliseconds since 1970, as the relay says. */
  readonly publishedAt: number;
  /** SHA-256 of the envelope, hex. */
  readonly envelopeId: string;
  /** SHA-256 of the message inside of it, hex. */
  readonly messageId: string;
  /** What the relay handed over with it: a JWT, or `''` where its sender has none; left out where it said nothing of it. */
  readonly attestation?: string;
  /** X25519 public key of its sender, hex; only where the envelope names it. */
  readonly senderPublicKey?: string;
  /**
   * Tells the relay that the message was taken up, so that it is not delivered again. Called once the message's effect is
   * stored; a page that ends before is told again, and so is one that has not called it for a minute.
   */
  acknowledge(): void;
}

/** What a link held. */
export type OpenedLink = Pick<RelayMessage, 'message' | 'senderPublicKey'>;

/**
 * The relay of the wallet protocol and the keys that its messages are sealed with. A topic names a mailbox and the key to
 * it. Nothing is loaded, opened or sent before the first call. Calls open the line by themselves and keep it while a topic
 * is subscribed; a line that is lost is opened again and the topics are subscribed anew. After `dispose()` calls that need the
 * line reject with `config/disposed`.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export interface Relay {
  /** First value synchronous. */
  readonly status$: Observable<RelayStatus>;
  /** Hot and endless; one at a time in the order of publication, each envelope once. Never errors. */
  readonly messages$: Observable<RelayMessage>;
  /**
   * Opens the line, on every configured address in turn.
   * @throws LatchkeyError `relay/unreachable` within 8 s, `relay/unauthorized` at once
   */
  open(signal: AbortSignal): Promise<void>;
  /** Makes a symmetric key: a pairing's. `symKey` is hex and secret. */
  createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }>;
  /** The symmetric key of a topic, hex and secret: for showing a pairing again. `null` when it is not known. */
  symKeyOf(topic: string): Promise<string | null>;
  /** Makes an X25519 key pair and returns the public key, hex. */
  createKeyPair(): Promise<string>;
  /**
   * Derives the key of two parties and returns its topic.
   * @throws LatchkeyError `wallet-protocol/no-matching-key` when the own key is not known, or the peer's is none
   */
  agreeOnKey(keys: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string>;
  /**
   * The topic on which everybody may write to this party who knows one of its public keys: the SHA-256 of that key. Envelopes on it name
   * their sender, and are opened with the private key, on every page until the topic is deleted.
   * @throws LatchkeyError `wallet-protocol/no-matching-key` when the private key is not known
   */
  ownTopic(publicKey: string): Promise<string>;
  /** Whether the key of a topic is known, also when another tab made it. */
  hasKey(topic: string): Promise<boolean>;
  /** What keys are kept of, topics and own public keys, those that another tab made included. None is opened: a damaged one counts. */
  keyNames(): Promise<ReadonlySet<string>>;
  /**
   * Takes keys over from another client of this party, by topic, own public key or name; one that is known already stays.
   * Whether all of them outlive the page.
   */
  importKeys(keys: ReadonlyMap<string, string>): Promise<boolean>;
  /** Deletes keys, by topic or by own public key. */
  deleteKeys(...names: readonly string[]): Promise<void>;
  /**
   * Takes messages of the topics from now on, those that wait in the mailbox included. After a failure the topics are still
   * wanted, and subscribed once the line is open, until `unsubscribe`; after an abort they are not.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`
   */
  subscribe(topics: readonly string[], signal: AbortSignal): Promise<void>;
  /** Takes no more messages of the topics. Never fails. */
  unsubscribe(topics: readonly string[]): Promise<void>;
  /**
   * Seals a message with the topic's key and hands it to the relay; resolves when the relay has it. Safe to call again with
   * the same message: it arrives once.
   * @throws LatchkeyError `relay/unreachable`, `relay/unauthorized`, `relay/publish-failed`, `wallet-protocol/no-matching-key`
   */
  publish(publication: RelayPublication, signal: AbortSignal): Promise<void>;
  /**
   * Seals a message that travels in a link: an envelope in the base64 of URLs. Neither loads nor opens a line.
   * @throws LatchkeyError `wallet-protocol/no-matching-key`
   */
  sealLink(message: Pick<RelayPublication, 'topic' | 'message' | 'sealing'>): Promise<string>;
  /** Opens an envelope that came in a link; `null` where the topic's key does not open it, or it holds no message. */
  openLink(topic: string, envelope: string): Promise<OpenedLink | null>;
  /** Closes the line and ends every timer and listener. */
  dispose(): void;
}

/** Token of the relay port; `null` stands for the relay at `endpoints.relay`. A bound one ends with the client. */
export const RELAY = token<Relay | null>('Relay');
