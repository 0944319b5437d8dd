import type { ReactElement } from 'react';
import { useConnection } from '../hooks/use-connection.js';
import { useMessages } from '../hooks/use-messages.js';
import { IconTile } from './icon-tile.js';
import { useDisconnect } from './use-disconnect.js';

/** Disconnects every wallet, and says so where there are several. The modal closes by itself once nothing is connected. */
export const DisconnectRow = (): ReactElement => {
  const m = useMessages();
  const disconnect = useDisconnect();
  const { connectedNamespaces } = useConnection();
  return (
    <button type="button" className="row" part="row disconnect" data-testid="lk-disconnect" onClick={() => disconnect()}>
      <IconTile name="leave" />
      <span>{connectedNamespaces.length > 1 ? m.disconnectAll : m.disconnect}</span>
    </button>
  );
};
