import type { ReactElement } from 'react';
import { Legal } from '../connect/legal.js';
import { WalletList } from '../connect/wallet-list.js';

/** The wallet list as a separate view, for apps whose Connect view has only one row for all wallets. */
export const ConnectWallets = (): ReactElement => (
  <div className="stack">
    <Legal>{(disabled) => <WalletList disabled={disabled} />}</Legal>
  </div>
);
