import { distinctUntilChanged, EMPTY, filter, finalize, map, Observable } from 'rxjs';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { tokenAssets } from '../../domain/tokens/token-assets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { AssetBalance, ChainServices } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { Current } from '../shared/current.js';
import { elapsed } from '../shared/elapsed.js';
import { ended } from '../shared/ended.js';
import { latest } from '../shared/latest.js';
import { nowAndOn } from '../shared/now-and-on.js';
import type { OptionsStore } from '../shared/options.store.js';
import { shared } from '../shared/shared.js';
import { until } from '../shared/until.js';
import type { BalanceReader } from './balance.reader.js';

/** At most one read a minute while nothing happens. */
const POLL_MS = 60_000;

/** Balances of the configured tokens of one account on one chain. */
export interface AssetBalancesState {
  /** In the order of the option `tokens`; those of the last read while the next is under way. */
  readonly balances: readonly AssetBalance[];
  readonly pending: boolean;
  /** Why the last read failed. */
  readonly error: LatchkeyError | null;
}

/** Nothing is known, and nothing asked for. */
export const NO_ASSET_BALANCES: AssetBalancesState = { balances: [], pending: false, error: null };

/** What is read: these tokens of this account, on the chain that it is on. */
interface Subject {
  readonly key: string;
  readonly address: string;
  readonly assets: readonly AssetId[];
  readonly network: ReturnType<typeof networkOf>;
  readonly read: ChainServices['getAssetBalances'];
}

/**
 * Keeps the balances of the host's tokens fresh, of those namespaces that somebody watches: all tokens of a chain in one
 * question, at once when the account or network changes, then once a minute while the page is visible.
 */
export class AssetBalancePoll {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;
  readonly #options: OptionsStore;
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #states = new Map<Namespace, Current<AssetBalancesState>>();
  readonly #readings = new Map<Namespace, Observable<never>>();
  /** What was read last, and when (ms since 1970). */
  readonly #readAt = new Map<Namespace, { readonly key: string; readonly at: number }>();

  constructor(
    chains: Chains,
    connections: ConnectionStore,
    balances: BalanceReader,
    options: OptionsStore,
    browser: Browser,
    clock: Clock,
  ) {
    this.#chains = chains;
    this.#connections = connections;
    this.#balances = balances;
    this.#options = options;
    this.#browser = browser;
    this.#clock = clock;
  }

  /** What is known. Reads nothing. */
  current(namespace: Namespace): AssetBalancesState {
    return this.#stateOf(namespace).value;
  }

  /** What is known now and after each change; kept fresh while subscribed. */
  watch(namespace: Namespace): Observable<AssetBalancesState> {
    return new Observable((subscriber) => {
      subscriber.add(
        this.#stateOf(namespace)
          .value$.pipe(until(ended(this.#connections.state$)))
          .subscribe(subscriber),
      );
      subscriber.add(this.#keepFresh(namespace).subscribe({ error: (defect) => subscriber.error(defect) }));
    });
  }

  #keepFresh(namespace: Namespace): Observable<never> {
    const known = this.#readings.get(namespace);
    if (known !== undefined) return known;
    const { state$ } = this.#connections;
    const subject$ = state$.pipe(
      map(({ namespaces }) => this.#subjectOf(namespace, namespaces[namespace])),
      distinctUntilChanged((a, b) => a?.key === b?.key),
    );
    const reading = subject$.pipe(
      latest((subject) => {
        const isSame = subject !== null && this.#readAt.get(namespace)?.key === subject.key;
        if (!isSame) this.#stateOf(namespace).set(NO_ASSET_BALANCES);
        return subject === null
          ? EMPTY
          : this.#browser.visible$.pipe(latest((visible) => (visible ? this.#poll(namespace, subject) : EMPTY)));
      }),
      until(ended(state$)),
      finalize(() => this.#readings.delete(namespace)),
      shared,
    );
    this.#readings.set(namespace, reading);
    return reading;
  }

  /** Reads once a minute, and anew when what was read is said to be outdated. A read under way is not asked again. */
  #poll(namespace: Namespace, subject: Subject): Observable<never> {
    const outdated$ = this.#balances.refreshed$.pipe(filter((each) => each === namespace));
    const dueInMs = this.#dueInMs(namespace, subject);
    let hasBegun = false;
    return nowAndOn(outdated$).pipe(
      latest(() => {
        const due$ = elapsed(hasBegun ? 0 : dueInMs, this.#clock, POLL_MS);
        hasBegun = true;
        let isReading = false;
        return due$.pipe(
          filter(() => !isReading),
          latest(() => {
            isReading = true;
            return this.#read(namespace, subject).pipe(
              finalize(() => {
                isReading = false;
              }),
            );
          }),
        );
      }),
    );
  }

  #dueInMs(namespace: Namespace, { key }: Subject): number {
    const last = this.#readAt.get(namespace);
    return last?.key === key ? Math.min(POLL_MS, Math.max(0, last.at + POLL_MS - this.#clock.now())) : 0;
  }

  #read(namespace: Namespace, { key, read, ...request }: Subject): Observable<never> {
    const state = this.#stateOf(namespace);
    return new Observable((subscriber) => {
      const controller = new AbortController();
      const { signal } = controller;
      const isOver = (): boolean => {
        if (!signal.aborted) this.#readAt.set(namespace, { key, at: this.#clock.now() });
        return signal.aborted;
      };
      state.set({ ...state.value, pending: true });
      read(request, signal).then(
        (balances) => {
          if (isOver()) return;
          state.set({ balances, pending: false, error: null });
          subscriber.complete();
        },
        (error: unknown) => {
          if (isOver()) return;
          if (!isLatchkeyError(error)) return subscriber.error(error);
          state.set({ ...state.value, pending: false, error });
          subscriber.complete();
        },
      );
      return () => {
        controller.abort();
        if (state.value.pending) state.set({ ...state.value, pending: false });
      };
    });
  }

  #subjectOf(namespace: Namespace, state: NamespaceState | undefined): Subject | null {
    const read = this.#chains.get(namespace)?.services?.getAssetBalances;
    if (state?.session == null || read === undefined) return null;
    const network = networkOf(state);
    const { address } = state.session.accounts[0];
    const { caipNetworkId } = network;
    const assets = tokenAssets(this.#options.current.tokens).filter((asset) => parseAssetId(asset).chainId === caipNetworkId);
    return network.unknown || assets.length === 0 ? null : { key: `${caipNetworkId}:${address}`, address, assets, network, read };
  }

  #stateOf(namespace: Namespace): Current<AssetBalancesState> {
    const known = this.#states.get(namespace);
    if (known !== undefined) return known;
    const state = new Current(NO_ASSET_BALANCES);
    this.#states.set(namespace, state);
    return state;
  }
}
