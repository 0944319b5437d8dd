import { useSignIn, useSignInSession, useSignOut } from 'latchkey/react';
import type { ReactElement } from 'react';
import { Fact, Failure } from '../ui/outcome.js';

/** Shows whether the server knows the account, and signs it in or out. */
export const SignIn = (): ReactElement => {
  const { status, data, error } = useSignInSession();
  const { signIn, isPending: isSigning } = useSignIn();
  const { signOut, isPending: isSigningOut } = useSignOut();
  return (
    <>
      <dl className="facts">
        <Fact name="Status" testId="demo-sign-in-status">
          {status}
        </Fact>
        <Fact name="Account" testId="demo-sign-in-account">
          {data?.accountAddress ?? '–'}
        </Fact>
        <Fact name="Chain" testId="demo-sign-in-chain">
          {data?.chainId ?? '–'}
        </Fact>
      </dl>
      {error !== null && <Failure error={error} testId="demo-sign-in-error" />}
      {status === 'signed-in' ? (
        <button type="button" data-testid="demo-sign-out" disabled={isSigningOut} onClick={() => signOut()}>
          Sign out
        </button>
      ) : (
        <button type="button" data-testid="demo-sign-in" disabled={isSigning || status !== 'signed-out'} onClick={() => signIn()}>
          Sign in
        </button>
      )}
    </>
  );
};
