import * as v from 'valibot';
import type { ReplacementRequest } from '../../application/ports/transaction-request.js';
import { isSameEvmAddress } from '../../domain/account/evm-address.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { NotReplaceableReason } from '../../domain/errors/not-replaceable.js';
import { toHexChainId } from '../../domain/network/hex-chain-id.js';
import { checkFee, doubledAtMost } from '../../domain/send/check-fee.js';
import { parseOrNull } from '../../domain/wire.js';
import { estimateFees, type PricedTransaction, type RpcRequestFn } from './estimate-fees.js';
import { quoteFor } from './price-transaction.js';
import { quantitySchema, readQuantity, toQuantity } from './rpc-call.js';
import { sendError } from './send-errors.js';
import { traceOf } from './transaction-trace.js';

const pendingSchema = v.object({
  from: v.string(),
  nonce: quantitySchema,
  // A contract creation has no recipient.
  to: v.nullish(v.string(), ''),
  value: quantitySchema,
  input: v.nullish(v.string(), '0x'),
  gas: quantitySchema,
  // Absent for transactions from before EIP-2718.
  type: v.nullish(v.picklist(['0x0', '0x1', '0x2']), '0x0'),
  gasPrice: v.nullish(quantitySchema),
  maxFeePerGas: v.nullish(quantitySchema),
  maxPriorityFeePerGas: v.nullish(quantitySchema),
  accessList: v.nullish(v.array(v.unknown()), []),
  blockNumber: v.nullish(v.unknown()),
});

/** A waiting transaction, as its node has it. */
type PendingTransaction = v.InferOutput<typeof pendingSchema>;

/** Transaction that a wallet is requested to send, and how it is recognized. */
export interface Replacement {
  /** Parameters of `eth_sendTransaction`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly nonce: bigint;
  /** Trace of the replacement; `null` if it is too long. */
  readonly trace: string | null;
}

/**
 * Nodes replace a waiting transaction only by one whose both fees are at least a tenth higher.
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/txpool/legacypool/legacypool.go PriceBump
 */
const raised = (fee: bigint): bigint => fee + fee / 10n + 1n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface Fees {
  readonly gasLimit: bigint;
  /** The most that is paid per gas. */
  readonly perGas: bigint;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Fees that a node accepts in the place of those of the waiting transaction, and at least the current ones for fast inclusion. */
const readFees = async (
  rpcRequest: RpcRequestFn,
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: PendingTransaction,
  transaction: PricedTransaction,
): Promise<Fees> => {
  const { rate } = quoteFor(await estimateFees(rpcRequest, transaction), 'fast');
  if (rate.type !== 'eip1559' && rate.type !== 'legacy') throw new Error('The fees are not those of an EVM chain');
  const { gasLimit } = rate;
  const [currentMax, currentTip] =
    rate.type === 'eip1559' ? [rate.maxFeePerGas, rate.maxPriorityFeePerGas] : [rate.gasPrice, rate.gasPrice];
  if (maxFeePerGas == null || maxPriorityFeePerGas == null) {
    const perGas = max(raised(gasPrice ?? 0n), currentMax);
    return { gasLimit, perGas, parameters: { gas: toQuantity(gasLimit), gasPrice: toQuantity(perGas) } };
  }
  const tip = max(raised(maxPriorityFeePerGas), currentTip);
  const perGas = max(max(raised(maxFeePerGas), currentMax), tip);
  return {
    gasLimit,
    perGas,
    parameters: { gas: toQuantity(gasLimit), maxFeePerGas: toQuantity(perGas), maxPriorityFeePerGas: toQuantity(tip) },
  };
};

/**
 * Builds the parameters of `eth_sendTransaction` that replace a waiting transaction: with its nonce, and fees that nodes accept in its place.
 * @param rpcRequest sends requests to the wallet's own node
 * @throws LatchkeyError `send/not-replaceable`, `send/insufficient-fee-funds`, `send/fee-too-high`, `send/refused`; errors of `rpcRequest`
 */
export const replacementParameters = async (
  { from: account, hash, mode, maxFee }: ReplacementRequest,
  rpcRequest: RpcRequestFn,
): Promise<Replacement> => {
  const chainId = chainIdOf(account);
  const from = addressOf(account);
  const refuse = (reason: NotReplaceableReason): LatchkeyError => new LatchkeyError('send/not-replaceable', { chainId, hash, reason });
  const found = await rpcRequest('eth_getTransactionByHash', [hash]);
  if (found == null) throw refuse('unknown');
  const pending = parseOrNull(pendingSchema, found);
  if (pending === null) throw refuse('kind');
  if (pending.blockNumber != null) throw refuse('settled');
  if (!isSameEvmAddress(pending.from, from)) throw refuse('account');
  const { nonce, gas, accessList } = pending;
  const isCancel = mode === 'cancel';
  const { to, value, input } = isCancel ? { to: from, value: 0n, input: '0x' } : pending;
  const data = input === '0x' ? undefined : input;
  const priced: PricedTransaction = { from, to, value, data, gas: isCancel ? undefined : gas };
  const fees = await readFees(rpcRequest, pending, priced).catch((error: unknown) => {
    throw sendError(error, chainId) ?? error;
  });
  const fee = fees.gasLimit * fees.perGas;
  const replacedFee = gas * (pending.maxFeePerGas ?? pending.gasPrice ?? 0n);
  const amount = !isCancel && data === undefined ? value : null;
  checkFee({ namespace: 'eip155', chainId, fee, amount, maxFee: maxFee ?? doubledAtMost(fee, replacedFee) });
  const [balance, height] = await Promise.all([
    rpcRequest('eth_getBalance', [from, 'latest']).then(readQuantity),
    rpcRequest('eth_blockNumber', []).then(readQuantity),
  ]);
  if (balance < value + fee)
    throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(fee), balance: String(balance - value) });
  return {
    nonce,
    trace: traceOf({
      ...{ nonce, value, firstSeenHeight: height },
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      input: input.toLowerCase(),
    }),
    parameters: {
      ...{ from, value: toQuantity(value), nonce: toQuantity(nonce), chainId: toHexChainId(chainId) },
      ...(to === '' ? {} : { to }),
      ...(data === undefined ? {} : { data }),
      ...(isCancel || accessList.length === 0 ? {} : { accessList }),
      ...fees.parameters,
    },
  };
};

/** Returns the nonce of a transaction; `null` if the node does not have it yet. */
export const readNonce = async (hash: string, rpcRequest: RpcRequestFn): Promise<bigint | null> =>
  parseOrNull(v.object({ nonce: quantitySchema }), await rpcRequest('eth_getTransactionByHash', [hash]))?.nonce ?? null;
