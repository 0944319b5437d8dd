import type { AccountId } from '../caip/caip-10.js';
import { isSameAccount, type NamespaceSignIn } from './sign-in-state.js';

/** The prompt of the connected account of a namespace. */
export interface PromptState {
  readonly account: AccountId;
  readonly status: Exclude<NamespaceSignIn['status'], 'disconnected'>;
  /** `always` after what the user did, `if-required` after a reload: an account without a session is prompted only if sign-in is required. */
  readonly rule: 'always' | 'if-required';
  /** True if it was prompted, or has signed out, and has not signed in since. */
  readonly isPrompted: boolean;
  /** True once its sessions were requested. */
  readonly isChecked: boolean;
  /** The verification of what a wallet signed while connecting. It may be of an earlier account. */
  readonly verification: { readonly id: number; readonly account: AccountId } | null;
}

/** Conditions of a prompt that are not of its account. */
export interface PromptContext {
  /** The namespace is the active one. */
  readonly isActive: boolean;
  readonly isRequired: boolean;
  /** The page is visible. */
  readonly isVisible: boolean;
  /** The modal is closed, or shows a view that may be replaced: the user is not busy in another one. */
  readonly isFree: boolean;
}

export type PromptEvent =
  /** Another account, the same one on another chain, or the same one with another wallet session. */
  | {
      readonly type: 'account-changed';
      readonly account: AccountId;
      /** The user, not a reload, has connected the namespace. */
      readonly isByUser: boolean;
      /** The sessions of the account before are revoked for this change. */
      readonly isRevoked: boolean;
      /** Id of the verification of what the wallet signed while connecting; `null` if it signed nothing. */
      readonly verification: number | null;
      /** The app supports its network: on another one it cannot sign in. */
      readonly isSupported: boolean;
    }
  | { readonly type: 'disconnected' }
  | { readonly type: 'verification-ended'; readonly verification: number; readonly isSupported: boolean }
  /** The sessions may have changed. */
  | { readonly type: 'check-due'; readonly isSupported: boolean }
  /** The page is online or visible again. */
  | { readonly type: 'resumed'; readonly isSupported: boolean }
  | { readonly type: 'sessions-read'; readonly account: AccountId; readonly isSignedIn: boolean; readonly context: PromptContext }
  | { readonly type: 'read-failed'; readonly account: AccountId; readonly isModalOpen: boolean; readonly context: PromptContext }
  /** The user has signed in or out. */
  | { readonly type: 'sign-in-changed'; readonly isSignedIn: boolean }
  /** The user has connected in the modal, which would close. */
  | { readonly type: 'connect-completed'; readonly context: PromptContext }
  /** The context of the prompt has changed. */
  | { readonly type: 'context-changed'; readonly context: PromptContext };

/** Reads the sessions, verifies what the wallet signed, opens the prompt, or disconnects an account whose sessions cannot be read. */
export type PromptEffect = 'check' | 'verify' | 'prompt' | 'disconnect';

export interface PromptTransition {
  /** `null` without a connected account. */
  readonly state: PromptState | null;
  readonly effect: PromptEffect | null;
}

const unchanged = (state: PromptState): PromptTransition => ({ state, effect: null });

const signedIn = (state: PromptState): PromptState => ({ ...state, status: 'signed-in', isPrompted: false, rule: 'if-required' });

/** Not on an unsupported network, and not while a verification is about to change the result. */
const check = (state: PromptState, isSupported: boolean): PromptTransition => {
  const isVerifying = state.verification !== null && isSameAccount(state.verification.account, state.account);
  return isSupported && !isVerifying ? { state: { ...state, isChecked: true }, effect: 'check' } : unchanged(state);
};

const promptIfDue = (state: PromptState, { isActive, isRequired, isVisible, isFree }: PromptContext): PromptTransition => {
  const isDue = state.status === 'signed-out' && !state.isPrompted && (state.rule === 'always' || isRequired);
  return isDue && isActive && isVisible && isFree ? { state: { ...state, isPrompted: true }, effect: 'prompt' } : unchanged(state);
};

const changeAccount = (before: PromptState | null, event: Extract<PromptEvent, { type: 'account-changed' }>): PromptTransition => {
  const { account, isByUser, isRevoked, verification, isSupported } = event;
  const isSame = before !== null && isSameAccount(before.account, account);
  const state: PromptState = isSame
    ? { ...before, account }
    : {
        account,
        status: 'checking',
        rule: before !== null || isByUser ? 'always' : 'if-required',
        isPrompted: false,
        isChecked: false,
        verification: before?.verification ?? null,
      };
  if (verification !== null) return { state: { ...state, isChecked: true, verification: { id: verification, account } }, effect: 'verify' };
  if (isRevoked) return check({ ...state, status: 'signed-out', rule: 'always', isPrompted: false }, isSupported);
  return state.isChecked ? unchanged(state) : check(state, isSupported);
};

/**
 * Computes the next prompt state of a namespace. An account is prompted once: after it was connected or selected, and again only after it had
 * a session that ended, or was connected again.
 */
export const promptTransition = (state: PromptState | null, event: PromptEvent): PromptTransition => {
  if (event.type === 'account-changed') return changeAccount(state, event);
  if (state === null || event.type === 'disconnected') return { state: null, effect: null };
  switch (event.type) {
    case 'verification-ended': {
      const { verification, account } = state;
      if (verification?.id !== event.verification) return unchanged(state);
      const ended = { ...state, verification: null };
      return isSameAccount(verification.account, account) ? check(ended, event.isSupported) : unchanged(ended);
    }
    case 'check-due':
      return check(state, event.isSupported);
    case 'resumed': {
      // A prompt that waited may not be due any more.
      const isWaiting = state.status === 'signed-out' && !state.isPrompted;
      return state.status === 'error' || isWaiting ? check(state, event.isSupported) : unchanged(state);
    }
    case 'sessions-read': {
      if (!isSameAccount(state.account, event.account)) return unchanged(state);
      if (event.isSignedIn) return unchanged(signedIn(state));
      // The session has expired, or another tab has ended it.
      const hasEnded = state.status === 'signed-in';
      return promptIfDue({ ...state, status: 'signed-out', isPrompted: state.isPrompted && !hasEnded }, event.context);
    }
    case 'read-failed': {
      // Later failures change nothing that the user sees.
      if (!isSameAccount(state.account, event.account) || state.status !== 'checking') return unchanged(state);
      const { isActive, isRequired, isFree } = event.context;
      const isAwaited = isActive && isFree && state.rule === 'always' && (event.isModalOpen || isRequired);
      return { state: { ...state, status: 'error' }, effect: isAwaited ? 'disconnect' : null };
    }
    case 'sign-in-changed':
      if (event.isSignedIn) return unchanged(signedIn(state));
      // A user who has signed out is not prompted to sign in again.
      return unchanged(state.status === 'signed-in' ? { ...state, status: 'signed-out', isPrompted: true } : state);
    case 'connect-completed':
      return promptIfDue({ ...state, isPrompted: false }, event.context);
    case 'context-changed':
      return promptIfDue(state, event.context);
  }
};
