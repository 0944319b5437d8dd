import type { RelayWebSocketConstructor } from '../adapters/walletconnect/relay-socket.js';
import { loadChunk } from '../application/shared/load-chunk.js';

/**
 * Returns the WebSocket of the package `ws` if there is no global one (Node before version 22), else `undefined`.
 * @throws LatchkeyError `config/dependency-missing`
 */
export const nodeWebSocket = async (): Promise<RelayWebSocketConstructor | undefined> => {
  if (typeof WebSocket !== 'undefined') return undefined;
  // Hidden from bundlers: browsers never get here.
  const name = 'ws';
  const load = (): Promise<{ readonly WebSocket: RelayWebSocketConstructor }> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  return (await loadChunk('WebSocket', load, name)).WebSocket;
};
