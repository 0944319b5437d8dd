import type { Observable } from 'rxjs';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import {
  isSameAccount,
  type NamespaceSignIn,
  reduceSignIn,
  type SignInEvent,
  type SignInState,
  signInOf,
} from '../../domain/sign-in/sign-in-state.js';
import type { Clock } from '../ports/clock.port.js';
import type { SignInMessageRequest } from '../ports/sign-in.port.js';
import type { Storage } from '../ports/storage.port.js';
import { StateSubject } from '../shared/state-subject.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { token } from '../shared/token.js';

/** A nonce is valid for five minutes: an older message is created anew before it is signed. */
const MESSAGE_LIFETIME_MS = 240_000;

/** A message that is on screen and not signed yet. */
interface PreparedMessage {
  readonly account: AccountId;
  readonly message: SignInMessageRequest;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Holds which accounts are signed in, and the message that is to be signed next. */
export class SignInStore {
  readonly #state = new StateSubject<SignInState>({});
  readonly #clock: Clock;
  readonly #storage: Storage;
  #prepared: PreparedMessage | null = null;
  #changes = 0;
  /** Namespaces that the user, not a reload, has connected. */
  readonly connectedByUser = new Set<Namespace>();

  constructor(clock: Clock, storage: Storage) {
    this.#clock = clock;
    this.#storage = storage;
  }

  /** The current state, then each change. */
  get state$(): Observable<SignInState> {
    return this.#state.value$;
  }

  /** The sign-in of a namespace. */
  current(namespace: Namespace): NamespaceSignIn {
    return signInOf(this.#state.value, namespace);
  }

  readonly dispatch = (event: SignInEvent): void => {
    const before = this.#state.value;
    const after = reduceSignIn(before, event);
    if (after !== before) this.#state.next(after);
  };

  /** Makes other tabs read the sessions again. */
  announceChange(): void {
    this.#changes += 1;
    // Other tabs are only notified when the value changes.
    this.#storage.set(STORAGE_KEYS.signInChanged, `${this.#clock.now()}-${this.#changes}`);
  }

  /** The message prepared for an account, unless its nonce may have expired. */
  preparedFor(account: AccountId): SignInMessageRequest | null {
    const prepared = this.#prepared;
    const isFresh = prepared !== null && this.#clock.now() - prepared.createdAt < MESSAGE_LIFETIME_MS;
    return isFresh && prepared.account === account ? prepared.message : null;
  }

  /** Keeps the message to be signed next; `null` once its nonce is used up. */
  prepare(account: AccountId, message: SignInMessageRequest | null): void {
    this.#prepared = message === null ? null : { account, message, createdAt: this.#clock.now() };
  }

  /** Returns true if the account is still the one of its namespace. */
  isCurrent(namespace: Namespace, account: AccountId): boolean {
    const current = this.current(namespace);
    return current.status !== 'disconnected' && isSameAccount(current.account, account);
  }

  dispose(): void {
    this.#state.complete();
  }
}

/** Token of the sign-in store. */
export const SIGN_IN_STORE = token<SignInStore>('SignInStore');
