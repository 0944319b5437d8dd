import type { Relay } from '../../application/ports/relay.port.js';
import { forHost } from './host-error.js';

/** What the facade of the keys is made of. */
export interface CryptoFacadeOptions {
  readonly relay: Pick<Relay, 'hasKey' | 'createKeyPair' | 'agreeOnKey' | 'importKeys' | 'deleteKeys'>;
  /** The client's id at the relay, as a DID. */
  readonly clientId: () => Promise<string>;
}

/** The keys of a client as hosts know them from `core.crypto`. No key leaves it: it says whether there is one, and makes and deletes them. */
export class CryptoFacade {
  readonly name = 'crypto';
  readonly context = 'crypto';
  readonly #relay: CryptoFacadeOptions['relay'];
  readonly #clientId: () => Promise<string>;

  constructor({ relay, clientId }: CryptoFacadeOptions) {
    this.#relay = relay;
    this.#clientId = clientId;
  }

  /** A client that was made has its keys. */
  readonly init = (): Promise<void> => Promise.resolve();

  /** The client's id at the relay: `did:key:` and its Ed25519 public key. @see https://w3c-ccg.github.io/did-method-key/ */
  getClientId(): Promise<string> {
    return this.#clientId();
  }

  /** Whether the key of a topic or of an own public key is at hand. */
  hasKeys(tag: string): Promise<boolean> {
    return this.#relay.hasKey(tag);
  }

  /** Makes an X25519 key pair. @returns the public key, hex */
  generateKeyPair(): Promise<string> {
    return this.#relay.createKeyPair();
  }

  /** Derives the key that two parties share. @returns its topic @throws ProtocolError */
  generateSharedKey(selfPublicKey: string, peerPublicKey: string): Promise<string> {
    return forHost(() => this.#relay.agreeOnKey({ publicKey: selfPublicKey, peerPublicKey }));
  }

  async deleteKeyPair(publicKey: string): Promise<void> {
    await this.#relay.deleteKeys(publicKey);
  }

  async deleteSymKey(topic: string): Promise<void> {
    await this.#relay.deleteKeys(topic);
  }
}
