import * as v from 'valibot';
/** One call to a node. */
export interface NodeCall {
  readonly method: string;
  readonly params: unknown;
}

/** What a node said to a call: its result, or that the call itself cannot be answered otherwise, by any node. */
export type NodeAnswer = { readonly result: unknown } | { readonly error: NodeError };

/** A node's own error. @see https://www.jsonrpc.org/specification#error_object */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly code: number | null;
  readonly data: unknown;

  constructor({ code, message, data }: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }) {
    super(typeof message === 'string' ? message : 'The node gave an error without words');
    this.code = typeof code === 'number' ? code : null;
    this.data = data;
  }
}

/**
 * Words that nodes say about what is asked rather than about themselves. They have no codes of their own: the words are those of
 * go-ethereum, which the other nodes repeat.
 * @see https://github.com/ethereum/go-ethereum/blob/master/core/error.go
 */
const ABOUT_THE_CALL = /revert|insufficient funds|nonce too low|exceeds allowance|underpriced|already known|already imported/i;

/** Whether another node would say the same. 3 is "execution reverted". @see https://eips.ethereum.org/EIPS/eip-1474 */
export const isAboutTheCall = ({ code, message }: NodeError, { method }: NodeCall): boolean =>
  // What a node refused to broadcast is not broadcast by another one behind the caller's back.
  method === 'eth_sendRawTransaction' || code === 3 || ABOUT_THE_CALL.test(message);

const NO_QUANTITY = 'The node gave no quantity';

/** A quantity. @see https://eips.ethereum.org/EIPS/eip-1474#quantity */
export const quantitySchema = v.pipe(
  v.string(NO_QUANTITY),
  v.regex(/^0x[0-9a-f]+$/i, NO_QUANTITY),
  v.transform((value) => BigInt(value)),
);

/** Reads a quantity. @throws Error for anything else */
export const readQuantity = (value: unknown): bigint => v.parse(quantitySchema, value);

/** Writes a quantity. @see https://eips.ethereum.org/EIPS/eip-1474#quantity */
export const toQuantity = (value: bigint): string => `0x${value.toString(16)}`;
