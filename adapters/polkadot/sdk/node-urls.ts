import type { Network } from '../../../domain/network/network.js';

/** The app's own RPC URLs of a network, http(s) or ws(s), used before the network's own, in order. */
export type AppRpcUrls = (network: Network) => readonly string[];

const hostOf = (url: string): string => /^[^/]*\/\/([^/?#]*)/.exec(url)?.[1]?.toLowerCase() ?? url;

/**
 * RPC URLs of a network in order: the app's own, then the network's HTTP URLs, each replaced by a WebSocket URL on the same host if there
 * is one, then the remaining WebSocket URLs.
 */
export const nodeUrls = ({ rpcUrls: { default: urls } }: Network, appUrls: readonly string[] = []): readonly string[] => {
  const { http, webSocket: sockets = [] } = urls;
  const first = [...appUrls, ...http].map((url) => sockets.find((socket) => hostOf(socket) === hostOf(url)) ?? url);
  return [...new Set([...first, ...sockets])];
};
