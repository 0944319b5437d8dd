import type { RelayWebSocketConstructor } from '../adapters/walletconnect/relay-socket.js';
import { loadPart } from '../application/shared/load-part.js';

/**
 * The WebSocket of the package `ws`, where there is no global one: Node has none before version 22. `undefined` where there is.
 * @throws LatchkeyError `config/dependency-missing`
 */
export const webSocketOfNode = async (): Promise<RelayWebSocketConstructor | undefined> => {
  if (typeof WebSocket !== 'undefined') return undefined;
  // No bundler is to look for it: a page never gets here.
  const name = 'ws';
  const load = (): Promise<{ readonly WebSocket: RelayWebSocketConstructor }> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  return (await loadPart('WebSocket', load, name)).WebSocket;
};
