import type { PageRequest, ToPage } from '../wallet/engine/messages.js';

/** From the provider in the page to the bridge. */
export interface ToBridge {
  readonly sandboxWallet: 'to-bridge';
  readonly message: PageRequest;
}

/** From the bridge to the provider in the page. `broken`: the wallet's worker is gone and is being woken again. */
export interface ToInpage {
  readonly sandboxWallet: 'to-inpage';
  readonly message: ToPage | { readonly type: 'broken' };
}

const marked = (event: MessageEvent, mark: string): boolean =>
  event.source === window && typeof event.data === 'object' && event.data !== null && event.data.sandboxWallet === mark;

/** Whether a message event of this very window is for the bridge. */
export const isToBridge = (event: MessageEvent): event is MessageEvent<ToBridge> => marked(event, 'to-bridge');

/** Whether a message event of this very window is for the provider. */
export const isToInpage = (event: MessageEvent): event is MessageEvent<ToInpage> => marked(event, 'to-inpage');
