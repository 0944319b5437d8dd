import { useEffect } from 'react';
import { useCopy } from '../hooks/use-copy.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** Copies a text and says whether it worked; `done` is what is said when it did. */
export const useCopyNoted = (done: string): { readonly copied: boolean; readonly copy: (text: string) => void } => {
  const m = useMessages();
  const { state, copy } = useCopy();
  const { show } = useSnackbar();
  useEffect(() => {
    if (state.status === 'success') show(done);
    if (state.status === 'error') show(m.copyFailed, 'error');
  }, [state, show, m, done]);
  return { copied: state.status === 'success', copy };
};
