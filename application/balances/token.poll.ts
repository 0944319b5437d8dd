import {
  combineLatest,
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  Subject,
  scan,
  share,
  shareReplay,
  startWith,
  switchMap,
  takeUntil,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NamespaceState, NativeBalance } from '../../domain/connection/connection-state.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { divideHidden, type HiddenBalance, type HiddenToken } from '../../domain/tokens/hidden-tokens.js';
import { areSameTokens, mergeTokens, totalValue } from '../../domain/tokens/merge-tokens.js';
import {
  areSameChanges,
  type PriceChanges,
  priceChanges,
  pricedTokens,
  totalChange,
  withPriceChanges,
} from '../../domain/tokens/price-changes.js';
import { tokenAddress } from '../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import { withLookAlikes } from '../../domain/tokens/token-look-alikes.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { AssetBalance } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { StateSubject } from '../shared/state-subject.js';
import type { AddedTokens } from './added-tokens.js';
import type { AssetBalancePoll } from './asset-balance.poll.js';
import type { BalanceReader } from './balance.reader.js';
import type { HiddenTokens } from './hidden-tokens.js';
import type { ListedTokens, TokenBalancesReader } from './token-balances.reader.js';
import { NO_TOKENS, type TokensState } from './tokens-state.js';
import type { TokenOwner } from './wallet-assets.js';

/** Polling interval. Most polls are answered from the cache of the reader. */
const POLL_MS = 10_000;
/** Interval of reading what the user has added, as of the configured tokens. */
const ADDED_POLL_MS = 60_000;
/** The service asks to be left alone. @see https://datatracker.ietf.org/doc/html/rfc9110#section-15.6.4 */
const SERVICE_UNAVAILABLE = 503;
/** Tokens that a service is asked to read again, of those that are listed. */
const MAX_REFRESHED = 50;

/** State of the list of the wallet or service. */
interface Listing {
  /** `null` before the first read. */
  readonly tokens: readonly TokenBalance[] | null;
  /** The reply that the tokens are of; `null` before the first one. */
  readonly reply: ListedTokens | null;
  readonly pending: boolean;
  readonly error: LatchkeyError | null;
  readonly isListed: boolean;
  readonly isPaused: boolean;
}

const NO_LISTING: Listing = { tokens: null, reply: null, pending: true, error: null, isListed: true, isPaused: false };

/** Everything that the tokens of a state are made of. */
interface Sources {
  readonly coin: NativeBalance | null;
  readonly configured: readonly AssetBalance[] | null;
  /** By the user. */
  readonly added: readonly AssetBalance[];
  readonly listed: readonly TokenBalance[] | null;
  readonly changes: PriceChanges;
  readonly hiddenTokens: readonly HiddenToken[];
}

/** The part of a state that is costly to make, for the sources that it is made of. */
interface Merged extends Pick<TokensState, 'hidden' | 'totalUsd' | 'change24h'> {
  readonly sources: Sources;
  readonly shown: readonly TokenBalance[];
}

interface Target extends TokenOwner {
  readonly key: string;
  readonly coinName: string;
  readonly coinSymbol: string;
}

const targetOf = (namespace: Namespace, state: NamespaceState | undefined): Target | null => {
  if (state?.session == null) return null;
  const network = networkOf(state);
  if (network.unknown) return null;
  const { address } = state.session.accounts[0];
  const chainId = network.caipNetworkId;
  const { name: coinName, symbol: coinSymbol } = network.nativeCurrency;
  return { namespace, chainId, address, key: `${chainId}:${address}`, coinName, coinSymbol };
};

const areSameHidden = (one: readonly HiddenBalance[], other: readonly HiddenBalance[]): boolean =>
  areSameTokens(one, other) && one.every(({ reason }, index) => reason === other[index]?.reason);

/** @param before keeps the identity of lists that stay the same, which makes the next comparison cheap */
const mergeSources = ({ chainId, coinName, coinSymbol }: Target, sources: Sources, before: Merged | null): Merged => {
  const { coin, configured, added, listed, changes, hiddenTokens } = sources;
  const merged = mergeTokens({ chainId, coinName, coin, configured: [...(configured ?? []), ...added], listed: listed ?? [] });
  const { shown, hidden } = divideHidden(withPriceChanges(merged, changes), hiddenTokens);
  // What the user has hidden or reported is not imitated, but may imitate.
  const trusted = { coin: { name: coinName, symbol: coinSymbol }, configured: (configured ?? []).map(({ asset }) => asset) };
  const [markedShown, markedHidden] = [withLookAlikes(shown, trusted), withLookAlikes(hidden, trusted, shown)];
  return {
    sources,
    shown: before !== null && areSameTokens(before.shown, markedShown) ? before.shown : markedShown,
    hidden: before !== null && areSameHidden(before.hidden, markedHidden) ? before.hidden : markedHidden,
    totalUsd: totalValue(shown),
    change24h: totalChange(shown),
  };
};

const areSameBalances = (one: readonly AssetBalance[], other: readonly AssetBalance[]): boolean =>
  one.length === other.length && one.every(({ asset, value }, index) => asset === other[index]?.asset && value === other[index]?.value);

const isSameCoin = (one: NativeBalance | null, other: NativeBalance | null): boolean =>
  one?.value === other?.value && one?.symbol === other?.symbol && one?.decimals === other?.decimals;

const isSameSources = (one: Sources, other: Sources): boolean =>
  isSameCoin(one.coin, other.coin) &&
  one.configured === other.configured &&
  one.added === other.added &&
  one.listed === other.listed &&
  one.changes === other.changes &&
  one.hiddenTokens === other.hiddenTokens;

const isUnavailable = (error: LatchkeyError): boolean =>
  isLatchkeyError(error, 'service/unreachable') && error.context.status === SERVICE_UNAVAILABLE;

const isSameState = (one: TokensState, other: TokensState): boolean =>
  one.items === other.items &&
  one.pending === other.pending &&
  one.isLoading === other.isLoading &&
  one.error === other.error &&
  one.hidden === other.hidden &&
  one.totalUsd === other.totalUsd &&
  one.change24h === other.change24h &&
  one.isListed === other.isListed &&
  one.isPaused === other.isPaused;

/**
 * Polls the tokens of connected accounts, in namespaces with a subscriber: every ten seconds while the web page is visible. Subscribers of a
 * namespace share one poll.
 */
export class TokenPoll {
  readonly #reader: TokenBalancesReader;
  readonly #assets: AssetBalancePoll;
  readonly #balances: BalanceReader;
  readonly #hidden: HiddenTokens;
  readonly #added: AddedTokens;
  readonly #connections: ConnectionStore;
  readonly #browser: Browser;
  readonly #clock: Clock;
  readonly #refresh = new Subject<Namespace>();
  readonly #states = new Map<Namespace, StateSubject<TokensState>>();
  /** Keys of the accounts and networks whose state is held. */
  readonly #shown = new Map<Namespace, string>();
  readonly #addedKnown = new Map<Namespace, { readonly key: string; readonly balances: readonly AssetBalance[] }>();
  readonly #listings = new Map<Namespace, { readonly key: string; readonly listing: Listing }>();
  readonly #polls = new Map<Namespace, Observable<never>>();

  constructor(
    reader: TokenBalancesReader,
    assets: AssetBalancePoll,
    balances: BalanceReader,
    hidden: HiddenTokens,
    added: AddedTokens,
    connections: ConnectionStore,
    browser: Browser,
    clock: Clock,
  ) {
    this.#reader = reader;
    this.#assets = assets;
    this.#balances = balances;
    this.#hidden = hidden;
    this.#added = added;
    this.#connections = connections;
    this.#browser = browser;
    this.#clock = clock;
    balances.moved$.pipe(takeUntil(connections.disposed$)).subscribe((namespace) => this.#markStale(namespace));
  }

  /** The current state. Reads nothing. */
  current(namespace: Namespace): TokensState {
    return this.#isShown(namespace) ? this.#stateOf(namespace).value : NO_TOKENS;
  }

  /** The current state, then each change; polls while subscribed. */
  watch(namespace: Namespace): Observable<TokensState> {
    return merge(
      defer(() => {
        this.#show(namespace, this.#targetOf(namespace));
        return this.#stateOf(namespace).value$;
      }).pipe(takeUntil(this.#connections.disposed$)),
      defer(() => this.#keepFresh(namespace)),
    );
  }

  /** Reads tokens and coin anew: now, or on the next subscription. */
  refresh(namespace: Namespace): void {
    if (this.#targetOf(namespace) !== null) this.#balances.refreshAll(namespace);
  }

  /** Reads tokens anew: now, or on the next subscription. */
  #markStale(namespace: Namespace): void {
    const target = this.#targetOf(namespace);
    if (target === null) return;
    const listed = this.#listingOf(target).tokens ?? [];
    const refreshed = listed.slice(0, MAX_REFRESHED).map(({ chainId, asset }): AccountId => tokenAddress(chainId, asset));
    this.#reader.refresh(target, refreshed);
    this.#listings.set(namespace, { key: target.key, listing: { ...this.#listingOf(target), isPaused: false } });
    this.#refresh.next(namespace);
  }

  #keepFresh(namespace: Namespace): Observable<never> {
    const existing = this.#polls.get(namespace);
    if (existing !== undefined) return existing;
    const poll = this.#connections.state$.pipe(
      map(({ namespaces }) => targetOf(namespace, namespaces[namespace])),
      distinctUntilChanged((one, other) => one?.key === other?.key),
      tap((target) => this.#show(namespace, target)),
      switchMap((target) => (target === null ? EMPTY : this.#tokens(target))),
      tap((state) => this.#set(namespace, state)),
      ignoreElements(),
      takeUntil(this.#connections.disposed$),
      finalize(() => {
        this.#polls.delete(namespace);
        this.#set(namespace, { ...this.#stateOf(namespace).value, pending: false, isLoading: false });
      }),
      share(),
    );
    this.#polls.set(namespace, poll);
    return poll;
  }

  /** Tokens of all sources. The list keeps its items until it is known to be another. */
  #tokens(target: Target): Observable<TokensState> {
    const { namespace } = target;
    const listing$ = this.#listing(target).pipe(shareReplay({ bufferSize: 1, refCount: true }));
    let merged: Merged | null = null;
    const sources$ = combineLatest([
      this.#balances.watch(namespace),
      this.#assets.watch(namespace),
      listing$,
      this.#changes(target, listing$),
      this.#hidden.list$,
      this.#addedBalances(target),
    ]);
    return sources$.pipe(
      map(([{ balance: coin, loading }, { balances: configured, pending }, listing, changes, hiddenTokens, added]): TokensState => {
        const { tokens, error, isListed, isPaused } = listing;
        const sources: Sources = { coin, configured, added, listed: tokens, changes, hiddenTokens };
        // A list may be long: most emissions are about its sources, and change nothing in it.
        if (merged === null || !isSameSources(merged.sources, sources)) merged = mergeSources(target, sources, merged);
        const { shown, hidden, totalUsd, change24h } = merged;
        const isEmpty = coin === null && configured === null && tokens === null;
        const isPending = listing.pending || pending || loading;
        // What is not read yet is not nothing.
        const items = isEmpty || (shown.length === 0 && isPending && tokens === null) ? null : shown;
        const isLoading = tokens === null && error === null && listing.pending;
        return { items, hidden, pending: isPending, isLoading, error, totalUsd, change24h, isListed, isPaused };
      }),
    );
  }

  /** Balances of the tokens that the user has added. They stay as they are known if a read fails. */
  #addedBalances({ namespace, chainId, key }: Target): Observable<readonly AssetBalance[]> {
    const reads$ = (assets: readonly AssetId[]): Observable<readonly AssetBalance[]> =>
      this.#whileWatched(namespace, timer(0, ADDED_POLL_MS, this.#clock.scheduler)).pipe(
        exhaustMap(() =>
          fromAbortable<readonly AssetBalance[]>(async (signal, emit) => {
            try {
              emit(await this.#added.read(namespace, assets, signal));
            } catch (error) {
              signal.throwIfAborted();
              if (!isLatchkeyError(error)) throw error;
            }
          }),
        ),
        tap((balances) => this.#addedKnown.set(namespace, { key, balances })),
      );
    const known = this.#addedKnown.get(namespace);
    return this.#added.on$(chainId).pipe(
      switchMap((assets) => (assets.length === 0 ? of([]) : reads$(assets))),
      startWith(known?.key === key ? known.balances : []),
      distinctUntilChanged(areSameBalances),
    );
  }

  /** Subscribes to a poll while the page is visible, and again with each refresh. */
  #whileWatched<T>(namespace: Namespace, poll$: Observable<T>): Observable<T> {
    return this.#refresh.pipe(
      filter((each) => each === namespace),
      startWith(null),
      switchMap(() => this.#browser.visible$.pipe(switchMap((isVisible) => (isVisible ? poll$ : EMPTY)))),
    );
  }

  /** Price changes for each reply, without those of tokens that are hidden; none until they are read. */
  #changes(target: Target, listing$: Observable<Listing>): Observable<PriceChanges> {
    const tokens$ = listing$.pipe(
      distinctUntilChanged((one, other) => one.reply === other.reply),
      map(({ tokens }) => tokens ?? []),
    );
    return combineLatest([tokens$, this.#hidden.list$]).pipe(
      map(([tokens, hidden]) => pricedTokens(divideHidden(tokens, hidden).shown)),
      switchMap((priced) =>
        fromAbortable<PriceChanges>(async (signal, emit) => emit(priceChanges(priced, await this.#reader.prices(target, priced, signal)))),
      ),
      startWith<PriceChanges>(new Map()),
      distinctUntilChanged(areSameChanges),
    );
  }

  #listing(target: Target): Observable<Listing> {
    const { namespace, key } = target;
    const isDone = (): boolean => this.#listingOf(target).isPaused;
    const poll$ = timer(0, POLL_MS, this.#clock.scheduler).pipe(
      takeWhile(() => !isDone()),
      exhaustMap(() => this.#read(target)),
    );
    const changes$ = this.#whileWatched(namespace, poll$);
    return concat(
      defer(() => {
        const listing = this.#listingOf(target);
        return of({ ...listing, pending: !isDone() && (listing.tokens === null || this.#reader.sendsRequest(target)) });
      }),
      changes$.pipe(
        scan((listing, change): Listing => ({ ...listing, ...change }), this.#listingOf(target)),
        tap((listing) => this.#listings.set(namespace, { key, listing })),
      ),
    );
  }

  #read(target: Target): Observable<Partial<Listing>> {
    const result$ = fromAbortable<Partial<Listing>>(async (signal, emit) => {
      try {
        const reply = await this.#reader.read(target, signal);
        const { tokens: before } = this.#listingOf(target);
        // The list of the reply before, if nothing has changed: a long one is costly to merge.
        const tokens = before !== null && areSameTokens(before, reply.tokens) ? before : reply.tokens;
        emit({ tokens, reply, pending: false, error: null, isListed: reply.isSupported, isPaused: false });
      } catch (error) {
        if (signal.aborted) return;
        if (!isLatchkeyError(error)) throw error;
        emit({ pending: false, error, isPaused: isUnavailable(error) });
      }
    });
    // An answer from the cache is there at once.
    return this.#reader.sendsRequest(target) ? result$.pipe(startWith({ pending: true, isPaused: false })) : result$;
  }

  #listingOf({ namespace, key }: Target): Listing {
    const last = this.#listings.get(namespace);
    return last?.key === key ? last.listing : NO_LISTING;
  }

  #targetOf(namespace: Namespace): Target | null {
    return targetOf(namespace, this.#connections.state.namespaces[namespace]);
  }

  /** Tests for a state of the account that is connected now. */
  #isShown(namespace: Namespace): boolean {
    return this.#shown.get(namespace) === this.#targetOf(namespace)?.key;
  }

  /** Drops the state of another account or network. */
  #show(namespace: Namespace, target: Target | null): void {
    if (this.#shown.get(namespace) === target?.key) return;
    if (target === null) this.#shown.delete(namespace);
    else this.#shown.set(namespace, target.key);
    this.#set(namespace, NO_TOKENS);
  }

  #set(namespace: Namespace, next: TokensState): void {
    const state = this.#stateOf(namespace);
    const { items, hidden } = state.value;
    const isSame = items !== null && next.items !== null && areSameTokens(items, next.items);
    const merged = { ...next, ...(isSame ? { items } : {}), ...(areSameHidden(hidden, next.hidden) ? { hidden } : {}) };
    if (!isSameState(state.value, merged)) state.next(merged);
  }

  #stateOf(namespace: Namespace): StateSubject<TokensState> {
    const existing = this.#states.get(namespace);
    if (existing !== undefined) return existing;
    const state = new StateSubject(NO_TOKENS);
    this.#states.set(namespace, state);
    return state;
  }
}
