import { useMemo } from 'react';
import { findConnectorOf } from '../../domain/connection/connector-list.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { solanaBrowserLink } from '../../domain/directory/wallet-links.js';
import { view } from '../../domain/router/views.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';
import { useWalletLinks } from '../hooks/use-wallet-link.js';

/** Where a wallet of the directory leads on this device. */
export interface WalletWay {
  /** Ready before the tap; without one the tap leads to the view that connects the wallet. */
  readonly link: { readonly href: string; readonly target: '_blank' | '_self' | '_top' } | null;
  /** The link needs a pairing. */
  readonly linkable: boolean;
  readonly onTap: () => void;
}

/** The ways of any wallets. Keeps its identity while nothing changes that a way depends on. */
export type WalletWays = (wallet: DirectoryWallet) => WalletWay;

/**
 * Where the wallets of a list lead: one look at the page for all of them, so that a row costs nothing to draw. A list that is
 * `disabled`, because the terms wait to be accepted, has no links.
 */
export const useWalletWays = (disabled = false): WalletWays => {
  const { platform, location } = useLatchkey().browser;
  const { activeNamespace: namespace } = useConnectionStatus();
  const connectors = useConnectors();
  const linkOf = useWalletLinks();
  const { push } = useRouter();
  const track = useTrack();
  return useMemo(() => {
    const { mobile } = platform;
    return (wallet) => {
      const { name } = wallet;
      const connector = findConnectorOf(connectors, wallet, namespace);
      if (connector !== undefined) {
        const onTap = (): void => {
          track('SELECT_WALLET', { name, platform: 'browser' });
          push(view('ConnectingExternal', { namespace, connectorId: connector.id }));
        };
        return { link: null, linkable: false, onTap };
      }
      const browse =
        namespace === 'solana' && location !== null && !disabled ? solanaBrowserLink(wallet, location, { mobile, installed: false }) : null;
      if (browse !== null) {
        const onTap = (): void => track('SELECT_WALLET', { name, platform: 'mobile' });
        return { link: { href: browse, target: '_blank' }, linkable: false, onTap };
      }
      const linkable = mobile && !disabled && Boolean(wallet.mobile_link);
      const { link, follow } = linkOf(linkable ? wallet : null, 'mobile');
      const show = (): void => push(view('ConnectingWalletConnect', { walletId: wallet.id, wallet }));
      const onTap = (): void => {
        if (link === null) {
          track('SELECT_WALLET', { name, platform: mobile ? 'mobile' : 'qrcode' });
          show();
        } else {
          follow();
          // The browser follows the link after the tap's own events; only then may the row go away.
          setTimeout(show);
        }
      };
      return { link, linkable, onTap };
    };
  }, [platform, location, namespace, connectors, linkOf, push, track, disabled]);
};
