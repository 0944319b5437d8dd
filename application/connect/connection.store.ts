import { distinctUntilChanged, endWith, ignoreElements, map, type Observable, Subscription } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionEvent } from '../../domain/connection/connection-event.js';
import { reduceConnection } from '../../domain/connection/connection-machine.js';
import type { ConnectionState, SessionInfo } from '../../domain/connection/connection-state.js';
import type { AccountPreference } from '../../domain/connection/shared-accounts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SessionEvent, WalletSession } from '../ports/chain.port.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';

type Accounts = SessionInfo['accounts'];

interface LiveSession {
  readonly session: WalletSession;
  readonly subscription: Subscription;
  /** Accounts shared after an unlock, while another attempt is pending in the namespace. */
  pendingAccounts: Accounts | null;
}

export interface CloseSessionOptions {
  /** Pending attempts that end too. Default: all. */
  readonly attempts?: 'all' | 'automatic';
  /** Keeps the sign-in sessions of the account. Default: false. */
  readonly keepSignIns?: boolean;
}

/**
 * Holds the connection state and the live wallet sessions. A session is added before the state becomes `connected` and removed
 * after the state has changed, so that a subscriber never sees `connected` without a callable provider.
 */
export class ConnectionStore {
  readonly #state: StateSubject<ConnectionState>;
  readonly #watches = new Map<Namespace, Subscription>();
  readonly #sessions = new Map<Namespace, LiveSession>();
  readonly #controller = new AbortController();
  readonly #initialAccountOf: (namespace: Namespace) => AccountPreference;
  #attempts = 0;

  /** @param initialAccountOf preferred initial account of a session whose wallet shares several */
  constructor(
    initial: ConnectionState,
    initialAccountOf: (namespace: Namespace) => AccountPreference = () => ({ choice: null, type: undefined }),
  ) {
    this.#initialAccountOf = initialAccountOf;
    this.#state = new StateSubject(initial);
  }

  get state(): ConnectionState {
    return this.#state.value;
  }

  /** The state now and after each change. */
  get state$(): Observable<ConnectionState> {
    return this.#state.value$;
  }

  /** Emits when the client is disposed. */
  get disposed$(): Observable<unknown> {
    return this.state$.pipe(ignoreElements(), endWith(null));
  }

  /** The given namespace, or the active one now and after each change. */
  namespaceOrActive$(namespace: Namespace | undefined): Observable<Namespace> {
    return this.state$.pipe(
      map(({ activeNamespace }) => namespace ?? activeNamespace),
      distinctUntilChanged(),
    );
  }

  /** Aborted when the client is disposed. For work that outlives its caller. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Applies an event. Returns true if the state changed. */
  readonly dispatch = (event: ConnectionEvent): boolean => {
    const before = this.state;
    const after = reduceConnection(before, event);
    if (after === before) return false;
    this.#state.next(after);
    return true;
  };

  /** The session of a namespace, `null` unless connected. */
  sessionOf(namespace: Namespace): WalletSession | null {
    return this.state.namespaces[namespace]?.session == null ? null : (this.#sessions.get(namespace)?.session ?? null);
  }

  /**
   * The session of a namespace.
   * @throws LatchkeyError `connection/not-connected`
   */
  requireSession(namespace: Namespace): WalletSession {
    const session = this.sessionOf(namespace);
    if (session === null) throw new LatchkeyError('connection/not-connected', { namespace });
    return session;
  }

  /** Starts an attempt; `null` after {@link dispose}, and for an automatic attempt while the user's attempt is pending or a session is live. */
  beginAttempt(namespace: Namespace, connectorId: string, isAutomatic: boolean): number | null {
    const id = ++this.#attempts;
    const hasStarted = !this.signal.aborted && this.dispatch({ type: 'attempt-started', namespace, id, connectorId, isAutomatic });
    return hasStarted ? id : null;
  }

  /** Returns true if the attempt is the pending one. */
  isCurrentAttempt(namespace: Namespace, id: number): boolean {
    return this.state.namespaces[namespace]?.attempt?.id === id;
  }

  /** Finishes an attempt; does nothing unless it is the current one. */
  finishAttempt(namespace: Namespace, id: number): void {
    const live = this.#sessions.get(namespace);
    // A waiting wallet reuses the attempt, so that the namespace is never `disconnected` in between.
    if (this.isCurrentAttempt(namespace, id) && live?.pendingAccounts != null) this.#reestablish(namespace, live, live.pendingAccounts, id);
    else this.dispatch({ type: 'attempt-ended', namespace, id });
  }

  /**
   * Sets the session of a namespace. Returns `false` if the attempt is outdated, or a subscriber closed the session immediately;
   * the session is released then, and also before a throw.
   * @throws LatchkeyError `connection/no-accounts` if the wallet was locked or disconnected before the first
   * subscription; `wallet/invalid-response` for a session of another namespace or without a usable account
   */
  establish(namespace: Namespace, attemptId: number, session: WalletSession): boolean {
    if (!this.isCurrentAttempt(namespace, attemptId)) {
      session.release();
      return false;
    }
    const accounts = atLeastOne(session.accounts);
    if (accounts === null) {
      session.release();
      throw new LatchkeyError('connection/no-accounts', { connectorId: session.connector.id });
    }
    const previous = this.#sessions.get(namespace);
    const subscription = new Subscription();
    const live: LiveSession = { session, subscription, pendingAccounts: null };
    this.#sessions.set(namespace, live);
    subscription.add(session.events$.subscribe((event) => this.#onSessionEvent(namespace, live, event)));
    if (!this.#establish(namespace, attemptId, session, accounts)) {
      if (previous === undefined) this.#sessions.delete(namespace);
      else this.#sessions.set(namespace, previous);
      releaseSession(live);
      throw new LatchkeyError('wallet/invalid-response', { method: 'connect' });
    }
    releaseSession(previous);
    this.setWatch(namespace, null);
    return this.#sessions.get(namespace) === live;
  }

  /**
   * Closes the namespace's session locally and stops listening to its wallet. Pending attempts end as well, so that
   * no late response reconnects.
   */
  closeSession(namespace: Namespace, { attempts = 'all', keepSignIns = false }: CloseSessionOptions = {}): void {
    const previous = this.#sessions.get(namespace);
    // Read before dispatching: a subscriber may start a new attempt right away, which must not be ended.
    const attempt = this.state.namespaces[namespace]?.attempt;
    this.dispatch({ type: 'session-ended', namespace, keepSignIns });
    if (this.#sessions.get(namespace) === previous) this.#sessions.delete(namespace);
    releaseSession(previous);
    this.setWatch(namespace, null);
    if (attempt != null && (attempts === 'all' || attempt.isAutomatic)) this.dispatch({ type: 'attempt-ended', namespace, id: attempt.id });
  }

  /** Watches a wallet that shares no accounts yet, until the namespace is connected or disconnected; `null` stops watching. */
  setWatch(namespace: Namespace, watch: Subscription | null): void {
    this.#watches.get(namespace)?.unsubscribe();
    this.#watches.delete(namespace);
    if (this.signal.aborted) watch?.unsubscribe();
    else if (watch !== null) this.#watches.set(namespace, watch);
  }

  /** Closes every session locally and completes the state; wallets are not disconnected. */
  dispose(): void {
    this.#controller.abort();
    for (const namespace of namespacesOf(this.state.namespaces)) this.closeSession(namespace);
    this.#state.complete();
  }

  #onSessionEvent(namespace: Namespace, live: LiveSession, event: SessionEvent): void {
    if (this.#sessions.get(namespace) !== live) return;
    if (event.type === 'chain-changed') {
      this.dispatch({ type: 'chain-changed', namespace, chainId: event.chainId });
      return;
    }
    const accounts = event.type === 'disconnected' ? null : atLeastOne(event.accounts);
    live.pendingAccounts = null;
    if (accounts === null) {
      // Locked or disconnected in the wallet. The listener stays, to resume the session when accounts are shared again.
      this.dispatch({ type: 'session-ended', namespace });
    } else if (this.sessionOf(namespace) === null) {
      this.#resume(namespace, live, accounts);
    } else {
      this.dispatch({ type: 'accounts-changed', namespace, accounts });
    }
  }

  #resume(namespace: Namespace, live: LiveSession, accounts: Accounts): void {
    live.pendingAccounts = accounts;
    const attemptId = this.beginAttempt(namespace, live.session.connector.id, true);
    // Another wallet is prompting the user: wait until that attempt finishes.
    if (attemptId !== null) this.#reestablish(namespace, live, accounts, attemptId);
  }

  #reestablish(namespace: Namespace, live: LiveSession, accounts: Accounts, attemptId: number): void {
    live.pendingAccounts = null;
    this.#establish(namespace, attemptId, live.session, accounts);
    this.dispatch({ type: 'attempt-ended', namespace, id: attemptId });
  }

  #establish(namespace: Namespace, attemptId: number, { connector, chainId }: WalletSession, accounts: Accounts): boolean {
    const session: SessionInfo = { connector, accounts, chainId };
    return this.dispatch({ type: 'session-established', namespace, attemptId, session, preference: this.#initialAccountOf(namespace) });
  }
}

const atLeastOne = ([first, ...others]: readonly AccountRecord[]): Accounts | null => (first === undefined ? null : [first, ...others]);

const releaseSession = (live: LiveSession | undefined): void => {
  live?.subscription.unsubscribe();
  live?.session.release();
};

/** Token of the connection store. */
export const CONNECTION_STORE = token<ConnectionStore>('ConnectionStore');
