import type { Observable } from 'rxjs';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { MESSAGE_LIFETIME_MS, type SignInSession } from '../../domain/sign-in/sign-in-session.js';
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

/** A message that is on screen and not signed yet. */
interface PreparedMessage {
  readonly account: AccountId;
  readonly message: Promise<SignInMessageRequest>;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Holds which accounts are signed in, and the message that is to be signed next. */
export class SignInStore {
  readonly #state = new StateSubject<SignInState>({});
  readonly #clock: Clock;
  readonly #storage: Storage;
  #prepared: PreparedMessage | null = null;
  #unverified: { readonly account: AccountId; readonly session: SignInSession; readonly signedAt: number } | null = null;
  #changes = 0;
  /** Namespaces that the user, not a reload, has connected. */
  readonly connectedByUser = new Set<Namespace>();
  /** Sign-ins of accounts whose wallets have been locked: their sessions stay until the user signs out, or connects another account. */
  readonly locked = new Map<Namespace, Extract<NamespaceSignIn, { readonly status: 'signed-in' }>>();

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

  /** Number of sign-ins and sign-outs of this page. */
  get changeCount(): number {
    return this.#changes;
  }

  /** Makes other tabs read the sessions again. */
  announceChange(): void {
    this.#changes += 1;
    // Other tabs are only notified when the value changes.
    this.#storage.set(STORAGE_KEYS.signInChanged, `${this.#clock.now()}-${this.#changes}`);
  }

  /** Returns the message to be signed next, created by `create` unless there is one whose nonce is still valid. */
  async messageFor(account: AccountId, create: () => Promise<SignInMessageRequest>): Promise<SignInMessageRequest> {
    const isFresh = this.#prepared !== null && this.#clock.now() - this.#prepared.createdAt < MESSAGE_LIFETIME_MS;
    if (isFresh && this.#prepared?.account === account) return this.#prepared.message;
    const message = create();
    const prepared = { account, message, createdAt: this.#clock.now() };
    this.#prepared = prepared;
    try {
      return await message;
    } catch (error) {
      if (this.#prepared === prepared) this.#prepared = null;
      throw error;
    }
  }

  /** The next message gets a new nonce. */
  discardMessage(): void {
    this.#prepared = null;
  }

  /** A signed message of an account that the service could not verify yet, unless its nonce may have expired. */
  unverifiedFor(account: AccountId): SignInSession | null {
    const unverified = this.#unverified;
    const isFresh = unverified !== null && this.#clock.now() - unverified.signedAt < MESSAGE_LIFETIME_MS;
    return isFresh && unverified.account === account ? unverified.session : null;
  }

  /** Keeps a signed message that the service could not verify, so that the user need not sign again. */
  keepUnverified(account: AccountId, session: SignInSession | null): void {
    this.#unverified = session === null ? null : { account, session, signedAt: this.#clock.now() };
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
