import type { ToPage } from '../wallet/engine/messages.js';
import { isToBridge, type ToInpage } from './envelope.js';

/** Chrome ends a worker that hears nothing for 30 s; questions may wait longer. @see https://developer.chrome.com/docs/extensions/develop/concepts/service-workers/lifecycle */
const PING_MS = 20_000;

/** How long to wait before the worker is woken again. */
const RECONNECT_MS = 250;

/** The content script between the provider in the page and the wallet's worker. It carries messages and reads none. */
let port: chrome.runtime.Port | null = null;

const tell = (message: ToInpage['message']): void => {
  window.postMessage({ sandboxWallet: 'to-inpage', message } satisfies ToInpage, window.origin);
};

const connect = (): void => {
  // Without an id the extension was removed or reloaded, and this script is a leftover.
  if (chrome.runtime.id === undefined) return;
  port = chrome.runtime.connect({ name: 'page' });
  // The worker is the wallet's own.
  port.onMessage.addListener((message) => tell(message as ToPage));
  port.onDisconnect.addListener(() => {
    port = null;
    tell({ type: 'broken' });
    setTimeout(connect, RECONNECT_MS);
  });
};

window.addEventListener('message', (event) => {
  if (isToBridge(event)) port?.postMessage(event.data.message);
});
setInterval(() => port?.postMessage({ type: 'ping' }), PING_MS);
connect();
