import { memo, type ReactElement, useState } from 'react';
import { formatAddress } from '../../domain/account/display-address.js';
import { useAccount } from '../hooks/use-account.js';
import { useLostConnection } from '../hooks/use-lost-connection.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { useNetwork } from '../hooks/use-network.js';
import type { ModalMessages } from '../messages/modal-en.js';

interface ConnectionSnapshot {
  readonly status: ReturnType<typeof useAccount>['status'];
  readonly wallet: string | undefined;
  readonly network: string | undefined;
  readonly namespace: string;
  readonly address: string | undefined;
  /** The app's label or the name service's name of the account. */
  readonly name: string | undefined;
  /** Name of the wallet whose connection was lost. */
  readonly lost: string | undefined;
}

/** Properties whose changes are announced. A name that resolves later is not. */
const ANNOUNCED_KEYS = ['status', 'wallet', 'network', 'namespace', 'address', 'lost'] as const;

/** Describes the change between two snapshots; empty if it is not announced. */
const announcementFor = (previous: ConnectionSnapshot, current: ConnectionSnapshot, m: ModalMessages): string => {
  if (current.lost !== undefined && previous.lost === undefined) return m.connectionLost(current.lost || m.yourWallet);
  if (previous.status !== current.status) {
    // A restored connection is not a change for the user.
    if (current.status === 'connected') return previous.status === 'reconnecting' ? '' : m.connected(current.wallet ?? m.yourWallet);
    if (current.status === 'connecting') return m.connecting;
    return previous.status === 'connected' ? m.disconnected : '';
  }
  if (current.status !== 'connected') return '';
  if (previous.network !== current.network) return current.network === undefined ? '' : m.networkChanged(current.network);
  // A change of namespace is announced by its network. A locked wallet has no account.
  if (previous.namespace !== current.namespace || previous.address === current.address || current.address === undefined) return '';
  return m.accountChanged(current.name ?? formatAddress(current.address));
};

/** Announces connection changes to assistive technology. On screen the views show them. */
export const Announcer = memo((): ReactElement => {
  const m = useModalMessages();
  const { status, connectedWalletInfo, namespace, address, addressLabel, profileName } = useAccount();
  const { network } = useNetwork();
  const current: ConnectionSnapshot = {
    status,
    wallet: connectedWalletInfo?.name,
    network: network?.name,
    namespace,
    address,
    name: addressLabel ?? profileName,
    lost: useLostConnection()?.name,
  };
  const [{ previous, text }, setAnnounced] = useState<{ previous: ConnectionSnapshot; text: string }>({ previous: current, text: '' });
  if (ANNOUNCED_KEYS.some((key) => previous[key] !== current[key]))
    setAnnounced({ previous: current, text: announcementFor(previous, current, m) });
  return (
    <p className="sr" role="status" data-testid="lk-announcer">
      {text}
    </p>
  );
});
