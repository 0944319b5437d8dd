import * as v from 'valibot';
/** A JSON-RPC call. */
export interface RpcCall {
  readonly method: string;
  readonly params: unknown;
}

/** Result of a call, or an error that any node would return for it. */
export type RpcResponse = { readonly result: unknown } | { readonly error: NodeError };

/** A JSON-RPC error object. @see https://www.jsonrpc.org/specification#error_object */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly code: number | null;
  readonly data: unknown;

  constructor({ code, message, data }: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }) {
    super(typeof message === 'string' ? message : 'The node returned an error without a message');
    this.code = typeof code === 'number' ? code : null;
    this.data = data;
  }
}

/**
 * Error messages about the call rather than the node. They have no codes: the texts are go-ethereum's, which other nodes
 * reuse.
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/error.go
 */
const CALL_ERROR_MESSAGE = /revert|insufficient funds|nonce too low|exceeds allowance|underpriced|already known|already imported/i;

/** Checks if another node would return the same error. 3 is "execution reverted". @see https://eips.ethereum.org/EIPS/eip-1474 */
export const isCallError = ({ code, message }: NodeError, { method }: RpcCall): boolean =>
  // A transaction that one node rejected is not rebroadcast through another.
  method === 'eth_sendRawTransaction' || code === 3 || CALL_ERROR_MESSAGE.test(message);

const NO_QUANTITY = 'The node returned no hex quantity';

/** Checks if the node has answered too many calls: another node, or a later try, may succeed. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes */
export const isLimitError = ({ code }: NodeError): boolean => code === -32005 || code === 429;

/** A quantity. @see https://eips.ethereum.org/EIPS/eip-1474#quantity */
export const quantitySchema = v.pipe(
  v.string(NO_QUANTITY),
  v.regex(/^0x[0-9a-f]+$/i, NO_QUANTITY),
  v.transform((value) => BigInt(value)),
);

export const readQuantity = (value: unknown): bigint => v.parse(quantitySchema, value);

/** Writes a quantity. @see https://eips.ethereum.org/EIPS/eip-1474#quantity */
export const toQuantity = (value: bigint): string => `0x${value.toString(16)}`;
