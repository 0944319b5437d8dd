import * as v from 'valibot';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { loggedChanges } from '../../domain/send/logged-changes.js';
import type { Simulation } from '../../domain/send/simulation.js';
import { lenient, parseOrNull } from '../../domain/wire.js';
import { tokenOf, transferData } from './erc20-transfer.js';
import type { RpcRequestFn } from './estimate-fees.js';
import { toQuantity } from './rpc-call.js';

const resultSchema = v.object({
  status: v.picklist(['0x0', '0x1']),
  logs: v.array(v.unknown()),
  error: lenient(v.object({ message: v.string() })),
});
const blocksSchema = v.tuple([v.object({ calls: v.tuple([resultSchema]) })]);

/**
 * Simulates a transaction on a node; `null` if the node does not log transfers of the coin, or its result is malformed.
 * @throws the node's error if it cannot simulate
 * @see https://github.com/ethereum/execution-apis/blob/main/docs-api/docs/ethsimulatev1-notes.md
 */
export const simulateCall = async (rpcRequest: RpcRequestFn, request: TransactionRequest): Promise<Simulation | null> => {
  const [from, chainId] = [addressOf(request.from), chainIdOf(request.from)];
  const token = request.asset === undefined ? null : tokenOf(request.asset, chainId);
  const value = token === null ? request.value : 0n;
  const call = {
    from,
    to: token ?? request.to,
    value: toQuantity(value),
    input: token === null ? (request.data ?? '0x') : transferData(request.to, request.value),
  };
  const options = { blockStateCalls: [{ calls: [call] }], traceTransfers: true, validation: false };
  const blocks = parseOrNull(blocksSchema, await rpcRequest('eth_simulateV1', [options, 'latest']));
  if (blocks === null) return null;
  const { status, logs, error } = blocks[0].calls[0];
  if (status === '0x0') return { status: 'reverted', reason: sanitizeName(error?.message ?? '') };
  const changes = loggedChanges(logs, chainId, from);
  // A node that does not log the coin would show that nothing is lost.
  const isComplete = value === 0n || changes.some(({ asset }) => asset === null) || from.toLowerCase() === call.to.toLowerCase();
  return isComplete ? { status: 'done', changes } : null;
};
