import type { ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { IconTile } from '../../components/icon-tile.js';
import { Picture } from '../../components/picture.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';

/** Large picture of a wallet, or a scan icon for any wallet. */
export const WalletImage = ({ wallet }: { readonly wallet: DirectoryWallet | null }): ReactElement => {
  const image = useWalletImage(wallet);
  return wallet === null ? <IconTile name="scan" /> : <Picture src={image} name={wallet.name} size={80} />;
};
