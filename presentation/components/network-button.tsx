import { type ReactElement, type ReactNode, useState } from 'react';
import type { Network } from '../../domain/network/network.js';
import { useButtonMessages } from '../hooks/use-button-messages.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useModal } from '../hooks/use-modal.js';
import { useNetwork } from '../hooks/use-network.js';
import { useOptions } from '../hooks/use-options.js';
import { useTrack } from '../hooks/use-track.js';
import { ignoreDisposed } from './ignore-disposed.js';
import { isInlineImage } from './is-inline-image.js';
import { ModalTrigger, type ModalTriggerProps } from './modal-trigger.js';
import { Picture } from './picture.js';
import { useNetworkImage } from './use-network-image.js';

/** Arguments of a custom network button's render function. */
export interface NetworkButtonState {
  readonly network: Network | undefined;
  readonly label: string;
  readonly isUnsupported: boolean;
  readonly open: () => void;
}

/** Props of {@link NetworkButton}. */
export interface NetworkButtonProps extends ModalTriggerProps {
  /** Renders a custom button. */
  readonly children?: (state: NetworkButtonState) => ReactNode;
}

/**
 * Shows the current network and opens the list of networks, unless the option `enableNetworkSwitch` is off. Remote pictures are fetched
 * only after the user has opened the modal or connected.
 * @example <NetworkButton />
 */
export const NetworkButton = ({ children, ...button }: NetworkButtonProps): ReactElement => {
  const m = useButtonMessages();
  const modal = useModal();
  const { network, isUnsupported } = useNetwork();
  const { status, connectedNamespaces } = useConnectionStatus();
  const { enableNetworkSwitch } = useOptions();
  const track = useTrack();
  const [hasInteracted, setHasInteracted] = useState(false);
  if (!hasInteracted && (modal.isOpen || connectedNamespaces.length > 0)) setHasInteracted(true);
  const image = useNetworkImage(network, hasInteracted);
  const label =
    isUnsupported && enableNetworkSwitch
      ? m.switchNetwork
      : (network?.name ?? (status === 'connected' ? m.unknownNetwork : m.selectNetwork));
  const open = (): void => {
    if (!enableNetworkSwitch) return;
    track('CLICK_NETWORKS');
    ignoreDisposed(modal.open({ view: 'Networks' }));
  };
  if (children !== undefined) return <>{children({ network, label, isUnsupported, open })}</>;
  const displayedNetwork = network === undefined || isUnsupported ? null : network;
  const isRemote = network?.assets.imageUrl !== undefined && !isInlineImage(image);
  const picture = isRemote && !hasInteracted ? null : image;
  return (
    <ModalTrigger {...button} disabled={button.disabled || !enableNetworkSwitch} kind="chip" testId="lk-network-button" onPress={open}>
      {displayedNetwork === null ? null : <Picture src={picture} name={displayedNetwork.name} size={28} round />}
      <span>{label}</span>
    </ModalTrigger>
  );
};
