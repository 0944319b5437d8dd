import type { ToPage } from '../wallet/engine/messages.js';
import { isToBridge, type ToInpage } from './envelope.js';

/**
 * Chrome stops a service worker after 30 s without events; requests may wait longer. @see
 * https://developer.chrome.com/docs/extensions/develop/concepts/service-workers/lifecycle
 */
const PING_MS = 20_000;

/** Delay before reconnecting to the worker, which starts it again. */
const RECONNECT_MS = 250;

/** The content script between the provider in the page and the wallet's worker. It forwards messages unread. */
let port: chrome.runtime.Port | null = null;

const postToPage = (message: ToInpage['message']): void => {
  window.postMessage({ sandboxWallet: 'to-inpage', message } satisfies ToInpage, window.origin);
};

const connect = (): void => {
  // Without an id the extension was removed or reloaded, and this script is orphaned.
  if (chrome.runtime.id === undefined) return;
  port = chrome.runtime.connect({ name: 'page' });
  // Only the wallet's worker sends on this port.
  port.onMessage.addListener((message) => postToPage(message as ToPage));
  port.onDisconnect.addListener(() => {
    port = null;
    postToPage({ type: 'broken' });
    setTimeout(connect, RECONNECT_MS);
  });
};

window.addEventListener('message', (event) => {
  if (isToBridge(event)) port?.postMessage(event.data.message);
});
setInterval(() => port?.postMessage({ type: 'ping' }), PING_MS);
connect();
