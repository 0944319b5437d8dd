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

/** Action of a directory wallet on this device. */
export interface WalletAction {
  /** Set before the tap; without a link the tap opens the view that connects the wallet. */
  readonly link: { readonly href: string; readonly target: '_blank' | '_self' | '_top' } | null;
  /** True if the link needs a pairing. */
  readonly isPairingRequired: boolean;
  readonly onTap: () => void;
}

/** Returns the action of a wallet. Keeps its identity until one of its inputs changes. */
export type WalletActions = (wallet: DirectoryWallet) => WalletAction;

/**
 * Returns the actions of a list's wallets. Reads the page's state once for all of them, so that rows are cheap to render. A `disabled`
 * list, whose terms are not accepted yet, has no links.
 */
export const useWalletActions = (disabled = false): WalletActions => {
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
        return { link: null, isPairingRequired: false, onTap };
      }
      const browserLink =
        namespace === 'solana' && location !== null && !disabled ? solanaBrowserLink(wallet, location, { mobile, installed: false }) : null;
      if (browserLink !== null) {
        const onTap = (): void => track('SELECT_WALLET', { name, platform: 'mobile' });
        return { link: { href: browserLink, target: '_blank' }, isPairingRequired: false, onTap };
      }
      const isPairingRequired = mobile && !disabled && Boolean(wallet.mobile_link);
      const { link, follow } = linkOf(isPairingRequired ? wallet : null, 'mobile');
      const show = (): void => push(view('ConnectingWalletConnect', { walletId: wallet.id, wallet }));
      const onTap = (): void => {
        if (link === null) {
          track('SELECT_WALLET', { name, platform: mobile ? 'mobile' : 'qrcode' });
          show();
        } else {
          follow();
          // The browser follows the link after the tap's event handlers; the row must exist until then.
          setTimeout(show);
        }
      };
      return { link, isPairingRequired, onTap };
    };
  }, [platform, location, namespace, connectors, linkOf, push, track, disabled]);
};
