import type { ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { IconTile } from '../../components/icon-tile.js';
import { Picture } from '../../components/picture.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';

/** The large picture of a wallet; a scanner's frame for any wallet. */
export const WalletPicture = ({ wallet }: { readonly wallet: DirectoryWallet | null }): ReactElement => {
  const image = useWalletImage(wallet);
  return wallet === null ? <IconTile name="scan" /> : <Picture src={image} name={wallet.name} size={80} />;
};
