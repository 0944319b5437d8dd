import { type View, view } from './views.js';

/** Input of the opening rules. */
export interface OpeningFacts {
  /** False if the app has no chain adapter. */
  readonly hasAdapters: boolean;
  /** True if an address is connected in the namespace that the modal is opened for. */
  readonly connected: boolean;
  readonly mobile: boolean;
  /** The requested view, or `null`. */
  readonly requested: View | null;
}

/** Returns the initial view of the modal by the opening rules of the specification. */
export const openingView = ({ hasAdapters, connected, mobile, requested }: OpeningFacts): View => {
  if (!hasAdapters && !connected) return view(mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic');
  return requested ?? view(connected ? 'Account' : 'Connect');
};
