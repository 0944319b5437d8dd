import type { KeyChain } from '../../application/ports/key-chain.port.js';
import type { EngineTables } from '../../application/wallet-protocol/engine/engine-tables.js';
import { forHost } from './host-error.js';

/** What the facade of the keys is made of. */
export interface CryptoFacadeOptions {
  readonly keyChain: Pick<KeyChain, 'createKeyPair' | 'agreeOnKey' | 'deleteKeys' | 'clientId'>;
  readonly tables: Pick<EngineTables, 'sessions' | 'pairings' | 'proposals' | 'authRequests'>;
}

/**
 * The keys of a client as hosts know them from `core.crypto`. No key leaves it: it says whether there is one, and makes and deletes them. The
 * keys themselves are read later than hosts ask; that they are there is known of everything that the client keeps.
 */
export class CryptoFacade {
  readonly name = 'crypto';
  readonly context = 'crypto';
  /** The part of the key chain that gives no key away. */
  readonly keychain = {
    name: 'keychain',
    context: 'keychain',
    init: (): Promise<void> => Promise.resolve(),
    has: (tag: string): boolean => this.hasKeys(tag),
    del: (tag: string): Promise<void> => this.#delete(tag),
  };
  readonly #keyChain: CryptoFacadeOptions['keyChain'];
  readonly #tables: CryptoFacadeOptions['tables'];
  /** What the host itself has made or deleted, and whether it is there. */
  readonly #own = new Map<string, boolean>();

  constructor({ keyChain, tables }: CryptoFacadeOptions) {
    this.#keyChain = keyChain;
    this.#tables = tables;
  }

  /** A client that was made has its keys. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** The client's id at the relay: `did:key:` and its Ed25519 public key. @see https://w3c-ccg.github.io/did-method-key/ */
  getClientId(): Promise<string> {
    return this.#keyChain.clientId();
  }

  /** Whether the key of a topic or of an own public key is at hand. */
  hasKeys(tag: string): boolean {
    const { sessions, pairings, proposals, authRequests } = this.#tables;
    return (
      this.#own.get(tag) ??
      (sessions.get(tag) !== null ||
        pairings.get(tag) !== null ||
        sessions.all().some(({ self }) => self.publicKey === tag) ||
        proposals.all().some(({ isOwn, proposer }) => isOwn && proposer.publicKey === tag) ||
        authRequests.all().some(({ isOwn, requester }) => isOwn && requester.publicKey === tag))
    );
  }

  /** Makes an X25519 key pair. @returns the public key, hex */
  async generateKeyPair(): Promise<string> {
    return this.#made(await this.#keyChain.createKeyPair());
  }

  /** Derives the key that two parties share. @returns its topic @throws ProtocolError */
  async generateSharedKey(selfPublicKey: string, peerPublicKey: string): Promise<string> {
    return this.#made(await forHost(() => this.#keyChain.agreeOnKey({ publicKey: selfPublicKey, peerPublicKey })));
  }

  deleteKeyPair(publicKey: string): Promise<void> {
    return this.#delete(publicKey);
  }

  deleteSymKey(topic: string): Promise<void> {
    return this.#delete(topic);
  }

  #made(tag: string): string {
    this.#own.set(tag, true);
    return tag;
  }

  async #delete(tag: string): Promise<void> {
    this.#own.set(tag, false);
    await this.#keyChain.deleteKeys(tag);
  }
}
