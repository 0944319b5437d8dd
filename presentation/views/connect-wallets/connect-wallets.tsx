import type { ReactElement } from 'react';
import { Legal, type LegalConsent } from '../connect/legal.js';
import { WalletList } from '../connect/wallet-list.js';

/** All wallets, where Connect shows one row for them. */
export const ConnectWallets = ({ consent }: { readonly consent: LegalConsent }): ReactElement => (
  <div className="stack">
    <Legal consent={consent}>{(disabled) => <WalletList disabled={disabled} />}</Legal>
  </div>
);
