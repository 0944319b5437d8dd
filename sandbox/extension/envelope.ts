import type { PageRequest, ToPage } from '../wallet/engine/messages.js';

/** From the provider in the page to the bridge. */
export interface ToBridge {
  readonly sandboxWallet: 'to-bridge';
  readonly message: PageRequest;
}

/** From the bridge to the provider in the page. `broken`: the worker has stopped and is being restarted. */
export interface ToInpage {
  readonly sandboxWallet: 'to-inpage';
  readonly message: ToPage | { readonly type: 'broken' };
}

const isMarked = (event: MessageEvent, marker: string): boolean =>
  event.source === window && typeof event.data === 'object' && event.data !== null && event.data.sandboxWallet === marker;

/** Returns true for a message of this window to the bridge. */
export const isToBridge = (event: MessageEvent): event is MessageEvent<ToBridge> => isMarked(event, 'to-bridge');

/** Returns true for a message of this window to the provider. */
export const isToInpage = (event: MessageEvent): event is MessageEvent<ToInpage> => isMarked(event, 'to-inpage');
