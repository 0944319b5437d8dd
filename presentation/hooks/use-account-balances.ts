import { useUseCase } from './use-use-case.js';

/**
 * Reads once what each account that the wallet shares has on the network in use. `state` is `pending`, then `success` with a balance for each
 * address, or `error`. Unmounting cancels.
 * @example
 * const { state, readBalances } = useAccountBalances();
 * useEffect(() => readBalances(), [readBalances]);
 */
export const useAccountBalances = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useAccountBalances', (useCases) => useCases.readAccountBalances);
  return { state, readBalances: run, readBalancesAsync: runAsync, cancel, reset };
};
