import { badRequest, type Route } from './route.js';
import type { RpcNode } from './rpc-node.js';

/** The route of the RPC service, which clients use after their own endpoints: JSON-RPC of a chain, passed on to its node. */
export const rpcRoutes = (nodes: ReadonlyMap<string, RpcNode>): readonly Route[] => [
  {
    method: 'POST',
    path: '/v1/',
    handle: async ({ query, body }) => {
      const node = nodes.get(query.get('chainId') ?? '');
      if (node === undefined) throw badRequest('chainId', `The chain ${query.get('chainId')} is not supported.`);
      return node.forward(body);
    },
  },
];
