import type { FromWindow, ToWindow } from '../wallet/engine/messages.js';
import { mountWindow } from '../wallet/window/mount-window.js';

/** The wallet's window as a page of the extension. */
const own = new URLSearchParams(location.search).get('request');
const root = document.querySelector<HTMLElement>('#root');

if (root !== null) {
  const port = chrome.runtime.connect({ name: own ?? '' });
  port.onDisconnect.addListener(() => root.replaceChildren('The wallet was restarted. Close this window and ask again.'));
  mountWindow(root, own, {
    send: (message: FromWindow) => port.postMessage(message),
    // The worker is the wallet's own.
    listen: (take) => port.onMessage.addListener((message) => take(message as ToWindow)),
  });
}
