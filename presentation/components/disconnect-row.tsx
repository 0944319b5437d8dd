import { type ReactElement, useEffect } from 'react';
import { useDisconnectWallet } from '../hooks/use-disconnect-wallet.js';
import { useMessages } from '../hooks/use-messages.js';
import { useSnackbar } from '../hooks/use-snackbar.js';
import { Icon } from './icon.js';

/** Disconnects every wallet. The modal closes by itself once nothing is connected. */
export const DisconnectRow = (): ReactElement => {
  const m = useMessages();
  const { state, disconnect } = useDisconnectWallet();
  const { show } = useSnackbar();
  useEffect(() => {
    if (state.status === 'error') show(m.disconnectFailed, 'error');
  }, [state, show, m]);
  const busy = state.status === 'pending';
  return (
    <button
      type="button"
      className="row"
      part="row disconnect"
      data-testid="lk-disconnect"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : () => disconnect({})}
    >
      <span className="pic" aria-hidden="true">
        <Icon name="leave" />
      </span>
      <span>{busy ? m.disconnecting : m.disconnect}</span>
    </button>
  );
};
