import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useWalletImage } from '../hooks/use-wallet-image.js';
import { Icon } from './icon.js';
import { LookAlike } from './look-alike.js';
import { Picture } from './picture.js';
import { useWalletActions } from './use-wallet-actions.js';
import { WalletButton } from './wallet-button.js';

const load = () => import('../../domain/directory/is-lookalike.js');

/**
 * True if a directory wallet has a name like that of an installed wallet but is another one. The check is loaded with the first wallet row.
 */
const useIsLookalike = (wallet: DirectoryWallet): boolean => {
  const connectors = useConnectors();
  const [lookalikeModule, setLookalikeModule] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    let isCancelled = false;
    load().then(
      (loaded) => {
        if (!isCancelled) setLookalikeModule(loaded);
      },
      // Without the check the wallet shows no warning.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, []);
  return lookalikeModule?.isLookalike(wallet, connectors) ?? false;
};

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
  const unverified = useIsLookalike(wallet);
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
