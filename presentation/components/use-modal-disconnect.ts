import type { Namespace } from '../../domain/caip/namespace.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';

/** Disconnects one namespace or all, and shows a message if the wallet fails to disconnect. */
export const useModalDisconnect = (): ((namespace?: Namespace) => void) => {
  const m = useMessages();
  const { disconnectWallet } = useLatchkey().useCases;
  const { show } = useSnackbar();
  // Not `useDisconnect`, whose run ends with the component: this one unmounts before the wallet responds.
  return (namespace) =>
    void disconnectWallet.execute(namespace === undefined ? {} : { namespace }).subscribe(({ status }) => {
      if (status === 'error') show(m.disconnectFailed, 'error');
    });
};
