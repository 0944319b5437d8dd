import { useMessages } from '../hooks/use-messages.js';
import { useCopyNoted } from './use-copy-noted.js';

/** Copies an address and says whether it worked. */
export const useCopyAddress = (): ReturnType<typeof useCopyNoted> => {
  const m = useMessages();
  return useCopyNoted(m.addressCopied);
};
