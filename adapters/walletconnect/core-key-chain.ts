import type { KeyChain, MessageToSeal, OpenedEnvelope } from '../../application/ports/key-chain.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { LazyResource } from '../../application/shared/lazy-resource.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { CoreKeys } from './core/core-keys.js';
import { KeyCipher } from './key-cipher.js';
import { KeyVault } from './key-vault.js';

export interface CoreKeyChainOptions {
  readonly store: RecordStore;
  /** Set to `undefined` to disable encryption by the browser. Default: `crypto.subtle`, if available. */
  readonly subtle?: SubtleCrypto | undefined;
  /** Called with the client's id when the relay gets it. */
  readonly onClientId?: (id: string) => void;
}

const noKey = (name: string): LatchkeyError => new LatchkeyError('wallet-protocol/no-matching-key', { detail: name });

/** Cryptography of `@walletconnect/core`, loaded when the first key is needed, with keys that are stored encrypted. */
export class CoreKeyChain implements KeyChain {
  readonly #vault: KeyVault;
  readonly #onClientId: (id: string) => void;
  readonly #keys = new LazyResource<CoreKeys>(() =>
    loadChunk('walletconnect', async () => new (await import('./core/core-keys.js')).CoreKeys(this.#vault), '@walletconnect/core'),
  );

  constructor(options: CoreKeyChainOptions) {
    const { store, onClientId = () => undefined } = options;
    this.#onClientId = onClientId;
    this.#vault = new KeyVault(store, new KeyCipher(store, 'subtle' in options ? options.subtle : globalThis.crypto?.subtle));
  }

  async createSymKey(): Promise<{ readonly topic: string; readonly symKey: string }> {
    return (await this.#keys.get()).createSymKey();
  }

  async symKeyOf(topic: string): Promise<string | null> {
    await this.#vault.load(topic);
    return this.#vault.get(topic) ?? null;
  }

  async createKeyPair(): Promise<string> {
    return (await this.#keys.get()).createKeyPair();
  }

  async deriveSharedKey({ publicKey, peerPublicKey }: { readonly publicKey: string; readonly peerPublicKey: string }): Promise<string> {
    const topic = await (await this.#keys.get()).deriveSharedKey(publicKey, peerPublicKey);
    if (topic === null) throw noKey(publicKey);
    return topic;
  }

  hasKey(topic: string): Promise<boolean> {
    return this.#vault.load(topic);
  }

  keyNames(): Promise<ReadonlySet<string>> {
    return this.#vault.names();
  }

  async importKeys(keys: ReadonlyMap<string, string>): Promise<boolean> {
    await Promise.all([...keys].map(([name, key]) => this.#vault.claim(name, () => key)));
    return this.#vault.areStored(keys.keys());
  }

  async deleteKeys(...names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#vault.remove(name)));
  }

  async responseTopic(publicKey: string): Promise<string> {
    const topic = await (await this.#keys.get()).responseTopic(publicKey);
    if (topic === null) throw noKey(publicKey);
    return topic;
  }

  async seal({ topic, message, sealing }: MessageToSeal): Promise<string> {
    const envelope = await (await this.#keys.get()).seal(topic, message, sealing);
    if (envelope === null) throw noKey(sealing?.publicKey ?? topic);
    return envelope;
  }

  async open(topic: string, envelope: string): Promise<OpenedEnvelope | null> {
    return (await this.#keys.get()).open(topic, envelope);
  }

  async relayToken(relayUrl: string): Promise<string> {
    const keys = await this.#keys.get();
    const token = await keys.token(relayUrl);
    this.#onClientId(await keys.clientId());
    return token;
  }

  async clientId(): Promise<string> {
    return (await this.#keys.get()).clientId();
  }
}
