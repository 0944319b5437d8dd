import type { ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { GetWalletAction } from '../../components/get-wallet-action.js';
import { useMessages } from '../../hooks/use-messages.js';
import { WalletImage } from './wallet-image.js';

/** Shown for a wallet extension that is not installed in this browser. */
export const NotInstalled = ({ wallet }: { readonly wallet: DirectoryWallet }): ReactElement => {
  const m = useMessages();
  return (
    <div className="stack">
      <div className="mid">
        <div className="ring">
          <WalletImage wallet={wallet} />
        </div>
        <h2>{m.notInstalled(wallet.name)}</h2>
        <p>{m.notInstalledHint(wallet.name)}</p>
      </div>
      <GetWalletAction wallet={wallet} main />
    </div>
  );
};
