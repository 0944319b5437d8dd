import { type ReactElement, useState } from 'react';
import { useAccount } from '../hooks/use-account.js';
import { useLostConnection } from '../hooks/use-lost-connection.js';
import { useMessages } from '../hooks/use-messages.js';
import { useNetwork } from '../hooks/use-network.js';
import type { Messages } from '../messages/en.js';

interface Moment {
  readonly status: ReturnType<typeof useAccount>['status'];
  readonly wallet: string | undefined;
  readonly network: string | undefined;
  /** The wallet whose connection ended, and nobody here has ended it. */
  readonly lost: string | undefined;
}

/** What changed between two moments of the connection, in words; empty when it is nothing to speak of. */
const wordsFor = (before: Moment, now: Moment, m: Messages): string => {
  if (now.lost !== undefined && before.lost === undefined) return m.connectionLost(now.lost || m.wallet);
  if (before.status !== now.status) {
    // A reload that takes up the connection again is no news to the person.
    if (now.status === 'connected') return before.status === 'reconnecting' ? '' : m.connected(now.wallet ?? m.wallet);
    if (now.status === 'connecting') return m.connecting;
    return before.status === 'connected' ? m.disconnected : '';
  }
  return now.status === 'connected' && before.network !== now.network && now.network !== undefined ? m.networkChanged(now.network) : '';
};

/** Speaks the changes of the connection to assistive technology; on screen the views show them. */
export const Announcer = (): ReactElement => {
  const m = useMessages();
  const { status, connectedWalletInfo } = useAccount();
  const { network } = useNetwork();
  const now: Moment = { status, wallet: connectedWalletInfo?.name, network: network?.name, lost: useLostConnection()?.name };
  const [{ before, words }, setSpoken] = useState<{ before: Moment; words: string }>({ before: now, words: '' });
  if (before.status !== now.status || before.wallet !== now.wallet || before.network !== now.network || before.lost !== now.lost) {
    setSpoken({ before: now, words: wordsFor(before, now, m) });
  }
  return (
    <p className="sr" role="status" data-testid="lk-announcer">
      {words}
    </p>
  );
};
