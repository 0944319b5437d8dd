import type { ReactElement, ReactNode } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useAccount } from '../hooks/use-account.js';
import { useButtonMessages } from '../hooks/use-button-messages.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useLostConnection } from '../hooks/use-lost-connection.js';
import { useModal } from '../hooks/use-modal.js';
import { AccountIdentity } from './account-identity.js';
import { ignoreDisposed } from './ignore-disposed.js';
import { ModalTrigger, type ModalTriggerProps } from './modal-trigger.js';

/** Arguments of a custom connect button's render function. */
export interface ConnectButtonState {
  readonly label: string;
  /** The modal is opening, or a wallet request is pending. */
  readonly isConnecting: boolean;
  readonly open: () => void;
}

/** Props of {@link ConnectButton}. */
export interface ConnectButtonProps extends ModalTriggerProps {
  /** Default 'Connect Wallet', or 'Reconnect' after the session of a remote wallet ended. */
  readonly label?: string;
  /** Shown while connecting. Default 'Connecting...'. */
  readonly loadingLabel?: string;
  /** Connects in this namespace only. */
  readonly namespace?: Namespace;
  /** Renders a custom button. */
  readonly children?: (state: ConnectButtonState) => ReactNode;
}

/**
 * Opens the modal to connect a wallet. After a reload it shows the stored account while the session of a remote wallet is restored, so that
 * users with a session are not asked to connect.
 * @example <ConnectButton id="connect" />
 * @example <ConnectButton>{({ open, label }) => <MyButton onClick={open}>{label}</MyButton>}</ConnectButton>
 */
export const ConnectButton = ({ label, loadingLabel, namespace, children, ...button }: ConnectButtonProps): ReactElement => {
  const m = useButtonMessages();
  const modal = useModal();
  const { status } = useConnectionStatus();
  const scope = namespace === undefined ? {} : { namespace };
  const account = useAccount(scope);
  const lost = useLostConnection(scope);
  // An open modal shows its own progress, and no wallet is picked yet.
  const connecting = (modal.loading && !modal.isOpen) || status === 'connecting';
  const open = (): void => ignoreDisposed(modal.open(namespace === undefined ? undefined : scope));
  const [idle, busy] = [label ?? (lost === null ? m.connectWallet : m.reconnect), loadingLabel ?? m.connecting];
  const [text, other] = connecting ? [busy, idle] : [idle, busy];
  if (children !== undefined) return <>{children({ label: text, isConnecting: connecting, open })}</>;
  const { address } = account;
  if (address !== undefined && account.status === 'reconnecting') {
    return (
      <ModalTrigger {...button} kind="chip" testId="lk-account-button" onPress={open}>
        <AccountIdentity account={account} address={address} />
      </ModalTrigger>
    );
  }
  return (
    <ModalTrigger {...button} kind="main" testId="lk-connect-button" busy={connecting} onPress={open}>
      {/* Reserves the width of the other label, so that the button keeps its size. */}
      <span data-other={other}>{text}</span>
    </ModalTrigger>
  );
};
