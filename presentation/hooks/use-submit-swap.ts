import type { ReviewedSwap, SubmitSwapState } from '../../application/swap/submit-swap.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Swaps what the user has entered, see `useSwap`: approves the token if needed, then swaps. `step` says which of both the wallet asks for.
 * @example const { submitSwap, step, isPending } = useSubmitSwap();
 */
export const useSubmitSwap = (): ActionResult<'submitSwap', [reviewed?: ReviewedSwap], SubmitSwapState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSubmitSwap', (useCases) => useCases.submitSwap);
  return { ...state, submitSwap: run, submitSwapAsync: runAsync, cancel, reset };
};
