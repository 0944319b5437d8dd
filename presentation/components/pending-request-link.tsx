import type { ReactElement } from 'react';
import { useMessages } from '../hooks/use-messages.js';
import { usePairing } from '../hooks/use-pairing.js';

/**
 * Link to the wallet on this device while it has a pending request, because browsers open apps only on a tap. Renders nothing otherwise.
 */
export const PendingRequestLink = (): ReactElement | null => {
  const m = useMessages();
  const { pendingWallet } = usePairing();
  if (pendingWallet === undefined) return null;
  return (
    <a
      className="btn main pending-request"
      href={pendingWallet.href}
      target={pendingWallet.target}
      rel="noopener noreferrer"
      data-testid="lk-open-pending"
    >
      {m.openName(pendingWallet.name === '' ? m.yourWallet : pendingWallet.name)}
      {pendingWallet.target === '_blank' ? <span className="sr">{` ${m.newTab}`}</span> : null}
    </a>
  );
};
