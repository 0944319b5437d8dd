import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { hasDirectory } from '../../../domain/directory/has-directory.js';
import type { ScopeProps } from '../../features/feature.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useOptions } from '../../hooks/use-options.js';
import { LegalConsentContext } from './legal.js';
import { useCanPair } from './use-connect-list.js';

/** Keeps the consent across views, so that opening another view does not clear the checkbox. */
export const ConnectScope = ({ live, view, children }: ScopeProps): ReactElement => {
  const [accepted, accept] = useState(false);
  const consent = useMemo(() => ({ accepted, accept }), [accepted]);
  const client = useLatchkey();
  const hasWallets = hasDirectory(useOptions());
  const isListed = useCanPair() && hasWallets && live && view === 'Connect';
  useEffect(() => {
    // The list requests its wallets after the first frame. A failed load is repeated, and reported, then.
    if (isListed) client.load('directory').catch(() => undefined);
  }, [client, isListed]);
  return <LegalConsentContext.Provider value={consent}>{children}</LegalConsentContext.Provider>;
};
