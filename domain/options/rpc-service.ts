import { withoutSlash } from '../network/node-headers.js';
import type { Options } from './options.js';

/** Stands apart from the table of the services, which only their adapters load. */
const RPC_SERVICE = 'https://rpc.walletconnect.org';

/**
 * The base address of the RPC service that serves the routed networks, or `null` when reads go to the networks' own
 * nodes: without a project id, and without an own `blockchainApi`.
 */
export const rpcServiceOf = ({ endpoints: { blockchainApi }, projectId }: Pick<Options, 'endpoints' | 'projectId'>): string | null =>
  projectId === undefined && blockchainApi === undefined ? null : `${withoutSlash(blockchainApi ?? RPC_SERVICE)}/v1/`;
