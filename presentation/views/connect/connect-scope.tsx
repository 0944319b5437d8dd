import { type ReactElement, useMemo, useState } from 'react';
import type { ScopeProps } from '../../features/feature.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useRecentWallets } from '../../hooks/use-recent-wallets.js';
import { LegalConsentContext } from './legal.js';
import { useCanPair } from './use-connect-list.js';

/** Keeps the consent across views, so that opening another view does not clear the checkbox. */
export const ConnectScope = ({ children }: ScopeProps): ReactElement => {
  const [accepted, accept] = useState(false);
  const consent = useMemo(() => ({ accepted, accept }), [accepted]);
  const { connectedNamespaces } = useConnectionStatus();
  const canPair = useCanPair();
  return (
    <LegalConsentContext.Provider value={consent}>
      {canPair && connectedNamespaces.length === 0 ? <PreloadRecentWallets /> : null}
      {children}
    </LegalConsentContext.Provider>
  );
};

/**
 * Loads the recent wallets before the modal opens: they are near the top of the list and would shift the rows below. Sends no request to a
 * service.
 */
const PreloadRecentWallets = (): null => {
  useRecentWallets();
  return null;
};
