import type { RpcErrorObject } from '../json-rpc.js';

/** The error that a node answered a call with, as it came: its own code, sentence and data. @see https://www.jsonrpc.org/specification#error_object */
export class RpcCallError extends Error {
  override readonly name = 'RpcCallError';
  readonly code: number;
  readonly data?: unknown;

  constructor({ code, message, data }: RpcErrorObject) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** Parts of the names of calls that hand something over to a chain, of all namespaces: `eth_sendRawTransaction`, `author_submitExtrinsic` … */
const HANDS_OVER = /send|submit|broadcast|airdrop/i;

/** Whether a call of a node may be made again at another node when nobody knows what became of it: it only reads. */
export const isRepeatable = (method: string): boolean => !HANDS_OVER.test(method);
