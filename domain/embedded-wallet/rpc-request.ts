import * as v from 'valibot';

/** Commitment levels of a Solana preflight check. */
export const PREFLIGHT_COMMITMENTS = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const;

const startsWith0x = v.pipe(v.string(), v.startsWith('0x'));
const chainIdSchema = v.union([v.string(), v.number()]);

/** Requests whose `params` may be missing. */
const withoutParams = v.object({
  method: v.picklist([
    'eth_accounts',
    'eth_blockNumber',
    'eth_chainId',
    'eth_gasPrice',
    'eth_maxPriorityFeePerGas',
    'eth_newBlockFilter',
    'eth_newPendingTransactionFilter',
    'eth_uninstallFilter',
    'wallet_getCapabilities',
  ]),
  params: v.optional(v.unknown()),
});

const withList = v.object({
  method: v.picklist([
    'eth_call',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_getAccount',
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
    'eth_getUncleCountByBlockHash',
    'eth_getUncleCountByBlockNumber',
    'eth_newFilter',
    'eth_sendRawTransaction',
    'eth_syncing',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_grantPermissions',
    'eth_getUserOperationReceipt',
    'eth_estimateUserOperationGas',
    'eth_getUserOperationByHash',
    'eth_supportedEntryPoints',
    'eth_sendUserOperation',
  ]),
  params: v.array(v.unknown()),
});

/** Keeps other members: later versions of the standard have more, such as `atomicRequired` and a batch's own id. */
const sendCalls = v.looseObject({
  chainId: v.optional(chainIdSchema),
  from: v.optional(v.string()),
  version: v.optional(v.string()),
  capabilities: v.optional(v.unknown()),
  calls: v.array(v.looseObject({ to: startsWith0x, data: v.optional(startsWith0x), value: v.optional(v.string()) })),
});

/** A transaction in base58, as the Solana methods of the wallet protocol encode it. */
const transaction = v.string();

/**
 * A request to the embedded wallet: one shape for each method.
 * @see https://eips.ethereum.org/EIPS/eip-5792 for `wallet_sendCalls`
 */
export const rpcRequestSchema = v.variant('method', [
  withoutParams,
  withList,
  v.object({ method: v.picklist(['wallet_revokePermissions', 'wallet_getAssets']), params: v.unknown() }),
  v.object({ method: v.literal('wallet_getCallsStatus'), params: v.array(v.string()) }),
  v.object({ method: v.literal('wallet_sendCalls'), params: v.array(sendCalls) }),
  v.object({ method: v.literal('solana_signMessage'), params: v.object({ message: v.string(), pubkey: v.string() }) }),
  v.object({ method: v.literal('solana_signTransaction'), params: v.object({ transaction }) }),
  v.object({ method: v.literal('solana_signAllTransactions'), params: v.object({ transactions: v.array(transaction) }) }),
  v.object({
    method: v.literal('solana_signAndSendTransaction'),
    params: v.object({
      transaction,
      options: v.optional(
        v.object({
          skipPreflight: v.optional(v.boolean()),
          preflightCommitment: v.optional(v.picklist(PREFLIGHT_COMMITMENTS)),
          maxRetries: v.optional(v.number()),
          minContextSlot: v.optional(v.number()),
        }),
      ),
    }),
  }),
]);

/** A request to the embedded wallet. */
export type RpcRequest = v.InferOutput<typeof rpcRequestSchema>;

/** Type of a response: `transaction-hash` or `object`. @see rpcResponseTypeOf */
export type RpcResponseType = 'transaction-hash' | 'object';

/**
 * Returns the type of a response, as frames and their hosts classify them: `transaction-hash` for `0x` and at least 62 hex digits, which
 * signatures and encoded results have too, otherwise `object`.
 */
export const rpcResponseTypeOf = (response: unknown): RpcResponseType =>
  typeof response === 'string' && /^0x[\da-f]{62,}$/i.test(response) ? 'transaction-hash' : 'object';
