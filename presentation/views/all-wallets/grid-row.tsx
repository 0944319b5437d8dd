import { memo, type ReactElement } from 'react';
import type { Connector } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { imitates } from '../../../domain/directory/imitates.js';
import { isInstalled } from '../../../domain/directory/wallet-order.js';
import type { WalletWays } from '../../components/use-wallet-ways.js';
import { cellStyle } from './grid-parts.js';
import { WalletCell } from './wallet-cell.js';

/** A row of the grid. */
export interface GridRowProps {
  readonly wallets: readonly DirectoryWallet[];
  readonly row: number;
  readonly columns: number;
  readonly rowPx: number;
  /** How many wallets there are, drawn or not. */
  readonly total: number;
  /** Index of the wallet that Tab leads to, -1 where it is in another row. */
  readonly active: number;
  readonly connectors: readonly Connector[];
  readonly ways: WalletWays;
}

/** Wallets beside each other. Drawn anew only when they change: scrolling draws the grid often. */
export const GridRow = memo(
  ({ wallets, row, columns, rowPx, total, active, connectors, ways }: GridRowProps): ReactElement => (
    <>
      {wallets.slice(row * columns, (row + 1) * columns).map((wallet, lane) => {
        const index = row * columns + lane;
        return (
          <li key={wallet.id} data-index={index} aria-posinset={index + 1} aria-setsize={total} style={cellStyle(lane, row * rowPx, rowPx)}>
            <WalletCell
              wallet={wallet}
              installed={isInstalled(wallet, connectors)}
              unverified={imitates(wallet, connectors)}
              tabIndex={index === active ? 0 : -1}
              ways={ways}
            />
          </li>
        );
      })}
    </>
  ),
);
