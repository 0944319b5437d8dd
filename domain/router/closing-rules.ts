import { currentView, type RouterEvent, type RouterState } from './router-machine.js';
import { isUnsupportedNetworkView, type View, type ViewName, view } from './views.js';

/** Input of the closing rules. */
export interface ClosingFacts {
  readonly view: View;
  /** True if the app requires a sign-in session. */
  readonly signInRequired: boolean;
  /** True if a valid sign-in session exists for the account and chain. */
  readonly hasSignInSession: boolean;
}

/** Close is disabled on the sign and approve views while sign-in is required and no session exists. */
export const isCloseDisabled = ({ view: { name }, signInRequired, hasSignInSession }: ClosingFacts): boolean =>
  (name === 'ApproveTransaction' || name === 'SIWXSignMessage' || name === 'ConnectingSiwe') && signInRequired && !hasSignInSession;

/**
 * Effect of the close button, the backdrop and Escape: `shake` if closing would leave an unusable state (unsupported network, required
 * sign-in), `ignore` while the user is in a wallet, else `close`.
 */
export const closeReaction = (facts: ClosingFacts & { readonly buffering: boolean }): 'close' | 'shake' | 'ignore' => {
  if (isUnsupportedNetworkView(facts.view) || isCloseDisabled(facts)) return 'shake';
  return facts.buffering ? 'ignore' : 'close';
};

/**
 * In embedded mode, closing navigates to Account if connected, else to Connect. The history is cleared, so that the back button does not
 * return to the closed flow.
 */
export const embeddedCloseEvent = (connected: boolean): RouterEvent => ({ type: 'reset', view: view(connected ? 'Account' : 'Connect') });

/** Views that require a decision of the user instead of going back. */
const VIEWS_WITHOUT_BACK: readonly ViewName[] = ['ApproveTransaction', 'ConnectingSiwe', 'SIWXSignMessage'];

/** Tests whether the header shows the back button. */
export const isBackVisible = (state: RouterState, { embedded }: { readonly embedded: boolean }): boolean => {
  const { name } = currentView(state);
  return state.history.length > 1 && !VIEWS_WITHOUT_BACK.includes(name) && !(embedded && name === 'Connect');
};

/** Views without anything that the user would lose. */
const REPLACEABLE_VIEWS: readonly ViewName[] = ['Account', 'Connect', 'UnsupportedChain', 'ConnectingSiwe', 'SIWXSignMessage'];

/** Tests whether a prompt may replace a view. Otherwise it waits until the user has left the view or closed the modal. */
export const isReplaceable = (name: ViewName): boolean => REPLACEABLE_VIEWS.includes(name);
