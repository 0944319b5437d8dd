import type { Observable, Subscription } from 'rxjs';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { type ConnectionEvent, reduceConnection } from '../../domain/connection/connection-machine.js';
import type { ConnectionState, SessionInfo } from '../../domain/connection/connection-state.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SessionEvent, WalletSession } from '../ports/chain.port.js';
import { Cell } from '../shared/cell.js';
import { token } from '../shared/token.js';

interface LiveSession {
  readonly session: WalletSession;
  readonly listening: Subscription;
}

/**
 * The one owner of who is connected to what: the state as data, and beside it the sessions that can sign. A session is
 * in the table before the state says `connected` and leaves it after the state says otherwise, so that nobody sees
 * `connected` without a provider that can be called.
 */
export class ConnectionStore {
  readonly #cell: Cell<ConnectionState, ConnectionEvent>;
  readonly #sessions = new Map<Namespace, LiveSession>();
  #attempts = 0;

  constructor(initial: ConnectionState) {
    this.#cell = new Cell(initial, reduceConnection);
  }

  get state(): ConnectionState {
    return this.#cell.state;
  }

  /** The state now and after each change. */
  get state$(): Observable<ConnectionState> {
    return this.#cell.state$;
  }

  readonly dispatch = (event: ConnectionEvent): boolean => this.#cell.dispatch(event);

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

  /** Starts an attempt; `null` when a silent one would be in the way of a person's or of a live session. */
  begin(namespace: Namespace, connectorId: string, silent: boolean): number | null {
    const id = ++this.#attempts;
    return this.dispatch({ type: 'attempt-started', namespace, id, connectorId, silent }) ? id : null;
  }

  /** Ends an attempt; nothing happens when it is no longer the current one. */
  finish(namespace: Namespace, id: number): void {
    this.dispatch({ type: 'attempt-ended', namespace, id });
  }

  /** Makes an attempt's session the namespace's. An outdated attempt's session is released, and `false` comes back. */
  establish(namespace: Namespace, attemptId: number, session: WalletSession): boolean {
    if (this.state.namespaces[namespace]?.attempt?.id !== attemptId) {
      session.release();
      return false;
    }
    const former = this.#sessions.get(namespace);
    this.#sessions.set(namespace, { session, listening: session.events$.subscribe((event) => this.#hear(namespace, session, event)) });
    this.dispatch({ type: 'session-established', namespace, attemptId, session: sessionInfo(session, session.accounts) });
    drop(former);
    return true;
  }

  /** Ends the namespace's session on our side and stops listening to its wallet. */
  end(namespace: Namespace): void {
    const former = this.#sessions.get(namespace);
    this.dispatch({ type: 'session-ended', namespace });
    if (this.#sessions.get(namespace) === former) this.#sessions.delete(namespace);
    drop(former);
  }

  /** Stops listening to every wallet and ends all watching; the wallets stay as they are. */
  dispose(): void {
    for (const live of this.#sessions.values()) drop(live);
    this.#sessions.clear();
    this.#cell.complete();
  }

  #hear(namespace: Namespace, session: WalletSession, event: SessionEvent): void {
    if (event.type === 'chain-changed') {
      this.dispatch({ type: 'chain-changed', namespace, chainId: event.chainId });
      return;
    }
    const [first, ...others] = event.type === 'disconnected' ? [] : event.accounts;
    if (first === undefined) {
      // Locked or disconnected in the wallet. The listener stays: when the wallet shares accounts again, the session goes on.
      this.dispatch({ type: 'session-ended', namespace });
      return;
    }
    const accounts = [first, ...others] as const;
    if (this.sessionOf(namespace) === null) this.#revive(namespace, session, accounts);
    else this.dispatch({ type: 'accounts-changed', namespace, accounts });
  }

  #revive(namespace: Namespace, session: WalletSession, accounts: readonly [AccountRecord, ...AccountRecord[]]): void {
    const attemptId = this.begin(namespace, session.connector.id, true);
    if (attemptId === null) return;
    this.dispatch({ type: 'session-established', namespace, attemptId, session: sessionInfo(session, accounts) });
  }
}

const sessionInfo = (session: WalletSession, accounts: readonly [AccountRecord, ...AccountRecord[]]): SessionInfo => ({
  connector: session.connector,
  accounts,
  chainId: session.chainId,
});

const drop = (live: LiveSession | undefined): void => {
  live?.listening.unsubscribe();
  live?.session.release();
};

export const CONNECTION_STORE = token<ConnectionStore>('ConnectionStore');
