import { Crypto } from '@walletconnect/core';
import type { EnvelopeKeys } from '../../../application/ports/key-chain.port.js';
import type { RpcMessage } from '../../../domain/wallet-protocol/json-rpc.js';
import { ownTopicOf } from '../../../domain/wallet-protocol/own-topic.js';
import type { KeyVault } from '../key-vault.js';
import { randomHex } from '../random-hex.js';

type Core = ConstructorParameters<typeof Crypto>[0];
type CoreLogger = ConstructorParameters<typeof Crypto>[1];
type CoreKeyChain = NonNullable<ConstructorParameters<typeof Crypto>[2]>;

/** Under what name `Crypto` looks for the seed of the client's id. */
const CLIENT_SEED = 'client_ed25519_seed';

/** Envelope that both parties seal with the topic's key. */
const SEALED_WITH_TOPIC_KEY = 0;

/** Envelope that names its sender, sealed for the key of whoever receives it: only on a party's own topic. The third kind is not sealed at all. */
const NAMES_SENDER = 1;

/** What is kept under an own topic begins with it, and goes on with the public key: nothing is sealed with a key that is no secret. */
const OWN_TOPIC = 'public:';

/** What an envelope held, foreign data, and who sealed it where the envelope says so. */
export interface Opened {
  readonly message: unknown;
  readonly senderPublicKey?: string;
}

/** `Crypto` gives `undefined` for an envelope of another key. */
const readable = (message: unknown): Opened | null => (message === undefined ? null : { message });

const nothing = (): void => undefined;

/** What `Crypto` logs holds topics and foreign errors, and is of use to nobody here. */
const silentLogger = (): CoreLogger => {
  const levels = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing, silent: nothing };
  // The part of a logger that Crypto uses.
  const silent = levels as Partial<CoreLogger> as CoreLogger;
  // A child is no louder.
  return Object.assign(silent, { child: () => silent });
};

/** The part of a vault that `Crypto` uses. */
interface Keys {
  get(name: string): string | undefined;
  set(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Keys that nobody has a use for afterwards: that of two parties is derived by `Crypto` for each envelope that names its sender. */
const keysApart = (keys: Map<string, string>): Keys => ({
  get: (name) => keys.get(name),
  set: async (name, key) => void keys.set(name, key),
  remove: async (name) => void keys.delete(name),
});

const keyChain = (vault: Keys, core: Core, logger: CoreLogger): CoreKeyChain => ({
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
    // Crypto makes a client id where it finds none.
    if (key === undefined) throw new Error(`There is no key for ${name}`);
    return key;
  },
  del: (name) => vault.remove(name),
});

/**
 * The cryptography of the wallet protocol, by `Crypto` of `@walletconnect/core`: X25519 and HKDF for keys, ChaCha20-Poly1305
 * for envelopes, Ed25519 for the token of the relay. Nothing else of that package is used.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes
 */
export class CoreKeys {
  readonly #vault: KeyVault;
  readonly #crypto: Crypto;

  constructor(vault: KeyVault) {
    this.#vault = vault;
    const logger = silentLogger();
    // Crypto hands it to a key chain of its own, which it makes only when it is given none.
    const core = {} as Core;
    this.#crypto = new Crypto(core, logger, keyChain(vault, core, logger));
  }

  /** A token that proves the client's id to a relay, valid for a day. */
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

  /** The topic of two parties' key; `null` where the own key is not known or the other is none. */
  async agreeOnKey(publicKey: string, peerPublicKey: string): Promise<string | null> {
    if (!(await this.#prepare(publicKey))) return null;
    try {
      return await this.#crypto.generateSharedKey(publicKey, peerPublicKey);
    } catch {
      return null;
    }
  }

  /**
   * The topic of an own public key; `null` where the private one is not known. What is kept under it says which key it is: an envelope on it
   * is opened with the private one, and no other is.
   */
  async ownTopic(publicKey: string): Promise<string | null> {
    if (!(await this.#prepare(publicKey))) return null;
    const topic = ownTopicOf(publicKey);
    await this.#vault.set(topic, OWN_TOPIC + publicKey);
    return topic;
  }

  /** Seals a message with the topic's key, or for a peer's; `null` where there is no such key. */
  async seal(topic: string, message: RpcMessage, sealing?: EnvelopeKeys): Promise<string | null> {
    // Crypto writes it down as it is; its type says that the data of an error are a text.
    const payload = message as Parameters<Crypto['encode']>[1];
    if (sealing === undefined)
      return (await this.#prepare(topic)) && this.#ownOf(topic) === null ? this.#crypto.encode(topic, payload) : null;
    const { publicKey, peerPublicKey } = sealing;
    if (!(await this.#prepare(publicKey))) return null;
    const options = { type: NAMES_SENDER, senderPublicKey: publicKey, receiverPublicKey: peerPublicKey };
    try {
      return await (await this.#apart(publicKey)).encode(topic, payload, options);
    } catch {
      return null;
    }
  }

  /** What an envelope holds; `null` where it cannot be opened with the topic's key. */
  async open(topic: string, envelope: string): Promise<Opened | null> {
    await this.#prepare(topic);
    try {
      const type = this.#crypto.getPayloadType(envelope);
      const own = this.#ownOf(topic);
      if (type === SEALED_WITH_TOPIC_KEY) return own === null ? readable(await this.#crypto.decode(topic, envelope)) : null;
      if (type !== NAMES_SENDER || own === null || !(await this.#prepare(own))) return null;
      const message = await (await this.#apart(own)).decode(topic, envelope, { receiverPublicKey: own });
      const senderPublicKey = this.#crypto.getPayloadSenderPublicKey(envelope);
      return { message, ...(senderPublicKey === undefined ? {} : { senderPublicKey }) };
    } catch {
      return null;
    }
  }

  /** The public key whose own topic it is; `null` for every other topic. */
  #ownOf(topic: string): string | null {
    const kept = this.#vault.get(topic) ?? '';
    return kept.startsWith(OWN_TOPIC) ? kept.slice(OWN_TOPIC.length) : null;
  }

  /** Knows one private key only, and keeps nothing of what is derived from it. */
  async #apart(publicKey: string): Promise<Crypto> {
    const logger = silentLogger();
    const core = {} as Core;
    const crypto = new Crypto(core, logger, keyChain(keysApart(new Map([[publicKey, this.#vault.get(publicKey) ?? '']])), core, logger));
    await crypto.init();
    return crypto;
  }

  async #prepare(name?: string): Promise<boolean> {
    await this.#crypto.init();
    return name !== undefined && this.#vault.load(name);
  }
}
