import {
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  map,
  type Observable,
  Subject,
  share,
  startWith,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chain, Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { BalanceKeeper, BalanceReader } from './balance.reader.js';

/** At most one read a minute while nothing happens. */
const POLL_MS = 60_000;
/** A balance that nobody watched counts for 30 s (specification, section 9). */
const FRESH_MS = 30_000;
/** After a failure nothing is read for 30 s (specification, section 5), unless the person asks. */
const RETRY_BLOCK_MS = 30_000;

/** What is read: an account on a chain that can be read. */
const subjectOf = (state: NamespaceState | undefined): string | null =>
  state?.session == null || networkOf(state).unknown ? null : `${state.session.chainId}:${state.session.accounts[0].address}`;

/**
 * Keeps native balances fresh, but only those that somebody watches: read at once when the account or network changes,
 * then once a minute while the page is visible. All watchers of a namespace share one reading; who comes back within
 * 30 s goes on with it. What else is watched of an account is read in the same rhythm.
 */
export class BalancePoll implements BalanceKeeper {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #together: BalanceReader['together'];
  readonly #refresh = new Subject<Namespace>();
  readonly #readings = new Map<Namespace, Observable<never>>();
  /** When the balance that the state holds was read (ms since 1970). */
  readonly #readAt = new Map<Namespace, number>();

  constructor(chains: Chains, connections: ConnectionStore, browser: Browser, clock: Clock, together: BalanceReader['together']) {
    this.#chains = chains;
    this.#connections = connections;
    this.#browser = browser;
    this.#clock = clock;
    this.#together = together;
  }

  /** Says nothing; the balance is kept fresh while subscribed. */
  keepFresh(namespace: Namespace): Observable<never> {
    const known = this.#readings.get(namespace);
    if (known !== undefined) return known;
    const chain = this.#chains.get(namespace);
    if (chain === undefined) return EMPTY;
    if (this.#clock.now() - (this.#readAt.get(namespace) ?? 0) >= FRESH_MS) this.#readAt.delete(namespace);
    const { state$ } = this.#connections;
    const subject$ = state$.pipe(
      map(({ namespaces }) => subjectOf(namespaces[namespace])),
      distinctUntilChanged(),
    );
    const reading = subject$.pipe(
      switchMap((subject) =>
        subject === null ? EMPTY : this.#browser.visible$.pipe(switchMap((visible) => (visible ? this.#poll(chain) : EMPTY))),
      ),
      takeUntil(this.#connections.disposed$),
      finalize(() => this.#readings.delete(namespace)),
      share(),
    );
    this.#readings.set(namespace, reading);
    return reading;
  }

  /** What was read is outdated, by a transaction or because the person says so: read now, or when somebody watches again. */
  refresh(namespace: Namespace): void {
    this.#readAt.delete(namespace);
    this.#refresh.next(namespace);
  }

  /** Reads once a minute, and anew whenever it is asked for: an answer under way may be older than the wish. */
  #poll(chain: Chain): Observable<never> {
    const asked$ = this.#refresh.pipe(filter((namespace) => namespace === chain.namespace));
    const dueInMs = this.#dueInMs(chain.namespace);
    let hasBegun = false;
    return asked$.pipe(
      startWith(null),
      switchMap(() => {
        const due$ = timer(hasBegun ? 0 : dueInMs, POLL_MS, this.#clock.scheduler);
        hasBegun = true;
        // A read that takes longer than a minute is not asked again.
        return due$.pipe(exhaustMap(() => this.#read(chain)));
      }),
    );
  }

  /** How long the last answer still counts. */
  #dueInMs(namespace: Namespace): number {
    const balance = this.#connections.state.namespaces[namespace]?.balance;
    const failedAt = balance?.lastRetry ?? null;
    const readAt = balance?.balance == null ? undefined : this.#readAt.get(namespace);
    const dueAt = failedAt !== null ? failedAt + RETRY_BLOCK_MS : readAt !== undefined ? readAt + POLL_MS : 0;
    return Math.min(POLL_MS, Math.max(0, dueAt - this.#clock.now()));
  }

  #read(chain: Chain): Observable<never> {
    const { namespace } = chain;
    const state = this.#connections.state.namespaces[namespace];
    const session = state?.session;
    if (state === undefined || session == null) return EMPTY;
    const { address } = session.accounts[0];
    const { chainId } = session;
    return defer(() => {
      this.#connections.dispatch({ type: 'balance-requested', namespace });
      return fromAbortable<never>(async (signal) => {
        const request = { address, network: networkOf(state) };
        try {
          const balance = await (this.#together.get(namespace)?.(request, signal) ?? chain.getBalance(request, signal));
          if (signal.aborted) return;
          this.#readAt.set(namespace, this.#clock.now());
          this.#connections.dispatch({ type: 'balance-loaded', namespace, address, chainId, balance });
        } catch (error) {
          if (signal.aborted) return;
          const failure = isLatchkeyError(error) ? error : new LatchkeyError('network/rpc-failed', { chainId, method: 'getBalance' });
          this.#connections.dispatch({ type: 'balance-failed', namespace, address, chainId, at: this.#clock.now(), error: failure });
          if (failure !== error) throw error;
        }
      });
    }).pipe(finalize(() => this.#connections.dispatch({ type: 'balance-given-up', namespace })));
  }
}
