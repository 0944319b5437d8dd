import { useEffect } from 'react';
import { useCopy } from '../hooks/use-copy.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** Copies an address and says whether it worked. */
export const useCopyAddress = (): { readonly copied: boolean; readonly copy: (address: string) => void } => {
  const m = useMessages();
  const { state, copy } = useCopy();
  const { show } = useSnackbar();
  useEffect(() => {
    if (state.status === 'success') show(m.addressCopied);
    if (state.status === 'error') show(m.copyFailed, 'error');
  }, [state, show, m]);
  return { copied: state.status === 'success', copy };
};
