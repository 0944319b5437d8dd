import * as v from 'valibot';
import { exactObject, parseOrNull } from '../wire.js';

/** A JSON-RPC request. @see https://www.jsonrpc.org/specification */
export interface RpcRequest {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: unknown;
}

/** A successful response. */
export interface RpcResult {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly result: unknown;
}

/** The error of a failed response. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A failed response. */
export interface RpcFailure {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly error: RpcErrorObject;
}

export type RpcResponse = RpcResult | RpcFailure;

/** The content of a WalletConnect envelope. */
export type RpcMessage = RpcRequest | RpcResponse;

export const isRpcRequest = (message: RpcMessage): message is RpcRequest => 'method' in message;

export const isRpcFailure = (response: RpcResponse): response is RpcFailure => 'error' in response;

/** Used if a peer sends an error without a code. */
const SERVER_ERROR = -32_000;

/** Some wallets send ids as strings. Ids that are not safe integers are rejected. */
const idSchema = v.pipe(v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]), v.transform(Number), v.safeInteger());

/** Some wallets send an error as a plain string, or without `code` or `message`. */
const errorSchema: v.GenericSchema<unknown, RpcErrorObject> = v.union([
  v.pipe(
    v.string(),
    v.transform((message) => ({ code: SERVER_ERROR, message })),
  ),
  v.fallback(
    exactObject({ code: v.fallback(v.number(), SERVER_ERROR), message: v.fallback(v.string(), ''), data: v.optional(v.unknown()) }),
    {
      code: SERVER_ERROR,
      message: '',
    },
  ),
]);

const baseEntries = { id: idSchema, jsonrpc: v.literal('2.0') };

const messageSchema: v.GenericSchema<unknown, RpcMessage> = v.union([
  v.object({ ...baseEntries, method: v.string(), params: v.optional(v.unknown()) }),
  v.object({ ...baseEntries, error: v.pipe(v.nonNullish(v.unknown()), errorSchema) }),
  v.object({ ...baseEntries, result: v.unknown() }),
]);

/** Parses a peer's message; `null` if it is neither a request nor a response. Unknown members are dropped. */
export const readRpcMessage = (value: unknown): RpcMessage | null => parseOrNull(messageSchema, value);

/** Range of the random digits in an id. */
const ID_ENTROPY = 1_000;

/**
 * Id of a request: the time in milliseconds followed by three random digits, so that the ids of both peers grow with time.
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export const rpcId = (nowMs: number, random: number): number => nowMs * ID_ENTROPY + Math.floor(random * ID_ENTROPY);
