import { memo, type ReactElement } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { Icon } from '../../components/icon.js';
import { Picture } from '../../components/picture.js';
import type { WalletActions } from '../../components/use-wallet-actions.js';
import { WalletButton } from '../../components/wallet-button.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useWalletImage } from '../../hooks/use-wallet-image.js';

/** Names up to this length always fit in two lines; longer ones get a tooltip. */
const LONG_NAME_LENGTH = 16;

/** Props of {@link WalletCell}. */
export interface WalletCellProps {
  readonly wallet: DirectoryWallet;
  readonly installed: boolean;
  /** True if it imitates an installed wallet. */
  readonly unverified: boolean;
  readonly tabIndex: number;
  readonly actionOf: WalletActions;
}

/**
 * Wallet in the grid: picture and name, marked if installed, certified or unverified. Memoized, because scrolling renders the grid often.
 */
export const WalletCell = memo(({ wallet, installed, unverified, tabIndex, actionOf }: WalletCellProps): ReactElement => {
  const m = useMessages();
  const image = useWalletImage(wallet);
  const isCertified = wallet.badge_type === 'certified';
  const mark = installed ? m.installed : unverified ? m.lookAlike : isCertified ? m.certified : null;
  return (
    <WalletButton wallet={wallet} actionOf={actionOf} className="cell" tabIndex={tabIndex}>
      <Picture src={image} name={wallet.name} size={48} />
      <bdi title={wallet.name.length > LONG_NAME_LENGTH ? wallet.name : undefined}>{wallet.name}</bdi>
      {mark === null ? null : (
        <span className={unverified ? 'dot warn' : 'dot'}>
          <Icon name={installed ? 'check' : unverified ? 'warning' : 'seal'} />
          <span className="sr">{mark}</span>
        </span>
      )}
    </WalletButton>
  );
});
