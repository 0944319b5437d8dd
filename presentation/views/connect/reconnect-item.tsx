import type { ReactElement } from 'react';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useReconnect } from '../../components/use-reconnect.js';
import { useMessages } from '../../hooks/use-messages.js';
import { RecentRow } from './directory-groups.js';

/** Where the wallet is found again. */
export interface ReconnectItemProps {
  /** The wallets used last, which have pictures. */
  readonly recent: readonly RecentWallet[];
  readonly directory: boolean;
  readonly disabled: boolean;
}

/** The first of the list where a connection was lost: its wallet, to pair with again, and what happened. */
export const ReconnectItem = ({ recent, ...given }: ReconnectItemProps): ReactElement | null => {
  const m = useMessages();
  const back = useReconnect();
  if (back === null) return null;
  const { lost, name, reason, start } = back;
  const wallet = recent.find(({ id }) => id === lost.wallet?.id) ?? lost.wallet;
  return (
    <li data-testid="lk-reconnect">
      {wallet === undefined ? (
        <Row start={<IconTile name="retry" />} title={m.reconnectTo(name)} detail={reason} focusKey="reconnect" onClick={start} />
      ) : (
        <RecentRow {...given} recent={wallet} title={m.reconnectTo(wallet.name || name)} detail={reason} />
      )}
    </li>
  );
};
