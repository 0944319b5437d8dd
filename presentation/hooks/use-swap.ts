import { useCallback } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { EditSwapInput } from '../../application/swap/edit-swap.use-case.js';
import { EMPTY_SWAP, type SwapState } from '../../domain/swap/swap-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** The swap that the user enters. */
export interface Swap extends SwapState {
  /** Changes what was entered. `switch`: both sides change places; `refresh`: the quote is read again now. */
  readonly edit: (change: EditSwapInput) => void;
}

const watch = ({ useCases: { watchSwap } }: Latchkey): Watched<SwapState> => ({
  current: () => watchSwap.current(),
  changes: watchSwap.execute(),
  serverValue: EMPTY_SWAP,
});

/**
 * Returns the swap that the user enters from the connected account: both tokens, amount, the newest quote with minimum, price impact and fees, and in
 * `fault` what is missing. Reads balances, gas price and quotes while mounted. Shared by all components.
 * @example const { source, target, amount, received, fault, edit } = useSwap();
 */
export const useSwap = (): Swap => {
  const { client } = useLatchkeyContext('useSwap');
  const state = useObservable('useSwap', watch);
  const edit = useCallback((change: EditSwapInput) => void client.useCases.editSwap.execute(change).subscribe(), [client]);
  return { ...state, edit };
};
