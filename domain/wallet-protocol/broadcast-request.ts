import * as v from 'valibot';
import { decodeBase58 } from '../account/base58.js';
import { solanaTrace } from '../account/solana-transaction.js';
import { base64ToBytes } from '../base64.js';
import { type ChainId, isChainId, namespaceOf } from '../caip/caip-2.js';
import { type AccountId, isAccountId } from '../caip/caip-10.js';
import { type AssetId, isAssetId } from '../caip/caip-19.js';
import { fromHexChainId } from '../network/hex-chain-id.js';
import { callsIdSchema } from '../send/calls-id.js';
import { isUserOperationHash } from '../send/reported-progress.js';
import { purposeOfData, SENT_PURPOSES } from '../send/sent-purpose.js';
import { SENT_KINDS, type SentKind, type SentTransaction } from '../send/sent-transaction.js';
import { flagSchema, lenient, orNull, parseOrNull } from '../wire.js';
import { nonEmptyStringSchema } from './primitives.js';

/** A transaction that a request asks the wallet to sign and broadcast, as far as the request shows it. */
export type RequestedTransaction = Pick<
  SentTransaction,
  'namespace' | 'chainId' | 'from' | 'kind' | 'purpose' | 'to' | 'value' | 'asset' | 'trace'
>;

/** A request that may broadcast, as stored until the wallet responds. Contains no signature and no key. */
export interface BroadcastRequest {
  /** JSON-RPC id. */
  readonly id: number;
  /** Topic of the session. */
  readonly topic: string;
  readonly method: string;
  readonly transaction: RequestedTransaction;
  /** Seconds since 1970; no response can arrive later. */
  readonly expiry: number;
}

/** Parameters of a session request. */
interface RequestContent {
  readonly chainId: string;
  readonly request: { readonly method: string; readonly params: unknown };
}

type Transfer = Pick<RequestedTransaction, 'purpose' | 'to' | 'value' | 'asset'> & Partial<Pick<RequestedTransaction, 'trace'>>;

interface BroadcastMethod {
  /** Reads a request's parameters; `null` if they name no account. `now` is in milliseconds since 1970. */
  readonly read: (params: unknown, chainId: ChainId, now: number) => RequestedTransaction | null;
  /** Schema of the result; its output identifies the transaction. */
  readonly result: v.GenericSchema<unknown, string>;
}

/** A transaction whose recipient and amount the request does not show. */
const OPAQUE: Transfer = { purpose: 'call', to: '', value: null, asset: null };

/** Call data of `transfer(address,uint256)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const TOKEN_TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i;

const transactionOf = (
  chainId: ChainId,
  address: string,
  transfer: Transfer,
  kind: SentKind = 'transaction',
): RequestedTransaction | null => {
  const from = `${chainId}:${address}`;
  return isAccountId(from) ? { namespace: namespaceOf(chainId), chainId, from, kind, trace: null, ...transfer } : null;
};

const quantitySchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((quantity) => BigInt(quantity)),
);
const evmSchema = v.looseTuple([
  v.object({ from: v.string(), to: lenient(v.string()), value: lenient(quantitySchema), data: lenient(v.string()) }),
]);

const evmTransferOf = (chainId: ChainId, { to = '', value = 0n, data = '' }: v.InferOutput<typeof evmSchema>[0]): Transfer => {
  const [, recipient, amount] = TOKEN_TRANSFER.exec(data) ?? [];
  const asset = `${chainId}/erc20:${to}`;
  return recipient === undefined || amount === undefined || !isAssetId(asset)
    ? { purpose: purposeOfData(data), to, value, asset: null }
    : { purpose: 'send', to: `0x${recipient}`, value: BigInt(`0x${amount}`), asset };
};

const batchSchema = v.looseTuple([v.object({ from: v.string(), chainId: lenient(v.unknown()) })]);
const operationSchema = v.looseTuple([v.object({ sender: v.string() })]);
const solanaSchema = v.object({ pubkey: v.string(), transaction: lenient(v.string()) });
const bitcoinTransferSchema = v.object({
  account: v.string(),
  recipientAddress: v.string(),
  amount: v.pipe(
    v.string(),
    v.regex(/^\d{1,16}$/),
    v.transform((sats) => BigInt(sats)),
  ),
});
const bitcoinPsbtSchema = v.object({ account: v.string(), broadcast: v.literal(true) });
const txidSchema = v.pipe(
  v.object({ txid: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase()) }),
  v.transform(({ txid }) => txid),
);

/**
 * Methods that make a wallet broadcast. Methods that only sign are missing on purpose: a signature or a signed transaction that arrives
 * after the page was closed is not broadcast, as the user who would see that it is sent is no longer there, and may have sent another one.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/ethereum-rpc
 */
const METHODS: Readonly<Record<string, BroadcastMethod>> = {
  eth_sendTransaction: {
    read: (params, chainId) => {
      const [transaction] = parseOrNull(evmSchema, params) ?? [];
      return transaction === undefined ? null : transactionOf(chainId, transaction.from, evmTransferOf(chainId, transaction));
    },
    result: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i)),
  },
  /** @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
  wallet_sendCalls: {
    read: (params, chainId) => {
      const [batch] = parseOrNull(batchSchema, params) ?? [];
      return batch === undefined
        ? null
        : transactionOf(fromHexChainId(batch.chainId) ?? chainId, batch.from, { ...OPAQUE, purpose: 'batch' }, 'calls');
    },
    result: callsIdSchema,
  },
  /** @see https://eips.ethereum.org/EIPS/eip-7769#eth_senduseroperation */
  eth_sendUserOperation: {
    read: (params, chainId) => {
      const [operation] = parseOrNull(operationSchema, params) ?? [];
      return operation === undefined ? null : transactionOf(chainId, operation.sender, OPAQUE, 'user-operation');
    },
    result: v.pipe(v.string(), v.check(isUserOperationHash)),
  },
  solana_signAndSendTransaction: {
    read: (params, chainId, now) => {
      const found = parseOrNull(solanaSchema, params);
      if (found === null) return null;
      const bytes = base64ToBytes(found.transaction ?? '');
      return transactionOf(chainId, found.pubkey, { ...OPAQUE, trace: bytes === null ? null : solanaTrace(bytes, now) });
    },
    result: v.pipe(
      v.object({
        signature: v.pipe(
          v.string(),
          v.check((signature) => decodeBase58(signature)?.length === 64),
        ),
      }),
      v.transform(({ signature }) => signature),
    ),
  },
  sendTransfer: {
    read: (params, chainId) => {
      const found = parseOrNull(bitcoinTransferSchema, params);
      return found === null
        ? null
        : transactionOf(chainId, found.account, { purpose: 'send', to: found.recipientAddress, value: found.amount, asset: null });
    },
    result: txidSchema,
  },
  signPsbt: {
    read: (params, chainId) => {
      const found = parseOrNull(bitcoinPsbtSchema, params);
      return found === null ? null : transactionOf(chainId, found.account, { ...OPAQUE, purpose: 'psbt' });
    },
    result: txidSchema,
  },
};

const methodOf = (name: string): BroadcastMethod | undefined => (Object.hasOwn(METHODS, name) ? METHODS[name] : undefined);

/**
 * Returns the transaction that a session request asks to broadcast; `null` if it only signs or reads.
 * @param now in milliseconds since 1970
 */
export const requestedTransaction = ({ chainId, request: { method, params } }: RequestContent, now: number): RequestedTransaction | null =>
  isChainId(chainId) ? (methodOf(method)?.read(params, chainId, now) ?? null) : null;

/** Returns the hash of the broadcast transaction, or the id of the batch, from the wallet's result; `null` if the result is invalid. */
export const broadcastHashOf = (method: string, result: unknown): string | null => {
  const schema = methodOf(method)?.result;
  return schema === undefined ? null : parseOrNull(schema, result);
};

/** Amounts are stored as decimal strings, for stores that serialize to JSON. */
export const toStoredBroadcastRequest = ({ transaction, ...request }: BroadcastRequest): object => ({
  ...request,
  transaction: { ...transaction, value: transaction.value === null ? null : String(transaction.value) },
});

const storedSchema = v.object({
  id: v.number(),
  topic: nonEmptyStringSchema,
  method: nonEmptyStringSchema,
  transaction: v.pipe(
    v.object({
      chainId: v.custom<ChainId>(isChainId),
      from: v.custom<AccountId>(isAccountId),
      kind: v.optional(v.picklist(SENT_KINDS)),
      /** Missing in requests of earlier versions. */
      purpose: v.optional(v.picklist(SENT_PURPOSES)),
      /** Of earlier versions, instead of `kind`. */
      isBatch: flagSchema,
      to: v.string(),
      value: v.nullable(
        v.pipe(
          v.string(),
          v.regex(/^\d{1,78}$/),
          v.transform((digits) => BigInt(digits)),
        ),
      ),
      asset: v.nullable(v.custom<AssetId>(isAssetId)),
      trace: orNull(v.string()),
    }),
    v.transform(
      ({
        isBatch,
        kind = isBatch ? 'calls' : 'transaction',
        purpose = kind === 'calls' ? 'batch' : 'send',
        ...transaction
      }): RequestedTransaction => ({
        namespace: namespaceOf(transaction.chainId),
        kind,
        purpose,
        ...transaction,
      }),
    ),
  ),
  expiry: v.number(),
});

/** Reads a stored request; `null` if it is invalid. */
export const readStoredBroadcastRequest = (value: unknown): BroadcastRequest | null => parseOrNull(storedSchema, value);
