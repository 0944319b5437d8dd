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
import type { BalanceReader, BalanceRefresher } from './balance.reader.js';

/** Polling interval. */
const POLL_MS = 60_000;
/** A balance without a subscriber is stale after 30 s (specification, section 9). */
const STALE_TIME_MS = 30_000;
/** After a failure, reads pause for 30 s (specification, section 5), unless refreshed explicitly. */
const RETRY_BLOCK_MS = 30_000;

/** Key of the connected account and chain; `null` if there is nothing to read. */
const targetOf = (state: NamespaceState | undefined): string | null =>
  state?.session == null || networkOf(state).unknown ? null : `${state.session.chainId}:${state.session.accounts[0].address}`;

/**
 * Polls native balances of namespaces with a subscriber: immediately when the account or network changes, then once a minute while
 * the web page is visible. Subscribers of a namespace share one poll; a new subscription within 30 s continues it. Token balances
 * are read at the same interval.
 */
export class BalancePoll implements BalanceRefresher {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #batchReads: BalanceReader['batchReads'];
  readonly #refresh = new Subject<Namespace>();
  readonly #readings = new Map<Namespace, Observable<never>>();
  /** Time of the read of the current balance (ms since the Unix epoch). */
  readonly #readAt = new Map<Namespace, number>();
  /** Namespaces that were refreshed and not read since: the pause after a failure does not apply. */
  readonly #stale = new Set<Namespace>();

  constructor(chains: Chains, connections: ConnectionStore, browser: Browser, clock: Clock, batchReads: BalanceReader['batchReads']) {
    this.#chains = chains;
    this.#connections = connections;
    this.#browser = browser;
    this.#clock = clock;
    this.#batchReads = batchReads;
  }

  /** Polls the balance while subscribed. Emits nothing. */
  keepFresh(namespace: Namespace): Observable<never> {
    const existing = this.#readings.get(namespace);
    if (existing !== undefined) return existing;
    const chain = this.#chains.get(namespace);
    if (chain === undefined) return EMPTY;
    if (this.#clock.now() - (this.#readAt.get(namespace) ?? 0) >= STALE_TIME_MS) this.#readAt.delete(namespace);
    const { state$ } = this.#connections;
    const target$ = state$.pipe(
      map(({ namespaces }) => targetOf(namespaces[namespace])),
      distinctUntilChanged(),
    );
    const reading = target$.pipe(
      switchMap((target) =>
        target === null ? EMPTY : this.#browser.visible$.pipe(switchMap((visible) => (visible ? this.#poll(chain) : EMPTY))),
      ),
      takeUntil(this.#connections.disposed$),
      finalize(() => this.#readings.delete(namespace)),
      share(),
    );
    this.#readings.set(namespace, reading);
    return reading;
  }

  /** Marks the balance as stale: it is read now, or on the next subscription. */
  refresh(namespace: Namespace): void {
    this.#readAt.delete(namespace);
    this.#stale.add(namespace);
    this.#refresh.next(namespace);
  }

  /** Reads once a minute, and on each refresh, which replaces a pending read because its result may be outdated. */
  #poll(chain: Chain): Observable<never> {
    const refreshed$ = this.#refresh.pipe(filter((namespace) => namespace === chain.namespace));
    const dueInMs = this.#dueInMs(chain.namespace);
    let hasStarted = false;
    return refreshed$.pipe(
      startWith(null),
      switchMap(() => {
        const due$ = timer(hasStarted ? 0 : dueInMs, POLL_MS, this.#clock.scheduler);
        hasStarted = true;
        // A read that takes longer than a minute is not repeated meanwhile.
        return due$.pipe(exhaustMap(() => this.#read(chain)));
      }),
    );
  }

  /** Time until the next read is due. */
  #dueInMs(namespace: Namespace): number {
    if (this.#stale.has(namespace)) return 0;
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
      this.#stale.delete(namespace);
      this.#connections.dispatch({ type: 'balance-requested', namespace });
      return fromAbortable<never>(async (signal) => {
        const request = { address, network: networkOf(state) };
        try {
          const balance = await (this.#batchReads.get(namespace)?.(request, signal) ?? chain.getBalance(request, signal));
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
    }).pipe(finalize(() => this.#connections.dispatch({ type: 'balance-cancelled', namespace })));
  }
}
