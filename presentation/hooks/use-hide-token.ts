import type { HideTokenInput, HideTokenState } from '../../application/balances/hide-token.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Hides a token from the lists of all accounts, also after a reload; reported as spam with the reason `spam`.
 * @example
 * const { hideToken } = useHideToken();
 * <button onClick={() => hideToken({ asset })}>Hide</button>
 */
export const useHideToken = (): ActionResult<'hideToken', [input: HideTokenInput], HideTokenState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useHideToken', (useCases) => useCases.hideToken);
  return { ...state, hideToken: run, hideTokenAsync: runAsync, cancel, reset };
};
