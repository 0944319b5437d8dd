import { defer, distinctUntilChanged, EMPTY, finalize, map, merge, Observable, share, switchMap, takeUntil } from 'rxjs';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState, NativeBalance } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { tokenAssets } from '../../domain/tokens/token-assets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chain, Chains } from '../ports/chain.port.js';
import type { AssetBalance } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { onAbort } from '../shared/on-abort.js';
import type { OptionsStore } from '../shared/options.store.js';
import { StateSubject } from '../shared/state-subject.js';
import type { BalanceReader } from './balance.reader.js';

/** Balances without a subscriber are stale after 30 s, like the native balance; after a failure, reads pause for the same time. */
const STALE_TIME_MS = 30_000;

/** Token balances of one account on one chain. */
export interface AssetBalancesState {
  /** In the order of the option `tokens`; `null` before the first read, empty if no token of the network is configured. */
  readonly balances: readonly AssetBalance[] | null;
  readonly pending: boolean;
  /** Error of the last read. */
  readonly error: LatchkeyError | null;
}

/** Initial state, without a read. */
export const NO_ASSET_BALANCES: AssetBalancesState = { balances: null, pending: false, error: null };

/** An account on its current chain and the tokens to read. */
interface ReadTarget {
  readonly key: string;
  readonly chain: Chain;
  readonly address: string;
  readonly assets: readonly AssetId[];
  readonly network: ReturnType<typeof networkOf>;
}

const isReadTarget = (target: ReadTarget | 'no-tokens' | null): target is ReadTarget => target !== null && target !== 'no-tokens';

const keyOf = (target: ReadTarget | 'no-tokens' | null): string | null => (isReadTarget(target) ? target.key : target);

/** Reads the native balance of an account. */
type ReadCoin = Chain['getBalance'];

/**
 * Polls the balances of the configured tokens, in namespaces with a subscriber. They are read together with the native balance, at
 * its interval: one request a minute if the chain supports `getBalances`.
 */
export class AssetBalancePoll {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;
  readonly #options: OptionsStore;
  readonly #clock: Clock;
  readonly #states = new Map<Namespace, StateSubject<AssetBalancesState>>();
  readonly #readings = new Map<Namespace, Observable<never>>();
  /** Key and time (ms since the Unix epoch) of the last read. */
  readonly #readAt = new Map<Namespace, { readonly key: string; readonly at: number }>();

  constructor(chains: Chains, connections: ConnectionStore, balances: BalanceReader, options: OptionsStore, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#balances = balances;
    this.#options = options;
    this.#clock = clock;
  }

  /** The current state. Reads nothing. */
  current(namespace: Namespace): AssetBalancesState {
    return this.#stateOf(namespace).value;
  }

  /** The current state, then each change; polls while subscribed. */
  watch(namespace: Namespace): Observable<AssetBalancesState> {
    return merge(
      this.#stateOf(namespace).value$.pipe(takeUntil(this.#connections.disposed$)),
      defer(() => this.#keepFresh(namespace)),
    );
  }

  #keepFresh(namespace: Namespace): Observable<never> {
    const existing = this.#readings.get(namespace);
    if (existing !== undefined) return existing;
    const { state$ } = this.#connections;
    const target$ = state$.pipe(
      map(({ namespaces }) => this.#targetOf(namespace, namespaces[namespace])),
      distinctUntilChanged((a, b) => keyOf(a) === keyOf(b)),
    );
    const reading = target$.pipe(
      switchMap((target) => {
        const isSame = isReadTarget(target) && this.#readAt.get(namespace)?.key === target.key;
        if (target === 'no-tokens') this.#stateOf(namespace).next({ ...NO_ASSET_BALANCES, balances: [] });
        else if (!isSame) this.#stateOf(namespace).next(NO_ASSET_BALANCES);
        return !isReadTarget(target) ? EMPTY : this.#readWithCoin(namespace, target);
      }),
      takeUntil(this.#connections.disposed$),
      finalize(() => this.#readings.delete(namespace)),
      share(),
    );
    this.#readings.set(namespace, reading);
    return reading;
  }

  /** Reads the tokens whenever the native balance is read, and immediately if they are missing or stale. */
  #readWithCoin(namespace: Namespace, target: ReadTarget): Observable<never> {
    return new Observable((subscriber) => {
      const { batchReads } = this.#balances;
      const readBoth: ReadCoin = (request, signal) => {
        const isOurs = request.address === target.address && request.network.caipNetworkId === target.network.caipNetworkId;
        // Account or network may have changed before this target is replaced: then only the native balance is read.
        return isOurs ? this.#read(namespace, target, signal) : target.chain.getBalance(request, signal);
      };
      batchReads.set(namespace, readBoth);
      subscriber.add(() => {
        if (batchReads.get(namespace) === readBoth) batchReads.delete(namespace);
      });
      const last = this.#readAt.get(namespace);
      if (last?.key !== target.key || this.#clock.now() - last.at >= STALE_TIME_MS) this.#balances.refresh(namespace);
      subscriber.add(this.#balances.watch(namespace).subscribe({ error: (error) => subscriber.error(error) }));
    });
  }

  /** Reads tokens and native balance; resolves and rejects with the outcome of the native balance. */
  async #read(namespace: Namespace, target: ReadTarget, signal: AbortSignal): Promise<NativeBalance> {
    const state = this.#stateOf(namespace);
    const setOutcome = (outcome: Pick<AssetBalancesState, 'balances' | 'error'>): void => {
      if (signal.aborted) return;
      this.#readAt.set(namespace, { key: target.key, at: this.#clock.now() });
      state.next({ ...outcome, pending: false });
    };
    const fail = (error: unknown): void => {
      if (!isLatchkeyError(error)) throw error;
      setOutcome({ balances: state.value.balances, error });
    };
    const removeAbortListener = onAbort(signal, () => state.next({ ...state.value, pending: false }));
    state.next({ ...state.value, pending: true });
    try {
      return await readBalances(
        target,
        signal,
        (balances) => {
          setOutcome({ balances, error: null });
        },
        fail,
      );
    } finally {
      removeAbortListener();
    }
  }

  #targetOf(namespace: Namespace, state: NamespaceState | undefined): ReadTarget | 'no-tokens' | null {
    const chain = this.#chains.get(namespace);
    if (state?.session == null || chain?.services?.getAssetBalances === undefined) return null;
    const network = networkOf(state);
    const { address } = state.session.accounts[0];
    const { caipNetworkId } = network;
    const assets = tokenAssets(this.#options.current.tokens).filter((asset) => parseAssetId(asset).chainId === caipNetworkId);
    if (assets.length === 0) return 'no-tokens';
    return network.unknown ? null : { key: `${caipNetworkId}:${address}`, chain, address, assets, network };
  }

  #stateOf(namespace: Namespace): StateSubject<AssetBalancesState> {
    const existing = this.#states.get(namespace);
    if (existing !== undefined) return existing;
    const state = new StateSubject(NO_ASSET_BALANCES);
    this.#states.set(namespace, state);
    return state;
  }
}

/** Reads in one request if the chain supports it, else in two. A failed token read does not fail the native balance. */
const readBalances = async (
  { chain, ...request }: ReadTarget,
  signal: AbortSignal,
  emit: (balances: readonly AssetBalance[]) => void,
  fail: (error: unknown) => void,
): Promise<NativeBalance> => {
  const { getBalances, getAssetBalances } = chain.services ?? {};
  if (getBalances === undefined) {
    const coin = chain.getBalance(request, signal);
    await Promise.all([coin, getAssetBalances?.(request, signal).then(emit, fail)]);
    return coin;
  }
  try {
    const { coin, assets } = await getBalances(request, signal);
    emit(assets);
    return coin;
  } catch (error) {
    fail(error);
    if (isNetworkError(error)) throw error;
    return chain.getBalance(request, signal);
  }
};

/** Returns true if the node could not be read, so that reading the native balance alone would fail too. */
const isNetworkError = (error: unknown): boolean => isLatchkeyError(error) && error.code.startsWith('network/');
