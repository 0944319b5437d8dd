import { usePairing } from 'latchkey/react';
import type { ReactElement } from 'react';

/** Link to the mobile wallet of a pending request, else nothing. A link, because browsers open an app only on a tap. */
export const OpenWallet = (): ReactElement | null => {
  const { pendingWallet } = usePairing();
  return pendingWallet === undefined ? null : (
    <a className="quiet" href={pendingWallet.href} target={pendingWallet.target} rel="noopener noreferrer" data-testid="demo-open-wallet">
      Open {pendingWallet.name === '' ? 'your wallet' : pendingWallet.name}
    </a>
  );
};
