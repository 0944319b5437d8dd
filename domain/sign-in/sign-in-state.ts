import { isSameAddress } from '../account/same-address.js';
import { type AccountId, parseAccountId } from '../caip/caip-10.js';
import type { Namespace } from '../caip/namespace.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { SignInSession } from './sign-in-session.js';

/**
 * Sign-in of the account of a namespace. `checking` until it is known whether the account has a session; `error` if that could not be found
 * out.
 */
export type NamespaceSignIn =
  | { readonly status: 'disconnected' }
  | { readonly status: 'checking'; readonly account: AccountId }
  | { readonly status: 'signed-out'; readonly account: AccountId }
  | { readonly status: 'signed-in'; readonly account: AccountId; readonly sessions: readonly [SignInSession, ...SignInSession[]] }
  | { readonly status: 'error'; readonly account: AccountId; readonly error: LatchkeyError };

export type SignInState = Readonly<Partial<Record<Namespace, NamespaceSignIn>>>;

/** Events of the sign-in of a namespace. Those of an account that is not the active one any more are ignored. */
export type SignInEvent =
  /** Another account, or the same one on another chain; `null` after a disconnection. `isSignedOut` if its sessions are revoked for it. */
  | { readonly type: 'account-changed'; readonly namespace: Namespace; readonly account: AccountId | null; readonly isSignedOut?: boolean }
  | { readonly type: 'sessions-read'; readonly account: AccountId; readonly sessions: readonly SignInSession[] }
  | { readonly type: 'read-failed'; readonly account: AccountId; readonly error: LatchkeyError };

const DISCONNECTED: NamespaceSignIn = { status: 'disconnected' };

/** The sign-in of a namespace. */
export const signInOf = (state: SignInState, namespace: Namespace): NamespaceSignIn => state[namespace] ?? DISCONNECTED;

/** Tests whether two ids are of one account, on whatever chains. */
export const isSameAccount = (a: AccountId, b: AccountId): boolean => {
  const [first, second] = [parseAccountId(a), parseAccountId(b)];
  return first.namespace === second.namespace && isSameAddress(first.namespace, first.address, second.address);
};

const next = (current: NamespaceSignIn, event: SignInEvent): NamespaceSignIn => {
  const { account } = event;
  if (account === null) return DISCONNECTED;
  const isCurrent = current.status !== 'disconnected' && isSameAccount(current.account, account);
  switch (event.type) {
    case 'account-changed':
      if (event.isSignedOut === true) return { status: 'signed-out', account };
      // A session outlasts a switch of the chain.
      if (!isCurrent) return { status: 'checking', account };
      return current.account === account ? current : { ...current, account };
    case 'read-failed':
      // What is known stays: a failing network ends no session.
      return isCurrent && current.status === 'checking' ? { status: 'error', account: current.account, error: event.error } : current;
    case 'sessions-read': {
      if (!isCurrent) return current;
      const [first, ...others] = event.sessions;
      return first === undefined
        ? { status: 'signed-out', account: current.account }
        : { status: 'signed-in', account: current.account, sessions: [first, ...others] };
    }
  }
};

/** Applies an event. Returns the same state if nothing changes. */
export const reduceSignIn = (state: SignInState, event: SignInEvent): SignInState => {
  const namespace = event.type === 'account-changed' ? event.namespace : parseAccountId(event.account).namespace;
  const before = signInOf(state, namespace);
  const after = next(before, event);
  return after === before || (after.status === 'disconnected' && before.status === 'disconnected')
    ? state
    : { ...state, [namespace]: after };
};
