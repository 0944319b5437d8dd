import type { Namespace } from '../../domain/caip/namespace.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** Disconnects one namespace, or every one; when a wallet fails to forget the site, a message says so. */
export const useModalDisconnect = (): ((namespace?: Namespace) => void) => {
  const m = useMessages();
  const { disconnectWallet } = useLatchkey().useCases;
  const { show } = useSnackbar();
  // Not the hook's run, which ends with the component: what asked is gone before the wallet has answered.
  return (namespace) =>
    void disconnectWallet.execute(namespace === undefined ? {} : { namespace }).subscribe(({ status }) => {
      if (status === 'error') show(m.disconnectFailed, 'error');
    });
};
