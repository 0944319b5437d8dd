import type { Observable } from 'rxjs';
import type { SwapFormChange } from '../../domain/swap/swap-form-state.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { SwapForm } from './swap-form.js';
import type { SwapQuotes } from './swap-quotes.js';
import type { SwapTokenList } from './swap-token-list.js';

/** A change of what was entered; `switch`: source and target change places; `refresh`: quote, and a list of tokens that failed, are read again now. */
export type EditSwapInput = SwapFormChange | 'switch' | 'refresh';

/** `success` with no data; it cannot fail. */
export type EditSwapState = UseCaseState<'working', void, never>;

/** Dependencies of {@link EditSwap}. */
export interface EditSwapDeps {
  readonly form: Pick<SwapForm, 'current' | 'dispatch'>;
  readonly quotes: Pick<SwapQuotes, 'current' | 'refresh'>;
  readonly list: Pick<SwapTokenList, 'current' | 'refresh'>;
}

/** Changes the swap that the user enters. Another source empties the amount. */
export class EditSwap {
  readonly #deps: EditSwapDeps;

  constructor(deps: EditSwapDeps) {
    this.#deps = deps;
  }

  execute(input: EditSwapInput): Observable<EditSwapState> {
    return runSync(() => this.#edit(input));
  }

  #edit(input: EditSwapInput): void {
    const { form, quotes, list } = this.#deps;
    if (input === 'refresh') {
      if (list.current.tokensError !== null) list.refresh();
      quotes.refresh();
    } else if (input === 'switch') form.dispatch({ type: 'switched', received: quotes.current.offer?.received ?? null });
    else form.dispatch({ type: 'edited', change: input });
  }
}
