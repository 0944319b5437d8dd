import { type View, view } from './views.js';

/** What decides which view the modal opens with. */
export interface OpeningFacts {
  /** False when the host composed no wallet adapter. */
  readonly hasAdapters: boolean;
  /** Whether an address is connected in the namespace the modal is opened for. */
  readonly connected: boolean;
  readonly mobile: boolean;
  /** The view that was asked for, `null` when none was. */
  readonly requested: View | null;
}

/** The view the modal opens with: the opening rules of the specification, in their order. */
export const openingView = ({ hasAdapters, connected, mobile, requested }: OpeningFacts): View => {
  if (!hasAdapters && !connected) return view(mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic');
  return requested ?? view(connected ? 'Account' : 'Connect');
};
