import { useEffect } from 'react';
import { useCopy } from '../hooks/use-copy.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';
import { useElapsed } from './use-elapsed.js';

/** Time that a button shows that its text was copied, in ms. */
const COPIED_MS = 2_500;

/** Copies a text. `copied` is true for a moment after success, for {@link CopyLabel}; a failure is shown in the snackbar. */
export const useCopyWithFeedback = (): { readonly copied: boolean; readonly copy: (text: string) => void } => {
  const m = useModalMessages();
  const copying = useCopy();
  const { status, copy } = copying;
  const { show } = useSnackbar();
  useEffect(() => {
    if (copying.status === 'error') show(m.copyFailed, 'error');
  }, [copying, show, m]);
  const isCopied = status === 'success';
  const hasTimedOut = useElapsed(COPIED_MS, isCopied, copying);
  return { copied: isCopied && !hasTimedOut, copy };
};
