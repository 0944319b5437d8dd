import type { ReactElement } from 'react';
import { Legal } from '../connect/legal.js';
import { WalletList } from '../connect/wallet-list.js';

/** The wallet list, if Connect shows only one row for it. */
export const ConnectWallets = (): ReactElement => (
  <div className="stack">
    <Legal>{(disabled) => <WalletList disabled={disabled} />}</Legal>
  </div>
);
