import { type ReactElement, useEffect } from 'react';
import type { ScopeProps } from '../features/feature.js';
import { SIGN_IN_CHUNK } from '../features/sign-in-chunk.js';
import { useSignInSession } from '../hooks/use-sign-in-session.js';

/** Fetches the sign-in view while the modal is open, if the app uses sign-in: it comes right after connecting. */
export const SignInScope = ({ live, children }: ScopeProps): ReactElement => {
  const isUsed = useSignInSession().status !== 'disabled';
  useEffect(() => {
    // A failed load is repeated, and reported, when the view is shown.
    if (live && isUsed) SIGN_IN_CHUNK.load().catch(() => undefined);
  }, [live, isUsed]);
  return <>{children}</>;
};
