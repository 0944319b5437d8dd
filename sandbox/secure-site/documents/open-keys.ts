import type { WorkerLike } from '../keys/key-worker.js';
import { KEYS_FAILED, KEYS_READY } from '../keys/start-message.js';

/** Documents on the origin of the keys: that of frames, and that of windows, which also exports phrases. */
export type KeysDocument = 'keys' | 'window-keys';

/** Their workers' scripts, in the same order. */
export type WorkerScript = 'worker.js' | 'window-worker.js';

const LOAD_MS = 30_000;
/** From then on, the document needs its worker and the configuration only. */
const START_MS = 10_000;

type Listener = (event: { readonly data: unknown }) => void;

/**
 * Opens the document on the origin of the keys, which starts the worker. This document, and all code in it, cannot read what that one stores: it
 * sends requests, and gets replies. Requests wait until the document is loaded.
 */
export const openKeys = (keysOrigin: string, name: KeysDocument): WorkerLike => {
  const frame = document.createElement('iframe');
  frame.title = 'Keys';
  frame.hidden = true;
  frame.src = `${keysOrigin}${new URL(name, document.baseURI).pathname}`;
  const { port1, port2 } = new MessageChannel();
  const listeners: Listener[] = [];
  const failures: (() => void)[] = [];
  const onFailed = ({ source, data }: MessageEvent): void => {
    if (source === frame.contentWindow && data === KEYS_FAILED) fail();
  };
  const terminate = (): void => {
    clearTimeout(timer);
    window.removeEventListener('message', onFailed);
    port1.close();
    frame.remove();
  };
  const fail = (): void => {
    terminate();
    for (const listener of failures) listener();
  };
  let timer = setTimeout(fail, LOAD_MS);
  let isLoaded = false;
  frame.addEventListener('load', () => {
    // The document of the keys was navigated: its worker is gone.
    if (isLoaded) return fail();
    isLoaded = true;
    // Browsers show a page of their own in the place of one that they cannot load.
    clearTimeout(timer);
    timer = setTimeout(fail, START_MS);
    frame.contentWindow?.postMessage(null, keysOrigin, [port2]);
  });
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === KEYS_READY) return clearTimeout(timer);
    for (const listener of listeners) listener({ data });
  });
  port1.addEventListener('messageerror', fail);
  port1.start();
  window.addEventListener('message', onFailed);
  document.body.append(frame);
  return {
    postMessage: (message) => port1.postMessage(message),
    addEventListener: (type, listener) => {
      if (type === 'message') listeners.push(listener);
      // A listener of errors takes no event; overloads do not narrow together.
      else failures.push(listener as () => void);
    },
    terminate,
  };
};
