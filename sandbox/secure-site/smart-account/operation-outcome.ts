import { type Hex, numberToHex, parseAbi, parseEventLogs, toEventSelector } from 'viem';
import type { CallChain } from '../approval/prepare-transaction.js';
import type { SentOperation } from '../frame/sent-operation.js';
import { memberOf } from '../keys/shapes.js';
import { type AccountServices, callBundler, readNonce } from './prepare-operation.js';
import { ENTRY_POINT } from './user-operation.js';

/** The part of a transaction's receipt that is an operation's. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus */
export interface OperationReceipt {
  readonly logs: readonly { readonly address: string; readonly data: string; readonly topics: readonly string[] }[];
  /** `0x1`: the calls were made. `0x0`: they failed, and none was. */
  readonly status: '0x0' | '0x1';
  readonly blockHash: string;
  readonly blockNumber: string;
  readonly gasUsed: string;
  readonly transactionHash: string;
}

/** What became of an operation that was sent. */
export type OperationOutcome =
  /** On its way, as far as is known. */
  | { readonly status: 'pending' }
  | { readonly status: 'included'; readonly receipt: OperationReceipt }
  /** Another operation of the account has its nonce: it can never be included. */
  | { readonly status: 'replaced' }
  /** The bundler has it no more, and the chain has not included it. */
  | { readonly status: 'dropped' };

const ABI = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event BeforeExecution()',
]);
const INCLUDED = toEventSelector(ABI[0]);

type Log = Parameters<typeof parseEventLogs>[0]['logs'][number];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Logs of the calls: those between the event before the operation's execution and its own. */
const receiptOf = (receipt: unknown, hash: Hex): OperationReceipt | null => {
  // The node's response has the fields of the JSON-RPC specification; others make it no receipt of the operation.
  const logs = listOf(memberOf(receipt, 'logs')) as readonly Log[];
  const events = parseEventLogs({ abi: ABI, logs: logs.filter(({ address }) => address.toLowerCase() === ENTRY_POINT.toLowerCase()) });
  const own = events.find((event) => event.eventName === 'UserOperationEvent' && event.args.userOpHash === hash);
  if (own?.eventName !== 'UserOperationEvent') return null;
  const indexOf = ({ logIndex }: { readonly logIndex: unknown }): number => Number(logIndex);
  const start = Math.max(-1, ...events.map(indexOf).filter((index) => index < indexOf(own)));
  const text = (name: string): string => String(memberOf(receipt, name));
  return {
    logs: logs
      .filter((log) => indexOf(log) > start && indexOf(log) < indexOf(own) && log.address.toLowerCase() !== ENTRY_POINT.toLowerCase())
      .map(({ address, data, topics }) => ({ address, data, topics })),
    status: own.args.success ? '0x1' : '0x0',
    blockHash: text('blockHash'),
    blockNumber: text('blockNumber'),
    gasUsed: numberToHex(own.args.actualGasUsed),
    transactionHash: text('transactionHash'),
  };
};

const includedReceipt = async ({ hash, fromBlock }: SentOperation, node: CallChain): Promise<OperationReceipt | null> => {
  const filter = { address: ENTRY_POINT, topics: [INCLUDED, hash], fromBlock, toBlock: 'latest' };
  const [log] = listOf(await node('eth_getLogs', [filter]));
  if (log === undefined) return null;
  return receiptOf(await node('eth_getTransactionReceipt', [memberOf(log, 'transactionHash')]), hash);
};

/**
 * Tests whether a bundler says that it does not have an operation and will not send it. The standard methods do not tell this of operations that
 * are not included, so that it is only known of bundlers that have this one.
 * @see https://docs.pimlico.io/references/bundler/endpoints/pimlico_getUserOperationStatus
 */
export const isDropped = async (hash: Hex, bundler: CallChain): Promise<boolean> => {
  try {
    const status = memberOf(await callBundler(bundler, 'pimlico_getUserOperationStatus', [hash]), 'status');
    return status === 'not_found' || status === 'rejected';
  } catch {
    return false;
  }
};

/**
 * What became of an operation: the chain says whether it was included or replaced, and the bundler whether it was dropped.
 * @throws an error of the node
 */
export const outcomeOf = async (
  operation: SentOperation,
  { node, bundler }: Pick<AccountServices, 'node' | 'bundler'>,
): Promise<OperationOutcome> => {
  // Before the chain: an operation leaves the bundler when it is included.
  const wasDropped = await isDropped(operation.hash, bundler);
  const nonce = await readNonce(operation.sender, node);
  const receipt = await includedReceipt(operation, node);
  if (receipt !== null) return { status: 'included', receipt };
  if (nonce > BigInt(operation.nonce)) return { status: 'replaced' };
  return { status: wasDropped ? 'dropped' : 'pending' };
};
