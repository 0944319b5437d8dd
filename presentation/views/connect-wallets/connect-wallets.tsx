import type { ReactElement } from 'react';
import { Legal } from '../connect/legal.js';
import { WalletList } from '../connect/wallet-list.js';

/** All wallets, where Connect shows one row for them. */
export const ConnectWallets = (): ReactElement => (
  <div className="stack">
    <Legal>{(disabled) => <WalletList disabled={disabled} />}</Legal>
  </div>
);
