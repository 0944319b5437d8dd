import { memo, type ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { Icon } from '../../components/icon.js';
import { Picture } from '../../components/picture.js';
import type { WalletWays } from '../../components/use-wallet-ways.js';
import { WalletTap } from '../../components/wallet-tap.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';

/** Two lines hold so many characters for certain; a longer name may be cut, and shows in whole to who points at it. */
const CUT_FROM = 16;

/** A wallet in the grid. */
export interface WalletCellProps {
  readonly wallet: DirectoryWallet;
  readonly installed: boolean;
  /** It looks like an installed one and is another. */
  readonly unverified: boolean;
  readonly tabIndex: number;
  readonly ways: WalletWays;
}

/** A wallet in the grid: its picture over its name, marked where it is installed, certified or not what it looks like. Drawn anew only when it changes: scrolling draws the list often. */
export const WalletCell = memo(({ wallet, installed, unverified, tabIndex, ways }: WalletCellProps): ReactElement => {
  const m = useMessages();
  const image = useWalletImage(wallet);
  const isCertified = wallet.badge_type === 'certified';
  const mark = installed ? m.installed : unverified ? m.lookAlike : isCertified ? m.certified : null;
  return (
    <WalletTap wallet={wallet} ways={ways} className="cell" tabIndex={tabIndex}>
      <Picture src={image} name={wallet.name} size={48} />
      <bdi title={wallet.name.length > CUT_FROM ? wallet.name : undefined}>{wallet.name}</bdi>
      {mark === null ? null : (
        <span className={unverified ? 'dot warn' : 'dot'}>
          <Icon name={installed ? 'check' : unverified ? 'warning' : 'seal'} />
          <span className="sr">{mark}</span>
        </span>
      )}
    </WalletTap>
  );
});
