import type { ShowTokenInput, ShowTokenState } from '../../application/balances/show-token.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Shows a hidden token again.
 * @example
 * const { showToken } = useShowToken();
 * <button onClick={() => showToken({ asset })}>Show</button>
 */
export const useShowToken = (): ActionResult<'showToken', [input: ShowTokenInput], ShowTokenState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useShowToken', (useCases) => useCases.showToken);
  return { ...state, showToken: run, showTokenAsync: runAsync, cancel, reset };
};
