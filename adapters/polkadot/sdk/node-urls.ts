import type { Network } from '../../../domain/network/network.js';

/** Addresses of nodes, http(s) or ws(s), that the host wants to be read before a network's own, in order. */
export type HostNodes = (network: Network) => readonly string[];

const hostOf = (url: string): string => /^[^/]*\/\/([^/?#]*)/.exec(url)?.[1]?.toLowerCase() ?? url;

/**
 * Where a network is read, in order: the host's own addresses, then the HTTP addresses of the network, each by the socket that the network names
 * on the same host where there is one, then its other sockets.
 */
export const nodeUrls = ({ rpcUrls: { default: urls } }: Network, host: readonly string[] = []): readonly string[] => {
  const { http, webSocket: sockets = [] } = urls;
  const first = [...host, ...http].map((url) => sockets.find((socket) => hostOf(socket) === hostOf(url)) ?? url);
  return [...new Set([...first, ...sockets])];
};
