import type { ViewName } from './views.js';

/** What stands in the header's left corner. */
export type HeaderSlot = 'network' | 'back' | 'help' | 'none';

/** The header's left corner: the network on Account, else the way back, else help on Connect. */
export const headerSlot = (
  name: ViewName,
  { canGoBack, enableNetworkSwitch }: { readonly canGoBack: boolean; readonly enableNetworkSwitch: boolean },
): HeaderSlot => {
  if (name === 'Account' && enableNetworkSwitch) return 'network';
  if (canGoBack) return 'back';
  return name === 'Connect' ? 'help' : 'none';
};
