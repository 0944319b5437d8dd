import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useWalletImage } from '../hooks/use-wallet-image.js';
import { Icon } from './icon.js';
import { LookAlike } from './look-alike.js';
import { Picture } from './picture.js';
import { useWalletWays } from './use-wallet-ways.js';
import { WalletTap } from './wallet-tap.js';

const load = () => import('../../domain/directory/imitates.js');

/**
 * Whether a wallet of the directory looks by its name like one that is installed, and is another. What tells it is fetched beside the wallet's
 * picture, with the first wallet that is shown.
 */
const useImitates = (wallet: DirectoryWallet): boolean => {
  const connectors = useConnectors();
  const [looks, setLooks] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    let gone = false;
    load().then(
      (loaded) => {
        if (!gone) setLooks(loaded);
      },
      // Then it is a row as any other, as long as this one is shown.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return looks?.imitates(wallet, connectors) ?? false;
};

/** A wallet of the directory in a list. */
export interface DirectoryRowProps {
  readonly wallet: DirectoryWallet;
  /** Default: its name. */
  readonly title?: string | undefined;
  /** A second, quieter line. */
  readonly detail?: string | undefined;
  /** A tag at the end. Default: an arrow. */
  readonly tag?: ReactNode;
  readonly disabled?: boolean;
  /** A picture that the host gave. */
  readonly picture?: string | null;
}

/** A wallet of the directory as a row. */
export const DirectoryRow = ({ wallet, title, detail, tag, disabled = false, picture = null }: DirectoryRowProps): ReactElement => {
  const image = useWalletImage(picture === null ? wallet : null);
  const unverified = useImitates(wallet);
  return (
    <WalletTap wallet={wallet} ways={useWalletWays(disabled)} className="row" disabled={disabled}>
      <Picture src={picture ?? image} name={wallet.name} />
      <span>
        <bdi>{title ?? wallet.name}</bdi>
        {detail === undefined ? null : <small>{detail}</small>}
      </span>
      {unverified ? <LookAlike /> : tag === undefined ? <Icon name="next" /> : <span className="tag">{tag}</span>}
    </WalletTap>
  );
};
