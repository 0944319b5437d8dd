import type { ReactElement, ReactNode } from 'react';
import type { Network } from '../../domain/network/network.js';
import { useConnection } from '../hooks/use-connection.js';
import { useModal } from '../hooks/use-modal.js';
import { useNetwork } from '../hooks/use-network.js';
import { usePageMessages } from '../hooks/use-page-messages.js';
import { useTrack } from '../hooks/use-track.js';
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
 * Shows the network in use and opens the list of networks.
 * @example <NetworkButton />
 */
export const NetworkButton = ({ children, ...button }: NetworkButtonProps): ReactElement => {
  const m = usePageMessages();
  const modal = useModal();
  const { network, isUnsupported } = useNetwork();
  const { status } = useConnection();
  const track = useTrack();
  const label = isUnsupported ? m.switchNetwork : (network?.name ?? (status === 'connected' ? m.unknownNetwork : m.selectNetwork));
  const open = (): void => {
    track('CLICK_NETWORKS');
    void modal.open({ view: 'Networks' });
  };
  if (children !== undefined) return <>{children({ network, label, isUnsupported, open })}</>;
  const shown = network === undefined || isUnsupported ? null : network;
  return (
    <PageButton {...button} kind="chip" testId="lk-network-button" onPress={open}>
      {shown === null ? null : <Picture src={shown.assets.imageUrl} name={shown.name} size={28} round />}
      <span>{label}</span>
    </PageButton>
  );
};
