import { useUseCase } from './use-use-case.js';

/**
 * Finds the name that an address goes by, and its picture; `state.data` is `null` for an address without one.
 * @example
 * const { state, lookUpName } = useLookUpName();
 * lookUpName({ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', namespace: 'eip155' });
 */
export const useLookUpName = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useLookUpName', (useCases) => useCases.lookUpName);
  return { state, lookUpName: run, lookUpNameAsync: runAsync, cancel, reset };
};
