import type { ReactElement, ReactNode } from 'react';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useAccount } from '../hooks/use-account.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useLostConnection } from '../hooks/use-lost-connection.js';
import { useModal } from '../hooks/use-modal.js';
import { usePageMessages } from '../hooks/use-page-messages.js';
import { openFromPage } from './open-from-page.js';
import { PageButton, type PageButtonProps } from './page-button.js';
import { Who } from './who.js';

/** What a custom connect button gets to work with. */
export interface ConnectButtonState {
  readonly label: string;
  /** The modal is opening, or a wallet is being asked. */
  readonly connecting: boolean;
  readonly open: () => void;
}

/** A connect button. */
export interface ConnectButtonProps extends PageButtonProps {
  /** Default 'Connect Wallet', or 'Reconnect' where a wallet elsewhere was connected until its session ended. */
  readonly label?: string;
  /** Shown while connecting. Default 'Connecting...'. */
  readonly loadingLabel?: string;
  /** Connect in this namespace only. */
  readonly namespace?: Namespace;
  /** Draws a button of your own. */
  readonly children?: (state: ConnectButtonState) => ReactNode;
}

/**
 * Opens the modal, to connect a wallet. After a reload it shows the account of a wallet elsewhere while its session is taken up:
 * no page with a stored session asks to connect first.
 * @example <ConnectButton id="connect" />
 * @example <ConnectButton>{({ open, label }) => <MyButton onClick={open}>{label}</MyButton>}</ConnectButton>
 */
export const ConnectButton = ({ label, loadingLabel, namespace, children, ...button }: ConnectButtonProps): ReactElement => {
  const m = usePageMessages();
  const modal = useModal();
  const { status } = useConnectionStatus();
  const scope = namespace === undefined ? {} : { namespace };
  const account = useAccount(scope);
  const lost = useLostConnection(scope);
  // An open modal says itself what it does; nobody has picked a wallet yet.
  const connecting = (modal.loading && !modal.isOpen) || status === 'connecting';
  const open = (): void => openFromPage(modal.open(namespace === undefined ? undefined : scope));
  const [idle, busy] = [label ?? (lost === null ? m.connectWallet : m.reconnect), loadingLabel ?? m.connecting];
  const [text, other] = connecting ? [busy, idle] : [idle, busy];
  if (children !== undefined) return <>{children({ label: text, connecting, open })}</>;
  const { address } = account;
  if (address !== undefined && account.status === 'reconnecting') {
    return (
      <PageButton {...button} kind="chip" testId="lk-account-button" onPress={open}>
        <Who account={account} address={address} />
      </PageButton>
    );
  }
  return (
    <PageButton {...button} kind="main" testId="lk-connect-button" busy={connecting} onPress={open}>
      {/* The other label keeps its room, so that the button is as wide with either. */}
      <span data-other={other}>{text}</span>
    </PageButton>
  );
};
