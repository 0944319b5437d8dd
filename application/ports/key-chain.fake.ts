import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { base64ToBytes, bytesToBase64, utf8Text } from '../../domain/wallet-protocol/base64.js';
import { readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { ownTopicOf } from '../../domain/wallet-protocol/own-topic.js';
import { isObject, readJson } from '../../domain/wire.js';
import type { KeyChain, MessageToSeal, OpenedEnvelope } from './key-chain.port.js';

const SEEDS = 8;
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** 64 hex digits for a text: simulates a hash, and hides nothing. */
const fakeDigest = (text: string): string =>
  Array.from({ length: SEEDS }, (_, seed) => {
    let hash = OFFSET ^ Math.imul(seed + 1, PRIME);
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');

/** Secrets that fake key chains draw from, each once. */
export class FakeSecrets {
  /** Every secret that any party had, deleted ones included: none may show up in a log, an error or a record. */
  readonly all = new Set<string>();
  #count = 0;

  draw(): string {
    this.#count += 1;
    const secret = fakeDigest(`secret ${this.#count}`);
    this.all.add(secret);
    return secret;
  }
}

/** An own topic's key begins with it: everyone may know what it is the topic of. */
const OWN_TOPIC = 'own ';

/** An envelope that hides nothing, sealed without a key. */
export const fakeEnvelope = ({ topic, message, sealing }: MessageToSeal): string =>
  bytesToBase64(new TextEncoder().encode(JSON.stringify({ topic, message, sealing })));

/** The content of an envelope of a fake key chain, without a key; `null` for any other text. */
export const readFakeEnvelope = (envelope: string): MessageToSeal | null => {
  const sealed = readJson(utf8Text(base64ToBytes(envelope) ?? new Uint8Array()) ?? '');
  const message = isObject(sealed) ? readRpcMessage(sealed.message) : null;
  // Written by a fake key chain.
  return message === null ? null : { ...(sealed as MessageToSeal), message };
};

const noKey = (name: string): Error => new LatchkeyError('wallet-protocol/no-matching-key', { detail: name });

/** A key chain in memory. Keys are simulated, and its envelopes hide nothing: the same message gives the same one. */
export class FakeKeyChain implements KeyChain {
  /** Whether imported keys are said to outlive the page. */
  keepsKeys = true;
  readonly #secrets: FakeSecrets;
  /** Secrets by topic or by own public key. */
  readonly keys = new Map<string, string>();

  /** @param secrets those of all parties of a test: two of them never have the same */
  constructor(secrets: FakeSecrets = new FakeSecrets()) {
    this.#secrets = secrets;
  }

  /** Takes a pairing's key from its URI, as a wallet does; returns its topic. */
  importSymKey(symKey: string): string {
    const topic = fakeDigest(symKey);
    this.#secrets.all.add(symKey);
    this.keys.set(topic, symKey);
    return topic;
  }

  async createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }> {
    const symKey = this.#secrets.draw();
    return { topic: this.importSymKey(symKey), symKey };
  }

  async symKeyOf(topic: string): Promise<string | null> {
    return this.keys.get(topic) ?? null;
  }

  async createKeyPair(): Promise<string> {
    const secret = this.#secrets.draw();
    const publicKey = fakeDigest(`public ${secret}`);
    this.keys.set(publicKey, secret);
    return publicKey;
  }

  async agreeOnKey({ publicKey, peerPublicKey }: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string> {
    if (!this.keys.has(publicKey) || !/^(?!0{64})[0-9a-f]{64}$/.test(peerPublicKey)) throw noKey(publicKey);
    return this.importSymKey(fakeDigest([publicKey, peerPublicKey].sort().join(' ')));
  }

  async ownTopic(publicKey: string): Promise<string> {
    const secret = this.keys.get(publicKey);
    if (secret === undefined) throw noKey(publicKey);
    const topic = ownTopicOf(publicKey);
    this.keys.set(topic, OWN_TOPIC + secret);
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
    return this.keepsKeys;
  }

  async deleteKeys(...names: readonly string[]): Promise<void> {
    for (const name of names) this.keys.delete(name);
  }

  async seal(message: MessageToSeal): Promise<string> {
    const name = message.sealing?.publicKey ?? message.topic;
    if (!this.#serves(name, message.sealing !== undefined)) throw noKey(name);
    return fakeEnvelope(message);
  }

  async open(topic: string, envelope: string): Promise<OpenedEnvelope | null> {
    const read = readFakeEnvelope(envelope);
    if (read === null || read.topic !== topic || !this.#serves(topic, read.sealing !== undefined)) return null;
    const { message, sealing } = read;
    return { message, ...(sealing === undefined ? {} : { senderPublicKey: sealing.publicKey }) };
  }

  async relayToken(relayUrl: string): Promise<string> {
    return `token of ${relayUrl}`;
  }

  async clientId(): Promise<string> {
    return 'did:key:z6MkFake';
  }

  #serves(name: string, isNamed: boolean): boolean {
    const key = this.keys.get(name);
    return key !== undefined && (isNamed || !key.startsWith(OWN_TOPIC));
  }
}
