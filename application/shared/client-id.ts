import { token } from './token.js';

/** Id of this client at the relay, once the relay was used. The blockchain API of the same vendor gets it, too. */
export class ClientId {
  #value: string | null = null;

  /** A DID (`did:key`); `null` while it is not known. */
  get current(): string | null {
    return this.#value;
  }

  set(value: string): void {
    this.#value = value;
  }
}

/** Token of the client's id. */
export const CLIENT_ID = token<ClientId>('ClientId');
