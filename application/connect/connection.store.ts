import { distinctUntilChanged, endWith, ignoreElements, map, type Observable, Subscription } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionEvent } from '../../domain/connection/connection-event.js';
import { reduceConnection } from '../../domain/connection/connection-machine.js';
import type { ConnectionState, SessionInfo } from '../../domain/connection/connection-state.js';
import type { WantedAccount } from '../../domain/connection/shared-accounts.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SessionEvent, WalletSession } from '../ports/chain.port.js';
import { StateSubject } from '../shared/state-subject.js';
import { token } from '../shared/token.js';

type Accounts = SessionInfo['accounts'];

interface LiveSession {
  readonly session: WalletSession;
  readonly listening: Subscription;
  /** What a wallet shares again that was locked, while the namespace cannot take it up. */
  waiting: Accounts | null;
}

/**
 * The one owner of who is connected to what: the state as data, and beside it the sessions that can sign. A session is
 * in the table before the state says `connected` and leaves it after the state says otherwise, so that nobody sees
 * `connected` without a provider that can be called.
 */
export class ConnectionStore {
  readonly #state: StateSubject<ConnectionState>;
  readonly #watches = new Map<Namespace, Subscription>();
  readonly #sessions = new Map<Namespace, LiveSession>();
  readonly #life = new AbortController();
  readonly #wantedIn: (namespace: Namespace) => WantedAccount;
  #attempts = 0;

  /** @param wantedIn which account a session begins with, where its wallet shares several */
  constructor(initial: ConnectionState, wantedIn: (namespace: Namespace) => WantedAccount = () => ({ choice: null, type: undefined })) {
    this.#wantedIn = wantedIn;
    this.#state = new StateSubject(initial);
  }

  get state(): ConnectionState {
    return this.#state.value;
  }

  /** The state now and after each change. */
  get state$(): Observable<ConnectionState> {
    return this.#state.value$;
  }

  /** Emits when the client is disposed of. */
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

  /** Aborted when the client is disposed of: for what outlives its caller. */
  get life(): AbortSignal {
    return this.#life.signal;
  }

  /** Applies an event. Returns whether it changed anything. */
  readonly dispatch = (event: ConnectionEvent): boolean => {
    const before = this.state;
    const after = reduceConnection(before, event);
    if (after === before) return false;
    this.#state.next(after);
    return true;
  };

  /** The session of a connected namespace, else `null`. */
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

  /** Starts an attempt; `null` when a silent one would be in the way of a person's or of a live session, or after {@link dispose}. */
  begin(namespace: Namespace, connectorId: string, silent: boolean): number | null {
    const id = ++this.#attempts;
    const hasBegun = !this.life.aborted && this.dispatch({ type: 'attempt-started', namespace, id, connectorId, silent });
    return hasBegun ? id : null;
  }

  /** Whether an attempt is the one that is under way. */
  isCurrent(namespace: Namespace, id: number): boolean {
    return this.state.namespaces[namespace]?.attempt?.id === id;
  }

  /** Ends an attempt; nothing happens when it is no longer the current one. */
  finish(namespace: Namespace, id: number): void {
    const live = this.#sessions.get(namespace);
    // A wallet that waits takes the attempt's place: nobody sees the namespace disconnected in between.
    if (this.isCurrent(namespace, id) && live?.waiting != null) this.#goOn(namespace, live, live.waiting, id);
    else this.dispatch({ type: 'attempt-ended', namespace, id });
  }

  /**
   * Makes an attempt's session the namespace's. `false` when it did not become so or is not so any more: the attempt is
   * outdated, or somebody who was told ended it at once. The session is released then, as it is before a throw.
   * @throws LatchkeyError `connection/no-accounts` when the wallet was locked, or ended the session, before anybody
   * listened; `wallet/invalid-response` for a session of another namespace or without a usable account
   */
  establish(namespace: Namespace, attemptId: number, session: WalletSession): boolean {
    if (!this.isCurrent(namespace, attemptId)) {
      session.release();
      return false;
    }
    const accounts = atLeastOne(session.accounts);
    if (accounts === null) {
      session.release();
      throw new LatchkeyError('connection/no-accounts', { connectorId: session.connector.id });
    }
    const former = this.#sessions.get(namespace);
    const listening = new Subscription();
    const live: LiveSession = { session, listening, waiting: null };
    this.#sessions.set(namespace, live);
    listening.add(session.events$.subscribe((event) => this.#hear(namespace, live, event)));
    if (!this.#establish(namespace, attemptId, session, accounts)) {
      if (former === undefined) this.#sessions.delete(namespace);
      else this.#sessions.set(namespace, former);
      drop(live);
      throw new LatchkeyError('wallet/invalid-response', { method: 'connect' });
    }
    drop(former);
    this.keepWatch(namespace, null);
    return this.#sessions.get(namespace) === live;
  }

  /**
   * Ends the namespace's session on our side and stops listening to its wallet. What is under way ends as well, so that
   * no late answer connects again: all of it by default, or only what no person has started.
   */
  end(namespace: Namespace, attempts: 'all' | 'silent' = 'all'): void {
    const former = this.#sessions.get(namespace);
    // Who hears of the end may start anew at once: that attempt is not meant.
    const attempt = this.state.namespaces[namespace]?.attempt;
    this.dispatch({ type: 'session-ended', namespace });
    if (this.#sessions.get(namespace) === former) this.#sessions.delete(namespace);
    drop(former);
    this.keepWatch(namespace, null);
    if (attempt != null && (attempts === 'all' || attempt.silent)) this.dispatch({ type: 'attempt-ended', namespace, id: attempt.id });
  }

  /** Keeps a watch on a wallet that shares nothing yet, until the namespace is connected or disconnected; `null` ends it. */
  keepWatch(namespace: Namespace, watch: Subscription | null): void {
    this.#watches.get(namespace)?.unsubscribe();
    this.#watches.delete(namespace);
    if (this.life.aborted) watch?.unsubscribe();
    else if (watch !== null) this.#watches.set(namespace, watch);
  }

  /** Stops listening to every wallet, says so and ends all watching; the wallets stay as they are. */
  dispose(): void {
    this.#life.abort();
    for (const namespace of namespacesOf(this.state.namespaces)) this.end(namespace);
    this.#state.complete();
  }

  #hear(namespace: Namespace, live: LiveSession, event: SessionEvent): void {
    if (this.#sessions.get(namespace) !== live) return;
    if (event.type === 'chain-changed') {
      this.dispatch({ type: 'chain-changed', namespace, chainId: event.chainId });
      return;
    }
    const accounts = event.type === 'disconnected' ? null : atLeastOne(event.accounts);
    live.waiting = null;
    if (accounts === null) {
      // Locked or disconnected in the wallet. The listener stays: when the wallet shares accounts again, the session goes on.
      this.dispatch({ type: 'session-ended', namespace });
    } else if (this.sessionOf(namespace) === null) {
      this.#revive(namespace, live, accounts);
    } else {
      this.dispatch({ type: 'accounts-changed', namespace, accounts });
    }
  }

  #revive(namespace: Namespace, live: LiveSession, accounts: Accounts): void {
    live.waiting = accounts;
    const attemptId = this.begin(namespace, live.session.connector.id, true);
    // A person is being asked by another wallet: this one waits for how that ends.
    if (attemptId !== null) this.#goOn(namespace, live, accounts, attemptId);
  }

  #goOn(namespace: Namespace, live: LiveSession, accounts: Accounts, attemptId: number): void {
    live.waiting = null;
    this.#establish(namespace, attemptId, live.session, accounts);
    this.dispatch({ type: 'attempt-ended', namespace, id: attemptId });
  }

  #establish(namespace: Namespace, attemptId: number, { connector, chainId }: WalletSession, accounts: Accounts): boolean {
    const session: SessionInfo = { connector, accounts, chainId };
    return this.dispatch({ type: 'session-established', namespace, attemptId, session, wanted: this.#wantedIn(namespace) });
  }
}

const atLeastOne = ([first, ...others]: readonly AccountRecord[]): Accounts | null => (first === undefined ? null : [first, ...others]);

const drop = (live: LiveSession | undefined): void => {
  live?.listening.unsubscribe();
  live?.session.release();
};

/** Token of the connection store. */
export const CONNECTION_STORE = token<ConnectionStore>('ConnectionStore');
