import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { JsonRpc } from '../application/ports/json-rpc.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import { OneClick } from '../application/wallet-protocol/one-click.js';
import { isChainId } from '../domain/caip/caip-2.js';
import { allNetworksOf } from '../domain/connection/connection-views.js';
import { findNetworkById } from '../domain/network/find-network.js';

export interface CreateOneClickDeps {
  readonly rpc: JsonRpc;
  readonly connections: ConnectionStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Creates sign-in in the approval of a connection. Signatures of contracts are verified at the endpoints of the configured networks. */
export const createOneClick = ({ rpc, connections, clock, logger }: CreateOneClickDeps): OneClick =>
  new OneClick({
    clock,
    logger,
    nodes: async (chainId) => {
      const network = isChainId(chainId) ? findNetworkById(allNetworksOf(connections.state), chainId) : undefined;
      const urls = network?.rpcUrls.default.http ?? [];
      return urls.length === 0 ? null : rpc.open(urls);
    },
  });
