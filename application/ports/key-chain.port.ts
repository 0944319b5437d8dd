import type { RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { token } from '../shared/token.js';

/** The two public keys of a type 1 envelope, which includes its sender's key. @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
export interface EnvelopeKeys {
  /** Own X25519 public key, hex; included in the envelope. */
  readonly publicKey: string;
  /** X25519 public key of the recipient, hex. */
  readonly peerPublicKey: string;
}

/** A message to encrypt. */
export interface MessageToSeal {
  readonly topic: string;
  readonly message: RpcMessage;
  /** Keys to use instead of the topic's symmetric key: for a topic from {@link KeyChain.responseTopic}. */
  readonly sealing?: EnvelopeKeys;
}

/** The decrypted content of an envelope: untrusted data. */
export interface OpenedEnvelope {
  readonly message: unknown;
  /** X25519 public key of the sender, hex; type 1 envelopes only. */
  readonly senderPublicKey?: string;
}

/**
 * The keys of an app or wallet in the wallet protocol, and the envelopes encrypted and decrypted with them. It makes no request. A topic
 * identifies a mailbox and its key. Keys are persistent and shared by all tabs of an origin.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-keys
 */
export interface KeyChain {
  /** Creates a symmetric key for a pairing. `symKey` is hex and secret. */
  createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }>;
  /** The symmetric key of a topic, hex and secret: for showing a pairing URI again. `null` if there is none. */
  symKeyOf(topic: string): Promise<string | null>;
  /** Creates an X25519 key pair and returns the public key, hex. */
  createKeyPair(): Promise<string>;
  /**
   * Derives the shared symmetric key of two parties and returns its topic.
   * @throws LatchkeyError `wallet-protocol/no-matching-key` if there is no private key for `publicKey`, or `peerPublicKey` is invalid
   */
  deriveSharedKey(keys: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string>;
  /**
   * The topic of a public key of this party: its SHA-256. Anyone who has the public key may publish type 1 envelopes to the topic; they are
   * decrypted with the private key, in every tab, until the topic's key is deleted.
   * @throws LatchkeyError `wallet-protocol/no-matching-key` if there is no private key
   */
  responseTopic(publicKey: string): Promise<string>;
  /** Returns true if there is a key for a topic, also one created by another tab. */
  hasKey(topic: string): Promise<boolean>;
  /** Names of all stored keys: topics and own public keys, including those created by other tabs. Corrupted keys are listed too. */
  keyNames(): Promise<ReadonlySet<string>>;
  /**
   * Imports keys of another client of this party, by topic, own public key or name; existing keys are not overwritten.
   * Resolves with true if all of them are persistent.
   */
  importKeys(keys: ReadonlyMap<string, string>): Promise<boolean>;
  /** Deletes keys, by topic or by own public key. */
  deleteKeys(...names: readonly string[]): Promise<void>;
  /**
   * Encrypts a message with the topic's key, or with the keys in `sealing`; returns the envelope, base64.
   * @throws LatchkeyError `wallet-protocol/no-matching-key`
   * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
   */
  seal(message: MessageToSeal): Promise<string>;
  /** Decrypts an envelope; `null` if the topic's key does not decrypt it. */
  open(topic: string, envelope: string): Promise<OpenedEnvelope | null>;
  /**
   * Signs a JWT that authenticates the client to a relay, valid for one day.
   * @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth
   */
  relayToken(relayUrl: string): Promise<string>;
  /** The client id, as a DID. @see https://w3c-ccg.github.io/did-method-key/ */
  clientId(): Promise<string>;
}

/** Token of the key chain port. Default: the one of `@walletconnect/core`. */
export const KEY_CHAIN = token<KeyChain>('KeyChain');
