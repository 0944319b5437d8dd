import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  Subject,
  share,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, formatAccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { activeNetworkOf, networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { SwapToken } from '../../domain/swap/parse-swap.js';
import { isSwapNetwork } from '../../domain/swap/swap-networks.js';
import { NO_READING, quotedAmount, type SwapOffer, type SwapReading } from '../../domain/swap/swap-state.js';
import { isSameAsset, tokenAddress } from '../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { TokenPoll } from '../balances/token.poll.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Browser } from '../ports/browser.port.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import { isSponsoredAccount } from '../send/send-fee-estimates.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { StateSubject } from '../shared/state-subject.js';
import type { SwapForm } from './swap-form.js';

/** Debounce of quotes while the user types (specification, section 9). */
const DEBOUNCE_MS = 200;
/** Prices change with each block (specification, section 9). */
const REFRESH_MS = 10_000;

/** Dependencies of {@link SwapQuotes}. */
export interface SwapQuotesDeps {
  readonly form: Pick<SwapForm, 'current' | 'state$'>;
  readonly tokens: Pick<TokenPoll, 'current' | 'watch'>;
  readonly balances: Pick<BalanceReader, 'current' | 'watch' | 'refresh'>;
  readonly connections: Pick<ConnectionStore, 'state' | 'state$'>;
  readonly chains: Chains;
  readonly api: Pick<BlockchainApi, 'swapQuotes' | 'gasPrices' | 'allowance' | 'prices'>;
  readonly browser: Pick<Browser, 'visible$'>;
  readonly clock: Clock;
}

/** A swap to quote. */
interface QuoteInput {
  readonly account: AccountId;
  readonly source: SwapToken;
  readonly target: SwapToken;
  readonly amount: bigint;
  /** Of everything, which changes with the network fee. */
  readonly isMax: boolean;
}

/** A token of an account. */
interface OwnedAsset {
  readonly asset: AssetId;
  readonly address: string;
  readonly network: Network;
}

const isSameOwned = (one: OwnedAsset | null, other: OwnedAsset | null): boolean =>
  one?.asset === other?.asset && one?.address === other?.address && one?.network === other?.network;

const keyOf = (input: QuoteInput | null): string =>
  input === null ? '' : [input.account, input.source.asset, input.target.asset, input.isMax ? 'max' : input.amount].join(' ');

const NO_OFFER: Partial<SwapReading> = { offer: null, isQuoting: false, quoteError: null };

/** Reads gas price and quote of the swap that the user enters, while it is watched and the web page visible: with each change, and every ten seconds. */
export class SwapQuotes {
  readonly #deps: SwapQuotesDeps;
  readonly #state = new StateSubject<SwapReading>(NO_READING);
  readonly #refresh = new Subject<void>();
  readonly #following$: Observable<never>;
  /** Key of the input that the offer is of. */
  #key = '';
  /** What the gas price and the balance are of: they are kept when the next view watches. */
  #gasPriceOf: ChainId | null = null;
  #balanceOf: OwnedAsset | null = null;

  constructor(deps: SwapQuotesDeps) {
    this.#deps = deps;
    this.#following$ = merge(this.#gasPrices(), this.#coin(), this.#balances(), this.#offers()).pipe(ignoreElements(), share());
  }

  get current(): SwapReading {
    const { value } = this.#state;
    // The form may have changed while no one watched.
    return value.offer === null || this.#key === keyOf(this.#input()) ? value : { ...value, offer: null };
  }

  /** The current reading, then each change; reads while subscribed. */
  watch(): Observable<SwapReading> {
    return merge(this.#state.value$, this.#following$);
  }

  /** Reads the quote again now. */
  refresh(): void {
    this.#refresh.next();
  }

  #gasPrices(): Observable<unknown> {
    return this.#deps.connections.state$.pipe(
      map((state) => activeNetworkOf(state)?.caipNetworkId ?? null),
      distinctUntilChanged(),
      tap((chainId) => {
        if (chainId !== this.#gasPriceOf) this.#set({ gasPrice: null });
        this.#gasPriceOf = chainId;
      }),
      switchMap((chainId) => (chainId === null || !isSwapNetwork(chainId) ? EMPTY : this.#poll(0, () => this.#readGasPrice(chainId)))),
    );
  }

  /** Balance of the coin, which pays the network fee. It is read when it is watched, and with each quote from then on. */
  #coin(): Observable<unknown> {
    const { browser, clock, balances } = this.#deps;
    return browser.visible$.pipe(
      switchMap((isVisible) => (isVisible ? timer(REFRESH_MS, REFRESH_MS, clock.scheduler) : NEVER)),
      tap(() => balances.refresh('eip155')),
    );
  }

  /** Balance of the token that is given, from the chain. */
  #balances(): Observable<unknown> {
    const { form, connections } = this.#deps;
    return combineLatest([form.state$, connections.state$]).pipe(
      map(([{ source }, { namespaces }]) => {
        const address = namespaces.eip155?.session?.accounts[0].address;
        const network = namespaces.eip155 === undefined ? undefined : networkOf(namespaces.eip155);
        return source?.asset == null || address === undefined || network === undefined ? null : { asset: source.asset, address, network };
      }),
      distinctUntilChanged(isSameOwned),
      tap((owned) => {
        if (!isSameOwned(owned, this.#balanceOf)) this.#set({ chainBalance: null });
        this.#balanceOf = owned;
      }),
      switchMap((owned) =>
        owned === null
          ? EMPTY
          : this.#refresh.pipe(
              startWith(null),
              switchMap(() => this.#poll(0, () => this.#readBalance(owned))),
            ),
      ),
    );
  }

  #offers(): Observable<unknown> {
    const { form, connections } = this.#deps;
    return connections.state$.pipe(
      map(({ activeNamespace }) => activeNamespace),
      distinctUntilChanged(),
      switchMap((namespace) =>
        combineLatest([
          form.state$,
          this.#state.value$.pipe(
            distinctUntilChanged((one, other) => one.gasPrice === other.gasPrice && one.chainBalance === other.chainBalance),
          ),
          this.#deps.tokens.watch(namespace),
          this.#deps.balances.watch(namespace),
          connections.state$,
        ]),
      ),
      map(() => this.#input()),
      distinctUntilChanged((one, other) => keyOf(one) === keyOf(other)),
      switchMap((input) => {
        const isKnown = this.#key === keyOf(input);
        this.#key = keyOf(input);
        if (input === null) return of(this.#set(NO_OFFER));
        // The offer of another amount is not one of this.
        this.#set(isKnown ? { isQuoting: true } : { ...NO_OFFER, isQuoting: true });
        return this.#refresh.pipe(
          startWith(null),
          switchMap((requested) => {
            if (requested !== null) this.#set({ isQuoting: true });
            return this.#poll(requested === null ? DEBOUNCE_MS : 0, () => this.#readOffer(this.#input() ?? input));
          }),
        );
      }),
    );
  }

  /** Runs reads one after the other while the web page is visible. */
  #poll(delayMs: number, read: () => Observable<unknown>): Observable<unknown> {
    const { browser, clock } = this.#deps;
    return browser.visible$.pipe(
      switchMap((isVisible) => (isVisible ? timer(delayMs, REFRESH_MS, clock.scheduler).pipe(exhaustMap(read)) : NEVER)),
    );
  }

  #input(): QuoteInput | null {
    const { form, tokens, balances, connections } = this.#deps;
    const { activeNamespace: namespace, namespaces } = connections.state;
    const session = namespaces[namespace]?.session;
    const { source, target, isMax } = form.current;
    if (session == null || source === null || target === null || !isSwapNetwork(source.chainId)) return null;
    const amount = quotedAmount({
      form: form.current,
      reading: this.#state.value,
      list: { tokens: null, tokensError: null },
      held: tokens.current(namespace).items,
      coin: balances.current(namespace).balance,
      isSponsored: isSponsoredAccount(connections.state),
    });
    const account = formatAccountId(source.chainId, session.accounts[0].address);
    return amount === null ? null : { account, source, target, amount, isMax };
  }

  #readGasPrice(chainId: ChainId): Observable<void> {
    return fromAbortable<void>(async (signal, emit) => {
      const prices = await this.#deps.api.gasPrices(chainId, signal).catch(ignored(signal));
      // A price that is known stays so after a failure.
      if (prices !== null) emit(this.#set({ gasPrice: prices.standard }));
    });
  }

  #readBalance({ asset, address, network }: OwnedAsset): Observable<void> {
    return fromAbortable<void>(async (signal, emit) => {
      const read = this.#deps.chains.get('eip155')?.services?.getAssetBalances;
      const balances = await read?.({ address, assets: [asset], network }, signal).catch(ignored(signal));
      const value = balances?.[0]?.value;
      if (value !== undefined) emit(this.#set({ chainBalance: { asset, value } }));
    });
  }

  #readOffer(input: QuoteInput): Observable<void> {
    return fromAbortable<void>(async (signal, emit) => {
      try {
        const offer = await this.#quote(input, signal);
        emit(this.#set({ offer, isQuoting: false, quoteError: null }));
      } catch (error) {
        if (signal.aborted) return;
        if (!isLatchkeyError(error)) throw error;
        emit(this.#set({ offer: null, isQuoting: false, quoteError: error }));
      }
    });
  }

  async #quote({ account, source, target, amount }: QuoteInput, signal: AbortSignal): Promise<SwapOffer> {
    const { api } = this.#deps;
    const { chainId } = source;
    const pair = { account, from: tokenAddress(chainId, source.asset), to: tokenAddress(chainId, target.asset) };
    const [quotes, allowance, sourcePriceUsd, targetPriceUsd] = await Promise.all([
      api.swapQuotes({ ...pair, amount, gasPrice: this.#state.value.gasPrice }, signal),
      source.asset === null ? null : api.allowance(pair, signal).catch(ignored(signal)),
      this.#priceOf(source, signal),
      this.#priceOf(target, signal),
    ]);
    const [best] = quotes;
    if (best === undefined || best.toAmount === 0n) throw new LatchkeyError('swap/no-quote', {});
    return { sent: amount, received: best.toAmount, allowance, sourcePriceUsd, targetPriceUsd };
  }

  /** Price in US dollars of what the account holds, else of the service; `null` if it has none, or fails. */
  async #priceOf({ chainId, asset }: SwapToken, signal: AbortSignal): Promise<number | null> {
    const { tokens, connections, api } = this.#deps;
    const held = tokens.current(connections.state.activeNamespace).items?.find((each: TokenBalance) => isSameAsset(each.asset, asset));
    if (held?.priceUsd != null) return held.priceUsd;
    const prices = await api.prices([tokenAddress(chainId, asset)], chainId, signal).catch(ignored(signal));
    return prices?.[0]?.priceUsd ?? null;
  }

  #set(change: Partial<SwapReading>): void {
    this.#state.next({ ...this.#state.value, ...change });
  }
}

/** Handles a failure of what is good to know: there is nothing then. */
const ignored =
  (signal: AbortSignal) =>
  (error: unknown): null => {
    signal.throwIfAborted();
    if (!isLatchkeyError(error)) throw error;
    return null;
  };
