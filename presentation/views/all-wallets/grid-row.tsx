import { memo, type ReactElement } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { isInstalled } from '../../../domain/directory/wallet-order.js';
import { cellStyle } from '../../components/use-grid-measures.js';
import type { WalletActions } from '../../components/use-wallet-actions.js';
import { WalletCell } from './wallet-cell.js';

/** Props of {@link GridRow}. */
export interface GridRowProps {
  readonly wallets: readonly DirectoryWallet[];
  readonly row: number;
  readonly columns: number;
  readonly rowPx: number;
  /** Number of all wallets, rendered or not. */
  readonly total: number;
  /** Index of the wallet in the tab order, -1 if it is in another row. */
  readonly active: number;
  readonly connectors: readonly Connector[];
  /** Ids of the wallets that look like another one. */
  readonly lookalikes: ReadonlySet<string>;
  readonly actionOf: WalletActions;
}

/** Wallets of one row. Memoized, because scrolling renders the grid often. */
export const GridRow = memo(
  ({ wallets, row, columns, rowPx, total, active, connectors, lookalikes, actionOf }: GridRowProps): ReactElement => (
    <>
      {wallets.slice(row * columns, (row + 1) * columns).map((wallet, lane) => {
        const index = row * columns + lane;
        return (
          <li key={wallet.id} data-index={index} aria-posinset={index + 1} aria-setsize={total} style={cellStyle(lane, row * rowPx, rowPx)}>
            <WalletCell
              wallet={wallet}
              installed={isInstalled(wallet, connectors)}
              unverified={lookalikes.has(wallet.id)}
              tabIndex={index === active ? 0 : -1}
              actionOf={actionOf}
            />
          </li>
        );
      })}
    </>
  ),
);
