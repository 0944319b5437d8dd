import type { RpcErrorObject } from '../json-rpc.js';

/** An error returned by an RPC endpoint, with its own code, message and data. @see https://www.jsonrpc.org/specification#error_object */
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

/** Methods that broadcast, in any namespace: `eth_sendRawTransaction`, `author_submitExtrinsic` … */
const BROADCAST_METHODS = /send|submit|broadcast|airdrop/i;

/** Tests whether a request may be retried at another RPC endpoint after an unknown outcome: it must be read-only. */
export const isRetryable = (method: string): boolean => !BROADCAST_METHODS.test(method);
