import { type ReactElement, useState } from 'react';
import { findConnectorOf } from '../../../domain/connection/connector-list.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { isInstalled } from '../../../domain/directory/wallet-order.js';
import { type WalletPlatform, walletPlatforms } from '../../../domain/directory/wallet-platforms.js';
import type { ViewData } from '../../../domain/router/views.js';
import { QrCode } from '../../components/qr-code.js';
import { tabId } from '../../components/tabs.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useWallet } from '../../hooks/use-wallet.js';
import { ConnectingExternal } from '../connecting-external/connecting-external.js';
import { LinkPanel } from './link-panel.js';
import { NotInstalled } from './not-installed.js';
import { PairingPanel } from './pairing-panel.js';
import { PlatformTabs, panelId } from './platform-tabs.js';
import { QrPanel } from './qr-panel.js';

/** Connects a wallet of the directory, or any wallet, in the ways it supports on this device. */
export const ConnectingWalletConnect = ({ walletId, wallet: providedWallet }: ViewData['ConnectingWalletConnect']): ReactElement => {
  const m = useMessages();
  const { data: loadedWallet = null, isPending } = useWallet(providedWallet === undefined ? walletId : null);
  const wallet = providedWallet ?? loadedWallet;
  // The platforms are known once the wallet is loaded; an unknown wallet may still scan the code.
  if (wallet === null && walletId !== null && isPending) return <QrCode text={undefined} label={m.preparingCode} />;
  return <Platforms wallet={wallet} />;
};

const Platforms = ({ wallet }: { readonly wallet: DirectoryWallet | null }): ReactElement => {
  const { mobile } = useLatchkey().browser.platform;
  const connectors = useConnectors();
  const installed = wallet !== null && isInstalled(wallet, connectors);
  const platforms = walletPlatforms(wallet, { mobile, installed, hasAdapters: connectors.length > 0 });
  const [picked, pick] = useState<WalletPlatform>(platforms[0]);
  const platform = platforms.includes(picked) || picked === 'qrcode' ? picked : platforms[0];
  const panel = <Panel wallet={wallet} platform={platform} onShowCode={() => pick('qrcode')} />;
  if (platforms.length === 1) return panel;
  return (
    <div className="stack">
      <PlatformTabs platforms={platforms} picked={platform} onPick={pick} />
      <div role="tabpanel" id={panelId(platform)} aria-labelledby={tabId(platform)}>
        {panel}
      </div>
    </div>
  );
};

interface PanelProps {
  readonly wallet: DirectoryWallet | null;
  readonly platform: WalletPlatform;
  /** Shows the QR code instead of a link that opened nothing. */
  readonly onShowCode: () => void;
}

const Panel = ({ wallet, platform, onShowCode }: PanelProps): ReactElement => {
  const connectors = useConnectors();
  const { activeNamespace } = useConnectionStatus();
  if (wallet !== null && platform === 'browser') {
    const connector = findConnectorOf(connectors, wallet, activeNamespace) ?? connectors.find((each) => isInstalled(wallet, [each]));
    if (connector !== undefined) return <ConnectingExternal namespace={connector.namespace} connectorId={connector.id} />;
  }
  if (wallet !== null && platform === 'unsupported') return <NotInstalled wallet={wallet} />;
  if (wallet !== null && (platform === 'mobile' || platform === 'desktop' || platform === 'web')) {
    return (
      <PairingPanel key={platform} wallet={wallet}>
        <LinkPanel wallet={wallet} kind={platform} onShowCode={onShowCode} />
      </PairingPanel>
    );
  }
  return (
    <PairingPanel key="qrcode" wallet={wallet} isUriVisible>
      <QrPanel wallet={wallet} />
    </PairingPanel>
  );
};
