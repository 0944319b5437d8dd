import { type ReactElement, type ReactNode, useContext } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { isLookalike } from '../../domain/directory/is-lookalike.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useWalletImage } from '../hooks/use-wallet-image.js';
import { Icon } from './icon.js';
import { ListedWalletsContext } from './listed-wallets-context.js';
import { LookAlike } from './look-alike.js';
import { Picture } from './picture.js';
import { useWalletActions } from './use-wallet-actions.js';
import { WalletButton } from './wallet-button.js';

/** Props of {@link DirectoryRow}. */
export interface DirectoryRowProps {
  readonly wallet: DirectoryWallet;
  /** Default: the wallet's name. */
  readonly title?: string | undefined;
  /** Secondary text. */
  readonly detail?: string | undefined;
  /** Tag at the end. Default: an arrow. */
  readonly tag?: ReactNode;
  readonly disabled?: boolean;
  /** Picture set by the app. */
  readonly picture?: string | null;
}

/** Row of a directory wallet. */
export const DirectoryRow = ({ wallet, title, detail, tag, disabled = false, picture = null }: DirectoryRowProps): ReactElement => {
  const image = useWalletImage(picture === null ? wallet : null);
  const unverified = isLookalike(wallet, useConnectors(), useContext(ListedWalletsContext));
  return (
    <WalletButton wallet={wallet} actionOf={useWalletActions(disabled)} className="row" disabled={disabled}>
      <Picture src={picture ?? image} name={wallet.name} />
      <span>
        <bdi>{title ?? wallet.name}</bdi>
        {detail === undefined ? null : <small>{detail}</small>}
      </span>
      {unverified ? <LookAlike /> : tag === undefined ? <Icon name="next" /> : <span className="tag">{tag}</span>}
    </WalletButton>
  );
};
