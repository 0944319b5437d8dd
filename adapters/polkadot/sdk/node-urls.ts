import type { Network } from '../../../domain/network/network.js';

const hostOf = (url: string): string => /^[^/]*\/\/([^/?#]*)/.exec(url)?.[1]?.toLowerCase() ?? url;

/**
 * Where a network is read, in order: its HTTP addresses, each by the socket that the network names on the same host where there is one, then its
 * other sockets.
 */
export const nodeUrls = ({ rpcUrls: { default: urls } }: Network): readonly string[] => {
  const { http, webSocket: sockets = [] } = urls;
  const first = http.map((url) => sockets.find((socket) => hostOf(socket) === hostOf(url)) ?? url);
  return [...new Set([...first, ...sockets])];
};
