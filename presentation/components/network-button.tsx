import { type ReactElement, type ReactNode, useState } from 'react';
import type { Network } from '../../domain/network/network.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useModal } from '../hooks/use-modal.js';
import { useNetwork } from '../hooks/use-network.js';
import { useOptions } from '../hooks/use-options.js';
import { usePageMessages } from '../hooks/use-page-messages.js';
import { useTrack } from '../hooks/use-track.js';
import { openFromPage } from './open-from-page.js';
import { PageButton, type PageButtonProps } from './page-button.js';
import { Picture } from './picture.js';

/** What a custom network button gets to work with. */
export interface NetworkButtonState {
  readonly network: Network | undefined;
  readonly label: string;
  readonly isUnsupported: boolean;
  readonly open: () => void;
}

/** A network button. */
export interface NetworkButtonProps extends PageButtonProps {
  /** Draws a button of your own. */
  readonly children?: (state: NetworkButtonState) => ReactNode;
}

/**
 * Shows the network in use and opens the list of networks, unless the option `enableNetworkSwitch` is off. A picture from
 * elsewhere is fetched once the visitor has opened the modal or is connected.
 * @example <NetworkButton />
 */
export const NetworkButton = ({ children, ...button }: NetworkButtonProps): ReactElement => {
  const m = usePageMessages();
  const modal = useModal();
  const { network, isUnsupported } = useNetwork();
  const { status, connectedNamespaces } = useConnectionStatus();
  const { enableNetworkSwitch } = useOptions();
  const track = useTrack();
  const [acted, setActed] = useState(false);
  if (!acted && (modal.isOpen || connectedNamespaces.length > 0)) setActed(true);
  const label =
    isUnsupported && enableNetworkSwitch
      ? m.switchNetwork
      : (network?.name ?? (status === 'connected' ? m.unknownNetwork : m.selectNetwork));
  const open = (): void => {
    if (!enableNetworkSwitch) return;
    track('CLICK_NETWORKS');
    openFromPage(modal.open({ view: 'Networks' }));
  };
  if (children !== undefined) return <>{children({ network, label, isUnsupported, open })}</>;
  const shown = network === undefined || isUnsupported ? null : network;
  const image = shown?.assets.imageUrl;
  const picture = acted || image?.startsWith('data:') ? image : undefined;
  return (
    <PageButton {...button} disabled={button.disabled || !enableNetworkSwitch} kind="chip" testId="lk-network-button" onPress={open}>
      {shown === null ? null : <Picture src={picture} name={shown.name} size={28} round />}
      <span>{label}</span>
    </PageButton>
  );
};
