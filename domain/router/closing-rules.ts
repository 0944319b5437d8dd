import { currentView, type RouterEvent, type RouterState } from './router-machine.js';
import { type ViewName, view } from './views.js';

/** What decides whether the modal may be closed. */
export interface ClosingFacts {
  readonly view: ViewName;
  /** Whether the host's sign-in layer refuses to go on without a session. */
  readonly signInRequired: boolean;
  /** Whether a valid sign-in session exists for the account and chain. */
  readonly hasSignInSession: boolean;
}

/** Close is disabled on the sign and approve views while sign-in is required and no session exists. */
export const isCloseDisabled = ({ view: name, signInRequired, hasSignInSession }: ClosingFacts): boolean =>
  (name === 'ApproveTransaction' || name === 'SIWXSignMessage') && signInRequired && !hasSignInSession;

/**
 * What the close button, the backdrop and Escape do: `shake` where closing would leave an unusable state (an
 * unsupported network, a sign-in that is still owed), `ignore` while a wallet hand-over is under way, else `close`.
 */
export const closeReaction = (facts: ClosingFacts & { readonly buffering: boolean }): 'close' | 'shake' | 'ignore' => {
  if (facts.view === 'UnsupportedChain' || isCloseDisabled(facts)) return 'shake';
  return facts.buffering ? 'ignore' : 'close';
};

/**
 * In embedded mode nothing closes: the modal goes to Account if connected, else to Connect. The flow that was left is
 * forgotten, so that no back arrow leads into it again.
 */
export const embeddedCloseMove = (connected: boolean): RouterEvent => ({ type: 'reset', view: view(connected ? 'Account' : 'Connect') });

/** Views whose way out is an answer, not a step back. */
const NO_WAY_BACK: readonly ViewName[] = ['ApproveTransaction', 'ConnectingSiwe', 'SIWXSignMessage'];

/** Whether the header shows the back arrow. */
export const isBackVisible = (state: RouterState, { embedded }: { readonly embedded: boolean }): boolean => {
  const { name } = currentView(state);
  return state.history.length > 1 && !NO_WAY_BACK.includes(name) && !(embedded && name === 'Connect');
};
