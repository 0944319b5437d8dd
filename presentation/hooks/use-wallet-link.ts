import { useCallback } from 'react';
import { type DirectoryWallet, toRecentWallet } from '../../domain/directory/directory-wallet.js';
import { type LinkKind, type WalletLink, walletLink } from '../../domain/directory/wallet-links.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { usePairing } from './use-pairing.js';

/** A link that hands the pairing's URI to a wallet. */
export interface WalletLinkControl {
  /** The link, ready before the tap; `null` while there is no URI, and for a wallet that cannot be opened this way. */
  readonly link: WalletLink | null;
  /** To be called by the tap itself: takes note of the wallet at once, and leaves the opening to the browser. */
  readonly follow: () => void;
}

/**
 * Follows the link that opens a wallet with the pairing's URI.
 * @example
 * const { link, follow } = useWalletLink(wallet, 'mobile');
 * {link && <a href={link.href} target={link.target} onClick={follow}>{wallet.name}</a>}
 */
export const useWalletLink = (wallet: DirectoryWallet | null, kind: LinkKind): WalletLinkControl => {
  const { client } = useLatchkeyContext('useWalletLink');
  const { wcUri } = usePairing();
  const link = wallet === null || wcUri === undefined ? null : walletLink(wallet, kind, wcUri, client.browser.platform);
  const base = link?.base;
  const follow = useCallback(() => {
    if (wallet === null || base === undefined) return;
    client.useCases.followWalletLink.execute({ wallet: toRecentWallet(wallet), base, platform: kind }).subscribe();
  }, [client, wallet, base, kind]);
  return { link, follow };
};
