import { memo, type ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { Icon } from '../../components/icon.js';
import { Picture } from '../../components/picture.js';
import type { WalletWays } from '../../components/use-wallet-ways.js';
import { WalletTap } from '../../components/wallet-tap.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';

/** A wallet in the grid. */
export interface WalletCellProps {
  readonly wallet: DirectoryWallet;
  readonly installed: boolean;
  readonly tabIndex: number;
  readonly ways: WalletWays;
}

/** A wallet in the grid: its picture over its name, marked where it is installed or certified. Drawn anew only when it changes: scrolling draws the list often. */
export const WalletCell = memo(({ wallet, installed, tabIndex, ways }: WalletCellProps): ReactElement => {
  const m = useMessages();
  const image = useWalletImage(wallet);
  const mark = installed ? m.installed : wallet.badge_type === 'certified' ? m.certified : null;
  return (
    <WalletTap wallet={wallet} ways={ways} className="cell" tabIndex={tabIndex}>
      <Picture src={image} name={wallet.name} size={48} />
      <bdi>{wallet.name}</bdi>
      {mark === null ? null : (
        <span className="dot">
          <Icon name={installed ? 'check' : 'seal'} />
          <span className="sr">{mark}</span>
        </span>
      )}
    </WalletTap>
  );
});
