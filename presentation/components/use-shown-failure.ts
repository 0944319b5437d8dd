import { useEffect } from 'react';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** Outcomes of a broadcast transaction are announced wherever they are known. */
const isAnnounced = (code: string): boolean => code.startsWith('network/transaction-');

/** Shows the failure of a run once, on whatever view, and forgets it. @param reset forgets it */
export const useShownFailure = (error: { readonly code: string; readonly message: string } | null, reset: () => void): void => {
  const { show } = useSnackbar();
  useEffect(() => {
    if (error === null) return;
    if (!isAnnounced(error.code)) show(error.message, 'error');
    reset();
  }, [error, reset, show]);
};
