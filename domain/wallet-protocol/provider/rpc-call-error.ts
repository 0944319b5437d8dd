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
