import { useContext, useEffect } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { StageContext } from './stage-context.js';
import { useUseCase } from './use-use-case.js';

/** One wallet of the directory. */
export interface WalletLookup {
  /** `null` until it is there, and where there is none of this id. */
  readonly wallet: DirectoryWallet | null;
  readonly pending: boolean;
  readonly error: LatchkeyError | null;
  /** Asks again, after a failure. */
  readonly retry: () => void;
}

/**
 * Finds a wallet by its id in the directory, or among those that the host adds. Nothing is asked for `null`.
 * @example const { wallet, pending } = useWallet(recent.id);
 */
export const useWallet = (id: string | null): WalletLookup => {
  const { state, run, cancel } = useUseCase('useWallet', (useCases) => useCases.findWallet);
  const stage = useContext(StageContext);
  const found = state.status === 'success' && state.data?.id === id ? state.data : null;
  const isFound = found !== null;
  useEffect(() => {
    if (id === null || isFound) return undefined;
    return stage.whileShown(() => {
      run({ id });
      return cancel;
    });
  }, [id, isFound, stage, run, cancel]);
  return {
    wallet: found,
    pending: id !== null && (state.status === 'idle' || state.status === 'pending'),
    error: state.status === 'error' ? state.error : null,
    retry: () => {
      if (id !== null) run({ id });
    },
  };
};
