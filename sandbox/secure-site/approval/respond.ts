import { bytesToHex } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { memberOf } from '../keys/shapes.js';
import { type EvmTransaction, type Hex, RefusedRequest } from './approval-request.js';
import { encodeTransaction } from './encode-transaction.js';
import { toHex } from './hex.js';
import type { CallChain } from './prepare-transaction.js';
import { encodingOf } from './read-request.js';
import { readSolanaTransaction, withSolanaSignature } from './solana-transaction.js';

const R_AND_S = 64;

/** r, s and v (27 or 28). @see https://eips.ethereum.org/EIPS/eip-191 @param signature with the recovery bit at its end */
export const evmSignature = (signature: Uint8Array): Hex =>
  `0x${bytesToHex(signature.subarray(0, R_AND_S))}${(27 + (signature[R_AND_S] ?? 0)).toString(16)}`;

/** The signed transaction, as it is sent. @param signature with the recovery bit at its end */
export const signedTransaction = (chainId: string, transaction: EvmTransaction, signature: Uint8Array): Hex =>
  toHex(encodeTransaction(chainId, transaction, signature));

/** @throws RefusedRequest if the bytes are no transaction */
export const signSolana = (bytes: Uint8Array, signer: string, signature: Uint8Array): Uint8Array<ArrayBuffer> => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null) throw new RefusedRequest('The transaction is malformed');
  return withSolanaSignature(bytes, transaction, signer, signature);
};

/** Options of the request that nodes take. */
const SEND_OPTIONS = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot'];

/** Sends a signed transaction, and returns its id. @param params of `solana_signAndSendTransaction` */
export const sendSolana = async (signed: Uint8Array, params: unknown, call: CallChain): Promise<unknown> => {
  const options = memberOf(params, 'options');
  const taken = SEND_OPTIONS.flatMap((name) => (memberOf(options, name) === undefined ? [] : [[name, memberOf(options, name)] as const]));
  return call('sendTransaction', [base64.encode(signed), { encoding: 'base64', ...Object.fromEntries(taken) }]);
};

/** The response to a request to sign: in the encoding of the request. @param params of `solana_signTransaction` or `solana_signAllTransactions` */
export const solanaResponse = (signed: readonly Uint8Array[], signatures: readonly Uint8Array[], params: unknown): unknown => {
  const many = memberOf(params, 'transactions');
  const requested = Array.isArray(many) ? many : [memberOf(params, 'transaction')];
  const encoded = signed.map((bytes, index) => encodingOf(String(requested[index])).encode(bytes));
  if (Array.isArray(many)) return { transactions: encoded };
  return { signature: base58.encode(signatures[0] ?? new Uint8Array()), transaction: encoded[0] };
};
