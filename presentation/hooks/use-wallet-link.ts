import { useCallback, useMemo } from 'react';
import { type DirectoryWallet, toRecentWallet } from '../../domain/directory/directory-wallet.js';
import { type LinkKind, type WalletLink, walletLink } from '../../domain/directory/wallet-links.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { usePairing } from './use-pairing.js';

/** A link that hands a pairing's URI to a wallet. */
export interface WalletLinkControl {
  /** The link, ready before the tap; `null` while there is no URI, and for a wallet that cannot be opened this way. */
  readonly link: WalletLink | null;
  /** To be called by the tap itself: takes note of the wallet at once, and leaves the opening to the browser. */
  readonly follow: () => void;
}

/** The links of any wallets. Keeps its identity until there is another URI. */
export type WalletLinks = (wallet: DirectoryWallet | null, kind: LinkKind) => WalletLinkControl;

const NO_LINK: WalletLinkControl = { link: null, follow: () => undefined };

/**
 * Follows the links that open wallets with the pairing's URI, for a list of them.
 * @example
 * const linkOf = useWalletLinks();
 * wallets.map((wallet) => linkOf(wallet, 'mobile'));
 */
export const useWalletLinks = (): WalletLinks => {
  const { client } = useLatchkeyContext('useWalletLinks');
  const { wcUri } = usePairing();
  return useCallback(
    (wallet, kind) => {
      const link = wallet === null || wcUri === undefined ? null : walletLink(wallet, kind, wcUri, client.browser.platform);
      if (wallet === null || link === null) return NO_LINK;
      const follow = (): void => {
        client.useCases.followWalletLink.execute({ wallet: toRecentWallet(wallet), base: link.base, platform: kind }).subscribe();
      };
      return { link, follow };
    },
    [client, wcUri],
  );
};

/**
 * Follows the link that opens a wallet with the pairing's URI.
 * @example
 * const { link, follow } = useWalletLink(wallet, 'mobile');
 * {link && <a href={link.href} target={link.target} onClick={follow}>{wallet.name}</a>}
 */
export const useWalletLink = (wallet: DirectoryWallet | null, kind: LinkKind): WalletLinkControl => {
  const linkOf = useWalletLinks();
  return useMemo(() => linkOf(wallet, kind), [linkOf, wallet, kind]);
};
