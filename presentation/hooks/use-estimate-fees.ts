import { useUseCase } from './use-use-case.js';

/**
 * Says what a transaction of the connected account would cost, without asking the wallet. `state.data` holds the quotes,
 * the slowest first, in base units of the chain's own coin.
 * @example
 * const { state, estimateFees } = useEstimateFees();
 * estimateFees({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 15n });
 */
export const useEstimateFees = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useEstimateFees', (useCases) => useCases.estimateFees);
  return { state, estimateFees: run, estimateFeesAsync: runAsync, cancel, reset };
};
