import { Crypto } from '@walletconnect/core';
import type { RpcMessage } from '../../../domain/wallet-protocol/json-rpc.js';
import type { KeyVault } from '../key-vault.js';
import { randomHex } from '../random-hex.js';

type Core = ConstructorParameters<typeof Crypto>[0];
type CoreLogger = ConstructorParameters<typeof Crypto>[1];
type CoreKeyChain = NonNullable<ConstructorParameters<typeof Crypto>[2]>;

/** Under what name `Crypto` looks for the seed of the client's id. */
const CLIENT_SEED = 'client_ed25519_seed';

/** Envelope that both parties seal with the topic's key: the only kind that a relay may bring. Of the others one is not sealed at all. */
const SEALED_WITH_TOPIC_KEY = 0;

const nothing = (): void => undefined;

/** What `Crypto` logs holds topics and foreign errors, and is of use to nobody here. */
const silentLogger = (): CoreLogger => {
  const levels = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing, silent: nothing };
  // The part of a logger that Crypto uses.
  const silent = levels as Partial<CoreLogger> as CoreLogger;
  // A child is no louder.
  return Object.assign(silent, { child: () => silent });
};

const keyChain = (vault: KeyVault, core: Core, logger: CoreLogger): CoreKeyChain => ({
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

  /** Seals a message with the topic's key; `null` where there is no such key. */
  async seal(topic: string, message: RpcMessage): Promise<string | null> {
    if (!(await this.#prepare(topic))) return null;
    // Crypto writes it down as it is; its type says that the data of an error are a text.
    return this.#crypto.encode(topic, message as Parameters<Crypto['encode']>[1]);
  }

  /** What an envelope holds, foreign data; `undefined` where it cannot be opened with the topic's key. */
  async open(topic: string, envelope: string): Promise<unknown> {
    await this.#prepare(topic);
    try {
      if (this.#crypto.getPayloadType(envelope) !== SEALED_WITH_TOPIC_KEY) return undefined;
      return await this.#crypto.decode(topic, envelope);
    } catch {
      return undefined;
    }
  }

  async #prepare(name?: string): Promise<boolean> {
    await this.#crypto.init();
    return name !== undefined && this.#vault.load(name);
  }
}
