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

/** Balances that nobody watched count for 30 s, as the coin's does; after a failure nothing is read for as long. */
const FRESH_MS = 30_000;

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
  readonly chain: Chain;
  readonly address: string;
  readonly assets: readonly AssetId[];
  readonly network: ReturnType<typeof networkOf>;
}

/** Reads the coin of an account. */
type ReadCoin = Chain['getBalance'];

/**
 * Keeps the balances of the host's tokens fresh, of those namespaces that somebody watches. They are read together with the
 * coin, in its rhythm: coin and tokens of an account are one question a minute where the chain can answer both at once.
 */
export class AssetBalancePoll {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;
  readonly #options: OptionsStore;
  readonly #clock: Clock;
  readonly #states = new Map<Namespace, StateSubject<AssetBalancesState>>();
  readonly #readings = new Map<Namespace, Observable<never>>();
  /** What was read last, and when (ms since 1970). */
  readonly #readAt = new Map<Namespace, { readonly key: string; readonly at: number }>();

  constructor(chains: Chains, connections: ConnectionStore, balances: BalanceReader, options: OptionsStore, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#balances = balances;
    this.#options = options;
    this.#clock = clock;
  }

  /** What is known. Reads nothing. */
  current(namespace: Namespace): AssetBalancesState {
    return this.#stateOf(namespace).value;
  }

  /** What is known now and after each change; kept fresh while subscribed. */
  watch(namespace: Namespace): Observable<AssetBalancesState> {
    return merge(
      this.#stateOf(namespace).value$.pipe(takeUntil(this.#connections.disposed$)),
      defer(() => this.#keepFresh(namespace)),
    );
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
      switchMap((subject) => {
        const isSame = subject !== null && this.#readAt.get(namespace)?.key === subject.key;
        if (!isSame) this.#stateOf(namespace).next(NO_ASSET_BALANCES);
        return subject === null ? EMPTY : this.#readAlong(namespace, subject);
      }),
      takeUntil(this.#connections.disposed$),
      finalize(() => this.#readings.delete(namespace)),
      share(),
    );
    this.#readings.set(namespace, reading);
    return reading;
  }

  /** Has the tokens read whenever the coin is, and at once where they are not known or not for long. */
  #readAlong(namespace: Namespace, subject: Subject): Observable<never> {
    return new Observable((subscriber) => {
      const { together } = this.#balances;
      const readBoth: ReadCoin = (request, signal) => {
        const isOurs = request.address === subject.address && request.network.caipNetworkId === subject.network.caipNetworkId;
        // A moment before this is told of the change, or after: then it is the coin's matter alone.
        return isOurs ? this.#read(namespace, subject, signal) : subject.chain.getBalance(request, signal);
      };
      together.set(namespace, readBoth);
      subscriber.add(() => {
        if (together.get(namespace) === readBoth) together.delete(namespace);
      });
      const last = this.#readAt.get(namespace);
      if (last?.key !== subject.key || this.#clock.now() - last.at >= FRESH_MS) this.#balances.refresh(namespace);
      subscriber.add(this.#balances.watch(namespace).subscribe({ error: (defect) => subscriber.error(defect) }));
    });
  }

  /** Reads tokens and coin; what it gives, or fails with, is the coin's. */
  async #read(namespace: Namespace, subject: Subject, signal: AbortSignal): Promise<NativeBalance> {
    const state = this.#stateOf(namespace);
    const keep = (outcome: Pick<AssetBalancesState, 'balances' | 'error'>): void => {
      if (signal.aborted) return;
      this.#readAt.set(namespace, { key: subject.key, at: this.#clock.now() });
      state.next({ ...outcome, pending: false });
    };
    const fail = (error: unknown): void => {
      if (!isLatchkeyError(error)) throw error;
      keep({ balances: state.value.balances, error });
    };
    const stay = onAbort(signal, () => state.next({ ...state.value, pending: false }));
    state.next({ ...state.value, pending: true });
    try {
      return await readBalances(
        subject,
        signal,
        (balances) => {
          keep({ balances, error: null });
        },
        fail,
      );
    } finally {
      stay();
    }
  }

  #subjectOf(namespace: Namespace, state: NamespaceState | undefined): Subject | null {
    const chain = this.#chains.get(namespace);
    if (state?.session == null || chain?.services?.getAssetBalances === undefined) return null;
    const network = networkOf(state);
    const { address } = state.session.accounts[0];
    const { caipNetworkId } = network;
    const assets = tokenAssets(this.#options.current.tokens).filter((asset) => parseAssetId(asset).chainId === caipNetworkId);
    return network.unknown || assets.length === 0 ? null : { key: `${caipNetworkId}:${address}`, chain, address, assets, network };
  }

  #stateOf(namespace: Namespace): StateSubject<AssetBalancesState> {
    const known = this.#states.get(namespace);
    if (known !== undefined) return known;
    const state = new StateSubject(NO_ASSET_BALANCES);
    this.#states.set(namespace, state);
    return state;
  }
}

/** Reads in one question where the chain can, else in two. What is wrong with a token is not held against the coin. */
const readBalances = async (
  { chain, ...request }: Subject,
  signal: AbortSignal,
  tell: (balances: readonly AssetBalance[]) => void,
  fail: (error: unknown) => void,
): Promise<NativeBalance> => {
  const { getBalances, getAssetBalances } = chain.services ?? {};
  if (getBalances === undefined) {
    const coin = chain.getBalance(request, signal);
    await Promise.all([coin, getAssetBalances?.(request, signal).then(tell, fail)]);
    return coin;
  }
  try {
    const { coin, assets } = await getBalances(request, signal);
    tell(assets);
    return coin;
  } catch (error) {
    fail(error);
    if (isOfTheNode(error)) throw error;
    return chain.getBalance(request, signal);
  }
};

/** Whether the nodes could not be read: they could not for the coin alone either. */
const isOfTheNode = (error: unknown): boolean => isLatchkeyError(error) && error.code.startsWith('network/');
