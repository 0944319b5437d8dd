import type { CheckAccountNameInput, CheckAccountNameState } from '../../application/names/check-account-name.use-case.js';
import type { DataOf } from './action.store.js';
import type { ErrorOfRun } from './read.store.js';
import { type ReadResult, useRead } from './use-read.js';

type CheckRead = ReadResult<DataOf<CheckAccountNameState>, ErrorOfRun<CheckAccountNameState>>;

/**
 * Looks up whether a name is registered at the service of names, and names like it if it is. Nothing is looked up for `null`.
 * @example const { data, isFetching, error } = useCheckAccountName({ name: 'satoshi' });
 */
export const useCheckAccountName = (input: CheckAccountNameInput | null): CheckRead =>
  useRead('useCheckAccountName', (useCases) => useCases.checkAccountName, input);
