import { HttpJsonRpc } from '../adapters/json-rpc/http-json-rpc.js';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import { OneClick } from '../application/wallet-protocol/one-click.js';
import { isChainId } from '../domain/caip/caip-2.js';
import { allNetworksOf } from '../domain/connection/connection-views.js';
import { findNetworkById } from '../domain/network/find-network.js';

/** Creates sign-in in the approval of a connection. The signatures of contracts are verified at the nodes of the configured networks. */
export const createOneClick = (connections: ConnectionStore, clock: Clock, logger: Logger): OneClick => {
  const rpc = new HttpJsonRpc({ clock, ping: false });
  return new OneClick({
    clock,
    logger,
    nodes: async (chainId) => {
      const network = isChainId(chainId) ? findNetworkById(allNetworksOf(connections.state), chainId) : undefined;
      const urls = network?.rpcUrls.default.http ?? [];
      return urls.length === 0 ? null : rpc.open(urls);
    },
  });
};
