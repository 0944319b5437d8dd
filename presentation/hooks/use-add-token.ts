import type { AddTokenInput, AddTokenState } from '../../application/balances/add-token.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Adds a token that no service lists to the lists of all accounts, also after a reload.
 * @example
 * const { addToken } = useAddToken();
 * <button onClick={() => addToken({ asset })}>Add</button>
 */
export const useAddToken = (): ActionResult<'addToken', [input: AddTokenInput], AddTokenState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useAddToken', (useCases) => useCases.addToken);
  return { ...state, addToken: run, addTokenAsync: runAsync, cancel, reset };
};
