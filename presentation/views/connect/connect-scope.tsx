import { type ReactElement, useMemo, useState } from 'react';
import type { ScopeProps } from '../../features/feature.js';
import { LegalConsentContext } from './legal.js';

/** Keeps the consent across views, so that opening another view does not clear the checkbox. */
export const ConnectScope = ({ children }: ScopeProps): ReactElement => {
  const [accepted, accept] = useState(false);
  const consent = useMemo(() => ({ accepted, accept }), [accepted]);
  return <LegalConsentContext.Provider value={consent}>{children}</LegalConsentContext.Provider>;
};
