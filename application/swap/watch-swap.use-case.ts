import { combineLatest, distinctUntilChanged, map, type Observable, switchMap, takeUntil } from 'rxjs';
import { type SwapState, swapStateOf } from '../../domain/swap/swap-state.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { TokenPoll } from '../balances/token.poll.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { isSponsoredAccount } from '../send/send-fee-estimates.js';
import type { SwapForm } from './swap-form.js';
import type { SwapQuotes } from './swap-quotes.js';
import type { SwapTokenList } from './swap-token-list.js';

/** Dependencies of {@link WatchSwap}. */
export interface WatchSwapDeps {
  readonly form: Pick<SwapForm, 'current' | 'state$'>;
  readonly quotes: Pick<SwapQuotes, 'current' | 'watch'>;
  readonly list: Pick<SwapTokenList, 'current' | 'watch'>;
  readonly tokens: Pick<TokenPoll, 'current' | 'watch'>;
  readonly balances: Pick<BalanceReader, 'current' | 'watch'>;
  readonly connections: Pick<ConnectionStore, 'state' | 'state$' | 'disposed$'>;
}

/**
 * Emits the swap that the user enters: what was entered by {@link EditSwap}, the tokens to choose from, the newest quote with what follows from it, and
 * what is missing. Reads balances, gas price and quotes while subscribed. Another account or network empties it. Never errors: an error is part
 * of the state.
 */
export class WatchSwap {
  readonly #deps: WatchSwapDeps;

  constructor(deps: WatchSwapDeps) {
    this.#deps = deps;
  }

  /** The current state, for synchronous readers. Reads nothing. */
  current(): SwapState {
    const { form, quotes, list, tokens, balances, connections } = this.#deps;
    const { activeNamespace: namespace } = connections.state;
    return swapStateOf({
      form: form.current,
      reading: quotes.current,
      list: list.current,
      held: tokens.current(namespace).items,
      coin: balances.current(namespace).balance,
      isSponsored: isSponsoredAccount(connections.state),
    });
  }

  execute(): Observable<SwapState> {
    const { form, quotes, list, tokens, balances, connections } = this.#deps;
    return connections.state$.pipe(
      map(({ activeNamespace }) => activeNamespace),
      distinctUntilChanged(),
      switchMap((namespace) =>
        combineLatest([form.state$, quotes.watch(), list.watch(), tokens.watch(namespace), balances.watch(namespace), connections.state$]),
      ),
      map(() => this.current()),
      takeUntil(connections.disposed$),
    );
  }
}
