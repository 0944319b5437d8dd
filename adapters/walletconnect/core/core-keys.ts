import { Crypto } from '@walletconnect/core';
import type { EnvelopeKeys } from '../../../application/ports/key-chain.port.js';
import type { RpcMessage } from '../../../domain/wallet-protocol/json-rpc.js';
import { responseTopicOf } from '../../../domain/wallet-protocol/response-topic.js';
import type { KeyVault } from '../key-vault.js';
import { randomHex } from '../random-hex.js';

type Core = ConstructorParameters<typeof Crypto>[0];
type CoreLogger = ConstructorParameters<typeof Crypto>[1];
type CoreKeyChain = NonNullable<ConstructorParameters<typeof Crypto>[2]>;

/** Name of the client id's seed in `Crypto`. */
const CLIENT_SEED = 'client_ed25519_seed';

/** Type 0 envelope: encrypted with the topic's symmetric key. */
const TYPE_0 = 0;

/** Type 1 envelope: names its sender and is encrypted for the receiver's public key, on the receiver's response topic. Type 2 is not encrypted. */
const TYPE_1 = 1;

/** Prefix of the value stored for a response topic, followed by the public key. Response topics have no symmetric key. */
const RESPONSE_TOPIC = 'public:';

/** The unvalidated message of an envelope, and its sender if the envelope names it. */
export interface OpenedEnvelope {
  readonly message: unknown;
  readonly senderPublicKey?: string;
}

/** `Crypto` returns `undefined` if the key does not match. */
const toOpenedEnvelope = (message: unknown): OpenedEnvelope | null => (message === undefined ? null : { message });

const noop = (): void => undefined;

/** Discards the logs of `Crypto`, which contain topics and unvalidated texts. */
const silentLogger = (): CoreLogger => {
  const levels = { trace: noop, debug: noop, info: noop, warn: noop, error: noop, fatal: noop, silent: noop };
  // The members of a logger that Crypto uses.
  const silent = levels as Partial<CoreLogger> as CoreLogger;
  // Child loggers are silent too.
  return Object.assign(silent, { child: () => silent });
};

/** The methods of a vault that `Crypto` uses. */
interface VaultKeys {
  get(name: string): string | undefined;
  set(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Temporary keys: `Crypto` derives the shared key of a type 1 envelope for each call. */
const isolatedKeys = (keys: Map<string, string>): VaultKeys => ({
  get: (name) => keys.get(name),
  set: async (name, key) => void keys.set(name, key),
  remove: async (name) => void keys.delete(name),
});

const keyChain = (vault: VaultKeys, core: Core, logger: CoreLogger): CoreKeyChain => ({
  core,
  logger,
  name: 'keychain',
  context: 'keychain',
  keychain: new Map(),
  init: async () => undefined,
  has: (name) => vault.get(name) !== undefined,
  set: (name, key) => vault.set(name, key),
  get: (name) => {
    const key = vault.get(name);
    // Crypto creates a client id if this throws.
    if (key === undefined) throw new Error(`There is no key for ${name}`);
    return key;
  },
  del: (name) => vault.remove(name),
});

/**
 * Cryptography of WalletConnect by `Crypto` of `@walletconnect/core`: X25519 and HKDF for keys, ChaCha20-Poly1305 for envelopes, Ed25519 for
 * the relay's auth token. Nothing else of that package is used.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
 */
export class CoreKeys {
  readonly #vault: KeyVault;
  readonly #crypto: Crypto;

  constructor(vault: KeyVault) {
    this.#vault = vault;
    const logger = silentLogger();
    // `Crypto` passes `core` only to its default key chain, which is not used here.
    const core = {} as Core;
    this.#crypto = new Crypto(core, logger, keyChain(vault, core, logger));
  }

  /** Signs an auth token for a relay, valid for a day. */
  async token(relayUrl: string): Promise<string> {
    await this.#prepare();
    await this.#vault.claim(CLIENT_SEED, randomHex);
    return this.#crypto.signJWT(relayUrl);
  }

  /** The client's id, as a DID. */
  async clientId(): Promise<string> {
    await this.#prepare();
    await this.#vault.claim(CLIENT_SEED, randomHex);
    return this.#crypto.getClientId();
  }

  async createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }> {
    await this.#prepare();
    const symKey = randomHex();
    return { topic: await this.#crypto.setSymKey(symKey), symKey };
  }

  async createKeyPair(): Promise<string> {
    await this.#prepare();
    return this.#crypto.generateKeyPair();
  }

  /** Derives the topic of the shared key; `null` if the private key is missing or the peer's key is invalid. */
  async deriveSharedKey(publicKey: string, peerPublicKey: string): Promise<string | null> {
    if (!(await this.#prepare(publicKey))) return null;
    try {
      return await this.#crypto.generateSharedKey(publicKey, peerPublicKey);
    } catch {
      return null;
    }
  }

  /**
   * Returns the response topic of a public key; `null` if its private key is missing. Stores which key belongs to the topic: its envelopes
   * are decrypted with that private key only.
   */
  async responseTopic(publicKey: string): Promise<string | null> {
    if (!(await this.#prepare(publicKey))) return null;
    const topic = responseTopicOf(publicKey);
    await this.#vault.set(topic, RESPONSE_TOPIC + publicKey);
    return topic;
  }

  /** Encrypts a message with the topic's key, or for a peer's public key; `null` if the key is missing. */
  async seal(topic: string, message: RpcMessage, sealing?: EnvelopeKeys): Promise<string | null> {
    // Crypto serializes it unchanged, although its type allows only a string as error data.
    const payload = message as Parameters<Crypto['encode']>[1];
    if (sealing === undefined)
      return (await this.#prepare(topic)) && this.#ownPublicKeyOf(topic) === null ? this.#crypto.encode(topic, payload) : null;
    const { publicKey, peerPublicKey } = sealing;
    if (!(await this.#prepare(publicKey))) return null;
    const options = { type: TYPE_1, senderPublicKey: publicKey, receiverPublicKey: peerPublicKey };
    try {
      return await (await this.#isolatedCrypto(publicKey)).encode(topic, payload, options);
    } catch {
      return null;
    }
  }

  /** Decrypts an envelope; `null` if the topic's key does not decrypt it. */
  async open(topic: string, envelope: string): Promise<OpenedEnvelope | null> {
    await this.#prepare(topic);
    try {
      const type = this.#crypto.getPayloadType(envelope);
      const own = this.#ownPublicKeyOf(topic);
      if (type === TYPE_0) return own === null ? toOpenedEnvelope(await this.#crypto.decode(topic, envelope)) : null;
      if (type !== TYPE_1 || own === null || !(await this.#prepare(own))) return null;
      const message = await (await this.#isolatedCrypto(own)).decode(topic, envelope, { receiverPublicKey: own });
      const senderPublicKey = this.#crypto.getPayloadSenderPublicKey(envelope);
      return { message, ...(senderPublicKey === undefined ? {} : { senderPublicKey }) };
    } catch {
      return null;
    }
  }

  /** Returns the public key of a response topic; `null` for every other topic. */
  #ownPublicKeyOf(topic: string): string | null {
    const stored = this.#vault.get(topic) ?? '';
    return stored.startsWith(RESPONSE_TOPIC) ? stored.slice(RESPONSE_TOPIC.length) : null;
  }

  /** Creates a `Crypto` with one private key, which stores no derived keys. */
  async #isolatedCrypto(publicKey: string): Promise<Crypto> {
    const logger = silentLogger();
    const core = {} as Core;
    const crypto = new Crypto(core, logger, keyChain(isolatedKeys(new Map([[publicKey, this.#vault.get(publicKey) ?? '']])), core, logger));
    await crypto.init();
    return crypto;
  }

  /** Initializes `Crypto` and loads a key; false if the key is missing. */
  async #prepare(name?: string): Promise<boolean> {
    await this.#crypto.init();
    return name !== undefined && this.#vault.load(name);
  }
}
