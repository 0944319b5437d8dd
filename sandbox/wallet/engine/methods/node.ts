import type { Method } from '../method.js';
import { invalidParams } from '../provider-error.js';
import { isObject, readList } from '../read-params.js';

/** Read methods that are forwarded to the node of the current chain. Methods that would sign on the node are excluded. */
const READS: readonly string[] = [
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'web3_clientVersion',
  'web3_sha3',
];

const read: Method = (params, { node, method }) => node(method, readList(params));

const ethSubscribe: Method = async (params, { node, state, subscriptions }) => {
  const [topic, filter] = readList(params);
  const { chainId } = state();
  const call = (method: string, values: unknown): Promise<unknown> => node(method, values, chainId);
  if (topic === 'newHeads') return subscriptions.start(null, call);
  if (topic === 'logs') return subscriptions.start(isObject(filter) ? filter : {}, call);
  throw invalidParams('Only the newHeads and logs subscriptions are supported.');
};

const ethUnsubscribe: Method = async (params, { subscriptions }) => {
  const [id] = readList(params);
  return typeof id === 'string' && subscriptions.stop(id);
};

/** Methods that are handled by the node. */
export const NODE_METHODS: Readonly<Record<string, Method>> = {
  ...Object.fromEntries(READS.map((method) => [method, read])),
  eth_subscribe: ethSubscribe,
  eth_unsubscribe: ethUnsubscribe,
};
