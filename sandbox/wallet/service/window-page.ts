import type { FromWindow, ToWindow } from '../engine/messages.js';
import { mountWindow } from '../window/mount-window.js';
import { ReconnectingSocket } from './reconnecting-socket.js';

/** The wallet's window as a page of the wallet's service. */
const requestId = new URLSearchParams(location.search).get('request');
const query = requestId === null ? '' : `?request=${encodeURIComponent(requestId)}`;
const root = document.querySelector<HTMLElement>('#root');

let receive: (message: ToWindow) => void = () => undefined;
const socket = new ReconnectingSocket(`${location.origin.replace(/^http/, 'ws')}/window${query}`, {
  // The other side is the wallet's own service.
  message: (message) => receive(message as ToWindow),
  disconnected: () => root?.replaceChildren("Can't reach the sandbox. It may have been stopped."),
});

if (root !== null) {
  mountWindow(root, requestId, {
    send: (message: FromWindow) => socket.send(message),
    listen: (listener) => {
      receive = listener;
    },
  });
}
