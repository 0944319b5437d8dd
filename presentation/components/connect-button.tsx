import type { ReactElement, ReactNode } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useConnection } from '../hooks/use-connection.js';
import { useModal } from '../hooks/use-modal.js';
import { usePageMessages } from '../hooks/use-page-messages.js';
import { openFromPage } from './open-from-page.js';
import { PageButton, type PageButtonProps } from './page-button.js';

/** What a custom connect button gets to work with. */
export interface ConnectButtonState {
  readonly label: string;
  /** The modal is opening, or a wallet is being asked. */
  readonly connecting: boolean;
  readonly open: () => void;
}

/** A connect button. */
export interface ConnectButtonProps extends PageButtonProps {
  /** Default 'Connect Wallet'. */
  readonly label?: string;
  /** Shown while connecting. Default 'Connecting...'. */
  readonly loadingLabel?: string;
  /** Connect in this namespace only. */
  readonly namespace?: Namespace;
  /** Draws a button of your own. */
  readonly children?: (state: ConnectButtonState) => ReactNode;
}

/**
 * Opens the modal, to connect a wallet.
 * @example <ConnectButton id="connect" />
 * @example <ConnectButton>{({ open, label }) => <MyButton onClick={open}>{label}</MyButton>}</ConnectButton>
 */
export const ConnectButton = ({ label, loadingLabel, namespace, children, ...button }: ConnectButtonProps): ReactElement => {
  const m = usePageMessages();
  const modal = useModal();
  const { status } = useConnection();
  // An open modal says itself what it does; nobody has picked a wallet yet.
  const connecting = (modal.loading && !modal.isOpen) || status === 'connecting';
  const open = (): void => openFromPage(modal.open(namespace === undefined ? undefined : { namespace }));
  const [idle, busy] = [label ?? m.connectWallet, loadingLabel ?? m.connecting];
  const [text, other] = connecting ? [busy, idle] : [idle, busy];
  if (children !== undefined) return <>{children({ label: text, connecting, open })}</>;
  return (
    <PageButton {...button} kind="main" testId="lk-connect-button" busy={connecting} onPress={open}>
      {/* The other label keeps its room, so that the button is as wide with either. */}
      <span data-other={other}>{text}</span>
    </PageButton>
  );
};
