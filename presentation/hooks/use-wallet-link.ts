import { useCallback, useMemo } from 'react';
import { type DirectoryWallet, toRecentWallet } from '../../domain/directory/directory-wallet.js';
import { type LinkKind, type WalletLink, walletLink } from '../../domain/directory/wallet-links.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { usePairing } from './use-pairing.js';

/** A link that passes a pairing URI to a wallet. */
export interface WalletLinkControl {
  /** Set before the tap; `null` while there is no URI, and for a wallet without such a link. */
  readonly link: WalletLink | null;
  /** Call it from the click handler: records the wallet immediately and lets the browser follow the link. */
  readonly follow: () => void;
}

/** Returns the link of a wallet. Keeps its identity until the URI changes. */
export type WalletLinks = (wallet: DirectoryWallet | null, kind: LinkKind) => WalletLinkControl;

const NO_LINK: WalletLinkControl = { link: null, follow: () => undefined };

/**
 * Returns the links that open several wallets with the current pairing URI.
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
 * Returns the link that opens a wallet with the current pairing URI.
 * @example
 * const { link, follow } = useWalletLink(wallet, 'mobile');
 * {link && <a href={link.href} target={link.target} onClick={follow}>{wallet.name}</a>}
 */
export const useWalletLink = (wallet: DirectoryWallet | null, kind: LinkKind): WalletLinkControl => {
  const linkOf = useWalletLinks();
  return useMemo(() => linkOf(wallet, kind), [linkOf, wallet, kind]);
};
