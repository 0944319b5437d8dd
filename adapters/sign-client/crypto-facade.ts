import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { EngineTables } from '../../application/wallet-protocol/engine/engine-tables.js';
import { withPublicErrors } from './public-error.js';

export interface CryptoFacadeOptions {
  readonly keyChain: Pick<KeyChain, 'createKeyPair' | 'deriveSharedKey' | 'deleteKeys' | 'clientId'>;
  readonly tables: Pick<EngineTables, 'sessions' | 'pairings' | 'proposals' | 'authRequests'>;
}

/**
 * The `core.crypto` API. It exposes no keys: it checks, creates and deletes them. `has` is synchronous, while keys are loaded lazily, so it is
 * derived from the client's records.
 */
export class CryptoFacade {
  readonly name = 'crypto';
  readonly context = 'crypto';
  /** The `core.crypto.keychain` API without access to keys. */
  readonly keychain = {
    name: 'keychain',
    context: 'keychain',
    init: (): Promise<void> => Promise.resolve(),
    has: (tag: string): boolean => this.hasKeys(tag),
    del: (tag: string): Promise<void> => this.#delete(tag),
  };
  readonly #keyChain: CryptoFacadeOptions['keyChain'];
  readonly #tables: CryptoFacadeOptions['tables'];
  /** Keys that the app has created (`true`) or deleted (`false`). */
  readonly #ownKeys = new Map<string, boolean>();

  constructor({ keyChain, tables }: CryptoFacadeOptions) {
    this.#keyChain = keyChain;
    this.#tables = tables;
  }

  /** No effect: the keys are loaded on demand. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** The client's id at the relay: `did:key:` with its Ed25519 public key. @see https://w3c-ccg.github.io/did-method-key/ */
  getClientId(): Promise<string> {
    return this.#keyChain.clientId();
  }

  /** Returns whether there is a key for a topic or an own public key. */
  hasKeys(tag: string): boolean {
    const { sessions, pairings, proposals, authRequests } = this.#tables;
    return (
      this.#ownKeys.get(tag) ??
      (sessions.get(tag) !== null ||
        pairings.get(tag) !== null ||
        sessions.all().some(({ self }) => self.publicKey === tag) ||
        proposals.all().some(({ isOwn, proposer }) => isOwn && proposer.publicKey === tag) ||
        authRequests.all().some(({ isOwn, requester }) => isOwn && requester.publicKey === tag))
    );
  }

  /** Creates an X25519 key pair. @returns the public key, hex */
  async generateKeyPair(): Promise<string> {
    return this.#remember(await this.#keyChain.createKeyPair());
  }

  /** Derives the shared key of two parties. @returns its topic @throws ProtocolError */
  async generateSharedKey(selfPublicKey: string, peerPublicKey: string): Promise<string> {
    return this.#remember(await withPublicErrors(() => this.#keyChain.deriveSharedKey({ publicKey: selfPublicKey, peerPublicKey })));
  }

  deleteKeyPair(publicKey: string): Promise<void> {
    return this.#delete(publicKey);
  }

  deleteSymKey(topic: string): Promise<void> {
    return this.#delete(topic);
  }

  #remember(tag: string): string {
    this.#ownKeys.set(tag, true);
    return tag;
  }

  async #delete(tag: string): Promise<void> {
    this.#ownKeys.set(tag, false);
    await this.#keyChain.deleteKeys(tag);
  }
}
