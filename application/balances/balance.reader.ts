import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  map,
  merge,
  Observable,
  Subject,
  share,
  switchMap,
  timer,
} from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState, NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chain, Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import { token } from '../shared/token.js';

/** At most one read a minute while nothing happens. */
const POLL_MS = 60_000;
/** After a failure nothing is read for 30 s (specification, section 5), unless the person asks. */
const RETRY_BLOCK_MS = 30_000;

const IDLE: BalanceState = { loading: false, balance: null, lastRetry: null };

/**
 * Keeps native balances fresh, but only those that somebody watches: read at once when the account or network changes,
 * then once a minute while the page is visible. All watchers of a namespace share one reading.
 */
export class BalanceReader {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #refresh = new Subject<Namespace>();
  readonly #readings = new Map<Namespace, Observable<never>>();

  constructor(chains: Chains, connections: ConnectionStore, browser: Browser, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#browser = browser;
    this.#clock = clock;
  }

  /** The balance's state now and after each change; the balance is kept fresh while subscribed. */
  watch(namespace: Namespace): Observable<BalanceState> {
    return merge(
      this.#connections.state$.pipe(
        map((state) => state.namespaces[namespace]?.balance ?? IDLE),
        distinctUntilChanged(),
      ),
      this.#keepFresh(namespace),
    );
  }

  /** Reads again now, where somebody watches: after a transaction, or because the person asked. */
  refresh(namespace: Namespace): void {
    this.#refresh.next(namespace);
  }

  #keepFresh(namespace: Namespace): Observable<never> {
    const shared = this.#readings.get(namespace);
    if (shared !== undefined) return shared;
    const chain = this.#chains.get(namespace);
    const subject = (state: NamespaceState | undefined): string | null =>
      state?.session == null || networkOf(state).unknown ? null : `${state.session.chainId}:${state.session.accounts[0].address}`;
    const subject$ = this.#connections.state$.pipe(
      map((state) => subject(state.namespaces[namespace])),
      distinctUntilChanged(),
    );
    const asked$ = this.#refresh.pipe(
      filter((other) => other === namespace),
      map(() => true),
    );
    const reading =
      chain === undefined
        ? EMPTY
        : combineLatest([subject$, this.#browser.visible$]).pipe(
            switchMap(([watched, visible]) => {
              if (watched === null || !visible) return EMPTY;
              const poll$ = timer(0, POLL_MS, this.#clock.scheduler).pipe(map(() => false));
              return merge(poll$, asked$).pipe(exhaustMap((asked) => this.#read(chain, asked)));
            }),
            finalize(() => this.#readings.delete(namespace)),
            share(),
          );
    this.#readings.set(namespace, reading);
    return reading;
  }

  #read(chain: Chain, asked: boolean): Observable<never> {
    const { namespace } = chain;
    const state = this.#connections.state.namespaces[namespace];
    const session = state?.session;
    if (state === undefined || session == null) return EMPTY;
    const { lastRetry } = state.balance;
    if (!asked && lastRetry !== null && this.#clock.now() - lastRetry < RETRY_BLOCK_MS) return EMPTY;
    const { address } = session.accounts[0];
    const { chainId } = session;
    return new Observable((subscriber) => {
      const controller = new AbortController();
      this.#connections.dispatch({ type: 'balance-requested', namespace });
      chain.getBalance({ address, network: networkOf(state) }, controller.signal).then(
        (balance) => {
          this.#connections.dispatch({ type: 'balance-loaded', namespace, address, chainId, balance });
          subscriber.complete();
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          this.#connections.dispatch({ type: 'balance-failed', namespace, address, chainId, at: this.#clock.now() });
          if (isLatchkeyError(error)) subscriber.complete();
          else subscriber.error(error);
        },
      );
      return () => controller.abort();
    });
  }
}

export const BALANCE_READER = token<BalanceReader>('BalanceReader');
