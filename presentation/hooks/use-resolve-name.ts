import { useUseCase } from './use-use-case.js';

/**
 * Finds the address that a name stands for; `state.data` is `null` for a free name.
 * @example
 * const { state, resolveName } = useResolveName();
 * resolveName({ name: 'vitalik.eth', namespace: 'eip155' });
 */
export const useResolveName = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useResolveName', (useCases) => useCases.resolveName);
  return { state, resolveName: run, resolveNameAsync: runAsync, cancel, reset };
};
