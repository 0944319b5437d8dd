import { callNode } from '../../chains/call-node.js';
import type { SiteNetwork } from './site-config.js';

/** Sends a request to a node. */
export type CallNode = (method: string, params: unknown) => Promise<unknown>;

/** Sends requests to a network's node. @throws an error with the node's message */
export const nodeOf =
  ({ rpcUrl }: Pick<SiteNetwork, 'rpcUrl'>): CallNode =>
  (method, params) =>
    callNode(rpcUrl, method, params);
