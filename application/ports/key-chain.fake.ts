import { base64ToBytes, bytesToBase64, utf8Text } from '../../domain/base64.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { pairingTopicOf } from '../../domain/wallet-protocol/pairing-uri.js';
import { responseTopicOf } from '../../domain/wallet-protocol/response-topic.js';
import { isObject, parseJson } from '../../domain/wire.js';
import type { KeyChain, MessageToSeal, OpenedEnvelope } from './key-chain.port.js';

const SEEDS = 8;
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** Simulated hash of a text: 64 hex digits, not secure. */
const fakeDigest = (text: string): string =>
  Array.from({ length: SEEDS }, (_, seed) => {
    let hash = OFFSET ^ Math.imul(seed + 1, PRIME);
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');

/** Generates unique secrets for fake key chains. */
export class FakeSecrets {
  /** Every secret of every party, including deleted ones. None may appear in a log, an error or a record. */
  readonly all = new Set<string>();
  #count = 0;

  create(): string {
    this.#count += 1;
    const secret = fakeDigest(`secret ${this.#count}`);
    this.all.add(secret);
    return secret;
  }
}

/** Key prefix of response topics: they accept type 1 envelopes only. */
const OWN_TOPIC_PREFIX = 'own ';

/** An unencrypted envelope. */
export const fakeEnvelope = ({ topic, message, sealing }: MessageToSeal): string =>
  bytesToBase64(new TextEncoder().encode(JSON.stringify({ topic, message, sealing })));

/** Content of an envelope of a fake key chain; `null` for any other text. */
export const readFakeEnvelope = (envelope: string): MessageToSeal | null => {
  const content = parseJson(utf8Text(base64ToBytes(envelope) ?? new Uint8Array()) ?? '');
  const message = isObject(content) ? readRpcMessage(content.message) : null;
  // Written by a fake key chain.
  return message === null ? null : { ...(content as MessageToSeal), message };
};

const noMatchingKey = (name: string): Error => new LatchkeyError('wallet-protocol/no-matching-key', { detail: name });

/** In-memory key chain. Keys are simulated and envelopes are unencrypted: the same message gives the same envelope. */
export class FakeKeyChain implements KeyChain {
  /** Result of `importKeys`. */
  isPersistent = true;
  readonly #secrets: FakeSecrets;
  /** Secrets by topic or by own public key. */
  readonly keys = new Map<string, string>();

  /** @param secrets shared by all parties of a test, so that no two have the same secret */
  constructor(secrets: FakeSecrets = new FakeSecrets()) {
    this.#secrets = secrets;
  }

  /** Imports the symmetric key of a pairing URI, as a wallet does; returns its topic. */
  importSymKey(symKey: string): string {
    const topic = pairingTopicOf(symKey);
    this.#secrets.all.add(symKey);
    this.keys.set(topic, symKey);
    return topic;
  }

  async createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }> {
    const symKey = this.#secrets.create();
    return { topic: this.importSymKey(symKey), symKey };
  }

  async symKeyOf(topic: string): Promise<string | null> {
    return this.keys.get(topic) ?? null;
  }

  async createKeyPair(): Promise<string> {
    const secret = this.#secrets.create();
    const publicKey = fakeDigest(`public ${secret}`);
    this.keys.set(publicKey, secret);
    return publicKey;
  }

  async deriveSharedKey({ publicKey, peerPublicKey }: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string> {
    if (!this.keys.has(publicKey) || !/^(?!0{64})[0-9a-f]{64}$/.test(peerPublicKey)) throw noMatchingKey(publicKey);
    return this.importSymKey(fakeDigest([publicKey, peerPublicKey].sort().join(' ')));
  }

  async responseTopic(publicKey: string): Promise<string> {
    const secret = this.keys.get(publicKey);
    if (secret === undefined) throw noMatchingKey(publicKey);
    const topic = responseTopicOf(publicKey);
    this.keys.set(topic, OWN_TOPIC_PREFIX + secret);
    return topic;
  }

  async hasKey(topic: string): Promise<boolean> {
    return this.keys.has(topic);
  }

  async keyNames(): Promise<ReadonlySet<string>> {
    return new Set(this.keys.keys());
  }

  async importKeys(keys: ReadonlyMap<string, string>): Promise<boolean> {
    for (const [name, key] of keys) if (!this.keys.has(name)) this.keys.set(name, key);
    return this.isPersistent;
  }

  async deleteKeys(...names: readonly string[]): Promise<void> {
    for (const name of names) this.keys.delete(name);
  }

  async seal(message: MessageToSeal): Promise<string> {
    const name = message.sealing?.publicKey ?? message.topic;
    if (!this.#canUseKey(name, message.sealing !== undefined)) throw noMatchingKey(name);
    return fakeEnvelope(message);
  }

  async open(topic: string, envelope: string): Promise<OpenedEnvelope | null> {
    const read = readFakeEnvelope(envelope);
    if (read === null || read.topic !== topic || !this.#canUseKey(topic, read.sealing !== undefined)) return null;
    const { message, sealing } = read;
    return { message, ...(sealing === undefined ? {} : { senderPublicKey: sealing.publicKey }) };
  }

  async relayToken(relayUrl: string): Promise<string> {
    return `token of ${relayUrl}`;
  }

  async clientId(): Promise<string> {
    return 'did:key:z6MkFake';
  }

  #canUseKey(name: string, isType1: boolean): boolean {
    const key = this.keys.get(name);
    return key !== undefined && (isType1 || !key.startsWith(OWN_TOPIC_PREFIX));
  }
}
