import { useState } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { SignInStatus } from '../../application/sign-in/watch-sign-in.use-case.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInData } from '../../domain/sign-in/sign-in-session.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useObservable, type Watched } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';

/** An account that is signed in. The other fields are absent if they are unknown, as from a cookie. */
export type SignedInAccount = Pick<SignInData, 'chainId' | 'accountAddress'> & Partial<SignInData>;

/** Parameters of {@link useSignInSession}. */
export interface SignInSessionParameters extends NamespaceInput {
  /** The session that the server read from the cookie; used until the client knows it. */
  readonly initialData?: SignedInAccount | null | undefined;
}

/** Sign-in of an account, discriminated by `status`; `disabled` if the app does not use sign-in. */
export type SignInSessionState =
  | { readonly status: 'disabled' | 'disconnected' | 'checking' | 'signed-out'; readonly data: undefined; readonly error: null }
  | { readonly status: 'signed-in'; readonly data: SignedInAccount; readonly error: null }
  | { readonly status: 'error'; readonly data: undefined; readonly error: LatchkeyError };

const watch = ({ useCases: { watchSignIn } }: Latchkey, namespace: Namespace | undefined): Watched<SignInStatus> => {
  const input = namespace === undefined ? {} : { namespace };
  return {
    current: () => watchSignIn.current(input),
    changes: watchSignIn.execute(input),
    serverValue: { status: 'disconnected' },
  };
};

/**
 * Returns whether the connected account is signed in. In a server-rendered app pass `initialData`, so that the first render is right.
 * @example
 * const { status, data } = useSignInSession();
 * status === 'signed-in' && <p>{data.accountAddress}</p>
 */
export const useSignInSession = ({ namespace, initialData }: SignInSessionParameters = {}): SignInSessionState => {
  const current = useObservable('useSignInSession', watch, namespace);
  const { initialized } = useConnectionStatus();
  const isKnown = current.status !== 'checking' && (initialized || current.status !== 'disconnected');
  const [hasBeenKnown, setHasBeenKnown] = useState(false);
  if (isKnown && !hasBeenKnown) setHasBeenKnown(true);
  if (!isKnown && !hasBeenKnown && initialData != null) return { status: 'signed-in', data: initialData, error: null };
  if (current.status === 'signed-in') return { status: 'signed-in', data: current.sessions[0].data, error: null };
  if (current.status === 'error') return { status: 'error', data: undefined, error: current.error };
  return { status: isKnown || current.status === 'checking' ? current.status : 'checking', data: undefined, error: null };
};
