import { useAction } from './use-action.js';

/**
 * Makes another namespace the active one, on the network where it is. No wallet is asked. `state` is `pending` with step
 * `working`, then `success` with the namespace, or `error`.
 * @example
 * const { switchNamespace } = useSwitchNamespace();
 * <button onClick={() => switchNamespace({ namespace: 'solana' })}>Solana</button>
 */
export const useSwitchNamespace = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useSwitchNamespace', (useCases) => useCases.switchNamespace);
  return { ...state, switchNamespace: run, switchNamespaceAsync: runAsync, cancel, reset };
};
