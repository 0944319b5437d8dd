import type { RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { token } from '../shared/token.js';

/** The two keys of an envelope that names its sender. @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
export interface EnvelopeKeys {
  /** Own X25519 public key, hex: the envelope names it. */
  readonly publicKey: string;
  /** X25519 public key of the party that is to open it, hex. */
  readonly peerPublicKey: string;
}

/** A message to seal. */
export interface MessageToSeal {
  readonly topic: string;
  readonly message: RpcMessage;
  /** Instead of the topic's key: for the own topic of a party, {@link KeyChain.ownTopic}. */
  readonly sealing?: EnvelopeKeys;
}

/** The content of an envelope: foreign data. */
export interface OpenedEnvelope {
  readonly message: unknown;
  /** X25519 public key of its sender, hex; only where the envelope names it. */
  readonly senderPublicKey?: string;
}

/**
 * The keys of a party of the wallet protocol, and the envelopes that are sealed and opened with them. It makes no request. A topic names a
 * mailbox and the key to it; keys outlive the page, and all pages of an origin share them.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-keys
 */
export interface KeyChain {
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
   * Seals a message with the topic's key, or for the peer of `sealing`; returns the envelope, base64.
   * @throws LatchkeyError `wallet-protocol/no-matching-key`
   * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
   */
  seal(message: MessageToSeal): Promise<string>;
  /** Opens an envelope; `null` where the topic's key does not open it. */
  open(topic: string, envelope: string): Promise<OpenedEnvelope | null>;
  /**
   * Signs a token that proves the client's id to a relay, valid for a day.
   * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth
   */
  relayToken(relayUrl: string): Promise<string>;
  /** The client's id, as a DID. @see https://w3c-ccg.github.io/did-method-key/ */
  clientId(): Promise<string>;
}

/** Token of the key chain port. Default: the one of `@walletconnect/core`. */
export const KEY_CHAIN = token<KeyChain>('KeyChain');
