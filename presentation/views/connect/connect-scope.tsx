import { type ReactElement, useMemo, useState } from 'react';
import type { ScopeProps } from '../../features/feature.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useRecentWallets } from '../../hooks/use-recent-wallets.js';
import { LegalConsentContext } from './legal.js';
import { usePairs } from './use-connect-list.js';

/** Keeps the consent over the views, so that a look at another view does not untick the box. */
export const ConnectScope = ({ children }: ScopeProps): ReactElement => {
  const [accepted, accept] = useState(false);
  const consent = useMemo(() => ({ accepted, accept }), [accepted]);
  const { connectedNamespaces } = useConnectionStatus();
  const pairs = usePairs();
  return (
    <LegalConsentContext.Provider value={consent}>
      {pairs && connectedNamespaces.length === 0 ? <Ahead /> : null}
      {children}
    </LegalConsentContext.Provider>
  );
};

/**
 * Fetches what the list needs to know the wallets used last, before the modal opens: they are near its top and
 * would move the rows below them. Nothing is asked of any service.
 */
const Ahead = (): null => {
  useRecentWallets();
  return null;
};
