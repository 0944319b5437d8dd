import { type ReactElement, type ReactNode, useEffect } from 'react';
import { findConnectorOf } from '../../domain/connection/connector-list.js';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { solanaBrowserLink } from '../../domain/directory/wallet-links.js';
import { view } from '../../domain/router/views.js';
import { useConnection } from '../hooks/use-connection.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useRouter } from '../hooks/use-router.js';
import { useTrack } from '../hooks/use-track.js';
import { useWalletLink } from '../hooks/use-wallet-link.js';
import { usePairingScope } from './pairing-scope.js';

/** Where a wallet of the directory leads on this device. */
interface WalletWay {
  /** Ready before the tap; without one the tap leads to the view that connects the wallet. */
  readonly link: { readonly href: string; readonly target: '_blank' | '_self' | '_top' } | null;
  readonly onTap: () => void;
}

const useWalletWay = (wallet: DirectoryWallet, disabled: boolean): WalletWay => {
  const { platform, location } = useLatchkey().browser;
  const { activeNamespace: namespace } = useConnection();
  const connector = findConnectorOf(useConnectors(), wallet, namespace);
  const { push } = useRouter();
  const track = useTrack();
  const { request } = usePairingScope();
  const { mobile } = platform;
  const { name } = wallet;
  const linkable = mobile && !disabled && connector === undefined && Boolean(wallet.mobile_link);
  const { link, follow } = useWalletLink(linkable ? wallet : null, 'mobile');
  useEffect(() => {
    if (!linkable) return;
    // StrictMode mounts effects twice; the first of the two asks for nothing.
    let gone = false;
    queueMicrotask(() => {
      if (!gone) request();
    });
    return () => {
      gone = true;
    };
  }, [linkable, request]);

  if (connector !== undefined) {
    const onTap = (): void => {
      track('SELECT_WALLET', { name, platform: 'browser' });
      push(view('ConnectingExternal', { namespace, connectorId: connector.id }));
    };
    return { link: null, onTap };
  }
  const browse =
    namespace === 'solana' && location !== null && !disabled ? solanaBrowserLink(wallet, location, { mobile, installed: false }) : null;
  if (browse !== null) {
    return { link: { href: browse, target: '_blank' }, onTap: () => track('SELECT_WALLET', { name, platform: 'mobile' }) };
  }
  const show = (): void => push(view('ConnectingWalletConnect', { walletId: wallet.id, wallet }));
  if (link !== null) {
    const onTap = (): void => {
      follow();
      // The browser follows the link after the tap's own events; only then may the row go away.
      setTimeout(show);
    };
    return { link, onTap };
  }
  const onTap = (): void => {
    track('SELECT_WALLET', { name, platform: mobile ? 'mobile' : 'qrcode' });
    show();
  };
  return { link: null, onTap };
};

/** A wallet of the directory to pick. */
export interface WalletTapProps {
  readonly wallet: DirectoryWallet;
  readonly className: string;
  /** Nothing can be picked yet: the terms wait to be accepted. */
  readonly disabled?: boolean;
  /** Place in the order of Tab, where a list moves the focus itself. */
  readonly tabIndex?: number;
  readonly onFocus?: () => void;
  readonly children: ReactNode;
}

/**
 * A wallet of the directory as a control. On a phone it is a link to the wallet's app with the pairing's URI in it, ready before
 * the tap, because browsers open apps only at once and only from a real link. Elsewhere it leads to the view that connects it.
 */
export const WalletTap = ({ wallet, className, disabled = false, tabIndex, onFocus, children }: WalletTapProps): ReactElement => {
  const { link, onTap } = useWalletWay(wallet, disabled);
  const common = { className, part: 'row', 'data-key': wallet.id, 'data-testid': `lk-wallet-${wallet.id}`, tabIndex, onFocus };
  if (link === null) {
    return (
      <button {...common} type="button" disabled={disabled} onClick={onTap}>
        {children}
      </button>
    );
  }
  return (
    <a {...common} href={link.href} target={link.target} rel="noopener noreferrer" onClick={onTap}>
      {children}
    </a>
  );
};
