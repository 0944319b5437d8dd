import type { ReactElement } from 'react';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useMessages } from '../hooks/use-messages.js';
import { IconTile } from './icon-tile.js';
import { useModalDisconnect } from './use-modal-disconnect.js';

/** Disconnects every wallet; its label mentions if there are several. The modal closes itself once nothing is connected. */
export const DisconnectRow = (): ReactElement => {
  const m = useMessages();
  const disconnect = useModalDisconnect();
  const { connectedNamespaces } = useConnectionStatus();
  return (
    <button type="button" className="row" part="row disconnect" data-testid="lk-disconnect" onClick={() => disconnect()}>
      <IconTile name="logOut" />
      <span>{connectedNamespaces.length > 1 ? m.disconnectAll : m.disconnect}</span>
    </button>
  );
};
