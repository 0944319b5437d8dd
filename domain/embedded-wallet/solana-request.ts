import { base58 } from '@scure/base';
import { decodeBase58 } from '../account/base58.js';
import { base64ToBytes, bytesToBase64 } from '../base64.js';
import { asRecord } from '../wire.js';

// Sessions with wallets have transactions in base64, as WalletConnect specifies it. The frame has them in base58.

const toBase58 = (value: unknown): unknown => {
  const bytes = typeof value === 'string' ? base64ToBytes(value) : null;
  return bytes === null ? value : base58.encode(bytes);
};

const toBase64 = (value: unknown): unknown => {
  const bytes = typeof value === 'string' ? decodeBase58(value) : null;
  return bytes === null ? value : bytesToBase64(bytes);
};

/** Replaces `transaction` and `transactions`. */
const recode = (value: unknown, encode: (value: unknown) => unknown): Readonly<Record<string, unknown>> => {
  const { transaction, transactions, ...others } = asRecord(value);
  return {
    ...others,
    ...(transaction === undefined ? {} : { transaction: encode(transaction) }),
    ...(Array.isArray(transactions) ? { transactions: transactions.map(encode) } : {}),
  };
};

const SIGNING_METHODS = ['solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'];

/** Parameters of a session's request as the frame takes them: transactions in base58, and the options of sending as `options`. */
export const toFrameParams = (method: string, params: unknown): unknown => {
  if (!SIGNING_METHODS.includes(method)) return params;
  const { sendOptions, ...others } = recode(params, toBase58);
  return sendOptions === undefined ? others : { ...others, options: sendOptions };
};

/** The frame's response as sessions have it: transactions in base64. */
export const fromFrameResponse = (method: string, response: unknown): unknown =>
  SIGNING_METHODS.includes(method) ? recode(response, toBase64) : response;
