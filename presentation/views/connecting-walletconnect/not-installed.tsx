import type { ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { GetWalletAction } from '../../components/get-wallet-action.js';
import { useMessages } from '../../hooks/use-messages.js';
import { WalletPicture } from './wallet-picture.js';

/** A wallet that is an extension, and not in this browser. */
export const NotInstalled = ({ wallet }: { readonly wallet: DirectoryWallet }): ReactElement => {
  const m = useMessages();
  return (
    <div className="stack">
      <div className="mid">
        <div className="ring">
          <WalletPicture wallet={wallet} />
        </div>
        <h2>{m.notInstalled(wallet.name)}</h2>
        <p>{m.notInstalledHint}</p>
      </div>
      <GetWalletAction wallet={wallet} main />
    </div>
  );
};
