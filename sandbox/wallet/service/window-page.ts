import type { FromWindow, ToWindow } from '../engine/messages.js';
import { mountWindow } from '../window/mount-window.js';
import { SocketLine } from './socket-line.js';

/** The wallet's window as a page of the wallet's service. */
const own = new URLSearchParams(location.search).get('request');
const query = own === null ? '' : `?request=${encodeURIComponent(own)}`;
const root = document.querySelector<HTMLElement>('#root');

let take: (message: ToWindow) => void = () => undefined;
const line = new SocketLine(`${location.origin.replace(/^http/, 'ws')}/window${query}`, {
  // The other end is the wallet's own service.
  message: (message) => take(message as ToWindow),
  broken: () => root?.replaceChildren('The sandbox does not answer. It was probably stopped.'),
});

if (root !== null) {
  mountWindow(root, own, {
    send: (message: FromWindow) => line.send(message),
    listen: (listener) => {
      take = listener;
    },
  });
}
