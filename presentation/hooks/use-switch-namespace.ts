import type { SwitchNamespaceInput, SwitchNamespaceState } from '../../application/network/switch-namespace.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Makes another namespace the active one, on its current network, without a wallet request. `status` is `pending` with step `working`, then
 * `success` with the namespace in `data`, or `error`.
 * @example
 * const { switchNamespace } = useSwitchNamespace();
 * <button onClick={() => switchNamespace({ namespace: 'solana' })}>Solana</button>
 */
export const useSwitchNamespace = (): ActionResult<'switchNamespace', [input: SwitchNamespaceInput], SwitchNamespaceState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSwitchNamespace', (useCases) => useCases.switchNamespace);
  return { ...state, switchNamespace: run, switchNamespaceAsync: runAsync, cancel, reset };
};
