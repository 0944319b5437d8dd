import type { Namespace } from '../../domain/caip/namespace.js';
import { accountsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { RemoteSession } from '../ports/remote-session.port.js';

/** Takes a session up in another namespace than it was paired for; `false` where there is none. */
export type TakeElsewhere = (remote: RemoteSession) => boolean;

/** Who takes up a session that shares nothing in the namespace that asked for it. */
export class HandOver {
  readonly #free: () => readonly Namespace[];
  #elsewhere: TakeElsewhere | null = null;

  /** @param free the namespaces that are served and have no wallet now */
  constructor(free: () => readonly Namespace[]) {
    this.#free = free;
  }

  /** The namespaces without a wallet that a session allows. */
  freeIn({ namespaces }: RemoteSession): readonly Namespace[] {
    return this.#free().filter((namespace) => accountsOf(namespaces, namespace).length > 0);
  }

  /** Tells the chain that `connect` calls. */
  to(elsewhere: TakeElsewhere, connect: () => void): void {
    this.#elsewhere = elsewhere;
    connect();
    this.#elsewhere = null;
  }

  /** For the chain that is being called; `null` where nobody does. */
  get elsewhere(): TakeElsewhere | null {
    return this.#elsewhere;
  }
}
