import type { ReactElement } from 'react';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useReconnect } from '../../components/use-reconnect.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { RecentRow } from './directory-groups.js';

/** Props of {@link ReconnectItem}. */
export interface ReconnectItemProps {
  /** Recent wallets, which have pictures. */
  readonly recent: readonly RecentWallet[];
  readonly directory: boolean;
  readonly disabled: boolean;
}

/** First row of the list after a lost connection: offers to pair with the same wallet and shows the reason. */
export const ReconnectItem = ({ recent, ...rowProps }: ReconnectItemProps): ReactElement | null => {
  const m = useModalMessages();
  const reconnection = useReconnect();
  if (reconnection === null) return null;
  const { lost, name, reason, start } = reconnection;
  const wallet = recent.find(({ id }) => id === lost.wallet?.id) ?? lost.wallet;
  return (
    <li data-testid="lk-reconnect">
      {wallet === undefined ? (
        <Row start={<IconTile name="retry" />} title={m.reconnectTo(name)} detail={reason} focusKey="reconnect" onClick={start} />
      ) : (
        <RecentRow {...rowProps} recent={wallet} title={m.reconnectTo(wallet.name || name)} detail={reason} />
      )}
    </li>
  );
};
