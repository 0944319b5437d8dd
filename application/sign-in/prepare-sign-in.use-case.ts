import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { SignInMessageRequest, SignInService } from '../ports/sign-in.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { SignInStore } from './sign-in.store.js';
import { type SignInAccountError, signInAccount } from './sign-in-account.js';

/** The namespace of the account; default: the active one. */
export interface PrepareSignInInput {
  readonly namespace?: Namespace;
}

/** Error codes of creating a message. */
export type PrepareSignInError =
  | SignInAccountError
  | 'sign-in/unavailable'
  | 'sign-in/misconfigured'
  | 'sign-in/invalid-message'
  | 'config/disposed'
  | 'browser/load-failed';

/** The message that the account is to sign. */
export type PrepareSignInState = UseCaseState<'working', SignInMessageRequest, PrepareSignInError>;

/** Time limit for a service to create a message. */
const TIMEOUT_MS = 10_000;

/** Creates the message that `SignIn` requests a signature for, so that a screen can show it first. */
export class PrepareSignIn {
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

  execute({ namespace }: PrepareSignInInput = {}): Observable<PrepareSignInState> {
    return runUseCase('working', async ({ signal }) => {
      const { service, account, chainId, address } = signInAccount(this.#service, this.#connections, namespace);
      const create = (): Promise<SignInMessageRequest> =>
        withTimeout(TIMEOUT_MS, this.#clock, service.createMessage({ chainId, accountAddress: address }));
      try {
        return await this.#store.messageFor(account, create);
      } catch (error) {
        signal.throwIfAborted();
        throw isLatchkeyError(error) ? error : new LatchkeyError('sign-in/unavailable', {}, { cause: error });
      }
    });
  }
}
