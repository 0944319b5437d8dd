import { useMessages } from '../hooks/use-messages.js';
import { useCopyWithFeedback } from './use-copy-with-feedback.js';

/** Copies an address and shows the result in the snackbar. */
export const useCopyAddress = (): ReturnType<typeof useCopyWithFeedback> => {
  const m = useMessages();
  return useCopyWithFeedback(m.addressCopied);
};
