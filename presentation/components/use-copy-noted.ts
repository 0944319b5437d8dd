import { useEffect } from 'react';
import { useCopy } from '../hooks/use-copy.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';
import { useElapsed } from './use-elapsed.js';

/** So long a button shows that its text was copied, as long as the message beside the card says it. */
const COPIED_MS = 2_500;

/** Copies a text and says whether it worked; `done` is what is said when it did. `copied` for a moment afterwards. */
export const useCopyNoted = (done: string): { readonly copied: boolean; readonly copy: (text: string) => void } => {
  const m = useMessages();
  const copying = useCopy();
  const { status, copy } = copying;
  const { show } = useSnackbar();
  useEffect(() => {
    if (copying.status === 'success') show(done);
    if (copying.status === 'error') show(m.copyFailed, 'error');
  }, [copying, show, m, done]);
  const isCopied = status === 'success';
  const isLongAgo = useElapsed(COPIED_MS, isCopied, copying);
  return { copied: isCopied && !isLongAgo, copy };
};
