import { memo, type ReactElement, useState } from 'react';
import { ADDRESS_LONG, truncate } from '../../domain/account/display-address.js';
import { useAccount } from '../hooks/use-account.js';
import { useLostConnection } from '../hooks/use-lost-connection.js';
import { useMessages } from '../hooks/use-messages.js';
import { useNetwork } from '../hooks/use-network.js';
import type { Messages } from '../messages/en.js';

interface Moment {
  readonly status: ReturnType<typeof useAccount>['status'];
  readonly wallet: string | undefined;
  readonly network: string | undefined;
  readonly namespace: string;
  readonly address: string | undefined;
  /** What the host or a name service calls the account. */
  readonly name: string | undefined;
  /** The wallet whose connection ended, and nobody here has ended it. */
  readonly lost: string | undefined;
}

/** What is worth a word when it changes. A name that comes later is not. */
const SPOKEN = ['status', 'wallet', 'network', 'namespace', 'address', 'lost'] as const;

/** What changed between two moments of the connection, in words; empty when it is nothing to speak of. */
const wordsFor = (before: Moment, now: Moment, m: Messages): string => {
  if (now.lost !== undefined && before.lost === undefined) return m.connectionLost(now.lost || m.wallet);
  if (before.status !== now.status) {
    // A reload that takes up the connection again is no news to the person.
    if (now.status === 'connected') return before.status === 'reconnecting' ? '' : m.connected(now.wallet ?? m.wallet);
    if (now.status === 'connecting') return m.connecting;
    return before.status === 'connected' ? m.disconnected : '';
  }
  if (now.status !== 'connected') return '';
  if (before.network !== now.network) return now.network === undefined ? '' : m.networkChanged(now.network);
  // Of another namespace its network says it; while a wallet is locked there is no account to speak of.
  if (before.namespace !== now.namespace || before.address === now.address || now.address === undefined) return '';
  return m.accountChanged(now.name ?? truncate(now.address, ADDRESS_LONG));
};

/** Speaks the changes of the connection to assistive technology; on screen the views show them. */
export const Announcer = memo((): ReactElement => {
  const m = useMessages();
  const { status, connectedWalletInfo, namespace, address, addressLabel, profileName } = useAccount();
  const { network } = useNetwork();
  const now: Moment = {
    status,
    wallet: connectedWalletInfo?.name,
    network: network?.name,
    namespace,
    address,
    name: addressLabel ?? profileName,
    lost: useLostConnection()?.name,
  };
  const [{ before, words }, setSpoken] = useState<{ before: Moment; words: string }>({ before: now, words: '' });
  if (SPOKEN.some((part) => before[part] !== now[part])) setSpoken({ before: now, words: wordsFor(before, now, m) });
  return (
    <p className="sr" role="status" data-testid="lk-announcer">
      {words}
    </p>
  );
});
