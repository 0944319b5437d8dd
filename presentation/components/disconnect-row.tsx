import type { ReactElement } from 'react';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useMessages } from '../hooks/use-messages.js';
import { IconTile } from './icon-tile.js';
import { useModalDisconnect } from './use-disconnect.js';

/** Disconnects every wallet, and says so where there are several. The modal closes by itself once nothing is connected. */
export const DisconnectRow = (): ReactElement => {
  const m = useMessages();
  const disconnect = useModalDisconnect();
  const { connectedNamespaces } = useConnectionStatus();
  return (
    <button type="button" className="row" part="row disconnect" data-testid="lk-disconnect" onClick={() => disconnect()}>
      <IconTile name="leave" />
      <span>{connectedNamespaces.length > 1 ? m.disconnectAll : m.disconnect}</span>
    </button>
  );
};
