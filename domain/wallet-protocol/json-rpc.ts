import * as v from 'valibot';
import { exactObject, read } from '../wire.js';

/** A call. @see https://www.jsonrpc.org/specification */
export interface RpcRequest {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: unknown;
}

/** An answer that gives a result. */
export interface RpcResult {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly result: unknown;
}

/** What an answer without a result says. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An answer that gives an error. */
export interface RpcFailure {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly error: RpcErrorObject;
}

/** An answer. */
export type RpcResponse = RpcResult | RpcFailure;

/** What stands inside an envelope of the wallet protocol. */
export type RpcMessage = RpcRequest | RpcResponse;

/** Whether a message is a call; the others are answers. */
export const isRpcRequest = (message: RpcMessage): message is RpcRequest => 'method' in message;

/** Whether an answer is an error. */
export const isRpcFailure = (response: RpcResponse): response is RpcFailure => 'error' in response;

/** Code of an error that names none. */
const SERVER_ERROR = -32_000;

/** Ids above 2^53 come as texts from some wallets; no one can have asked under one that is no safe integer. */
const idSchema = v.pipe(v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]), v.transform(Number), v.safeInteger());

/** Some wallets send an error as a bare text, or as an object without its members. */
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

const head = { id: idSchema, jsonrpc: v.literal('2.0') };

const messageSchema: v.GenericSchema<unknown, RpcMessage> = v.union([
  v.object({ ...head, method: v.string(), params: v.optional(v.unknown()) }),
  v.object({ ...head, error: v.pipe(v.nonNullish(v.unknown()), errorSchema) }),
  v.object({ ...head, result: v.unknown() }),
]);

/** Reads what a peer sent; `null` when it is neither a call nor an answer. Foreign members are dropped. */
export const readRpcMessage = (value: unknown): RpcMessage | null => read(messageSchema, value);

/** How many random digits follow the time in an id. */
const ID_ENTROPY = 1_000;

/**
 * Id of a call: the time in milliseconds, then three random digits, so that ids grow with time over both peers.
 * @param random between 0 and 1, without 1
 */
export const rpcId = (nowMs: number, random: number): number => nowMs * ID_ENTROPY + Math.floor(random * ID_ENTROPY);
