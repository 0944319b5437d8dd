import type { FromWindow, ToWindow } from '../wallet/engine/messages.js';
import { mountWindow } from '../wallet/window/mount-window.js';

/** The wallet's window as an extension page. */
const requestId = new URLSearchParams(location.search).get('request');
const root = document.querySelector<HTMLElement>('#root');

if (root !== null) {
  const port = chrome.runtime.connect({ name: requestId ?? '' });
  port.onDisconnect.addListener(() => root.replaceChildren('The wallet was restarted. Close this window and try again.'));
  mountWindow(root, requestId, {
    send: (message: FromWindow) => port.postMessage(message),
    // Only the wallet's worker sends on this port.
    listen: (receive) => port.onMessage.addListener((message) => receive(message as ToWindow)),
  });
}
