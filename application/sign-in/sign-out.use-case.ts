import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { SignInService } from '../ports/sign-in.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { SignInStore } from './sign-in.store.js';

/** The namespace of the account; default: the active one. */
export interface SignOutInput {
  readonly namespace?: Namespace;
}

/** `true` once the sessions of the account are revoked, `false` if it had none. */
export type SignOutState = UseCaseState<
  'working',
  boolean,
  'sign-in/not-enabled' | 'sign-in/unavailable' | 'config/disposed' | 'browser/load-failed'
>;

/** Time limit for a service to revoke a session. */
const REVOKE_TIMEOUT_MS = 10_000;

/**
 * Revokes the sessions of the connected account, or of one whose wallet has been locked. A connected wallet stays connected. A revocation that
 * fails changes nothing.
 */
export class SignOut {
  readonly #service: SignInService | null;
  readonly #store: SignInStore;
  readonly #connections: ConnectionStore;
  readonly #clock: Clock;

  constructor(service: SignInService | null, store: SignInStore, connections: ConnectionStore, clock: Clock) {
    this.#service = service;
    this.#store = store;
    this.#connections = connections;
    this.#clock = clock;
  }

  execute({ namespace = this.#connections.state.activeNamespace }: SignOutInput = {}): Observable<SignOutState> {
    return runUseCase('working', async () => {
      const service = this.#service;
      if (service === null) throw new LatchkeyError('sign-in/not-enabled', {});
      const current = this.#store.current(namespace);
      const signIn = current.status === 'disconnected' ? this.#store.locked.get(namespace) : current;
      if (signIn?.status !== 'signed-in') return false;
      for (const { data } of signIn.sessions) {
        try {
          await withTimeout(REVOKE_TIMEOUT_MS, this.#clock, service.revokeSession(data.chainId, data.accountAddress));
        } catch (error) {
          throw isLatchkeyError(error) ? error : new LatchkeyError('sign-in/unavailable', {}, { cause: error });
        }
      }
      this.#store.locked.delete(namespace);
      this.#store.dispatch({ type: 'sessions-read', account: signIn.account, sessions: [] });
      this.#store.announceChange();
      return true;
    });
  }
}
