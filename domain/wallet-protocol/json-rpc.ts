import { isObject } from './is-object.js';

/** A call. @see https://www.jsonrpc.org/specification */
export interface RpcRequest {
  readonly id: number;
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params: unknown;
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

/** Some wallets send an error as a bare text, or as an object without its parts. */
const readError = (error: unknown): RpcErrorObject => {
  if (typeof error === 'string') return { code: SERVER_ERROR, message: error };
  if (!isObject(error)) return { code: SERVER_ERROR, message: '' };
  const { code, message, data } = error;
  return {
    code: typeof code === 'number' ? code : SERVER_ERROR,
    message: typeof message === 'string' ? message : '',
    ...(data === undefined ? {} : { data }),
  };
};

/** Code of an error that names none. */
const SERVER_ERROR = -32_000;

/** Reads what a peer sent; `null` when it is neither a call nor an answer. Foreign members are dropped. */
export const readRpcMessage = (value: unknown): RpcMessage | null => {
  if (!isObject(value) || value.jsonrpc !== '2.0') return null;
  // Ids above 2^53 come as texts from some wallets; nobody can have asked under one that is no safe integer.
  const id = Number(value.id);
  if (!Number.isSafeInteger(id) || value.id === null || value.id === '') return null;
  if (typeof value.method === 'string') return { id, jsonrpc: '2.0', method: value.method, params: value.params };
  if (value.error !== undefined && value.error !== null) return { id, jsonrpc: '2.0', error: readError(value.error) };
  return 'result' in value ? { id, jsonrpc: '2.0', result: value.result } : null;
};

/** How many random digits follow the time in an id. */
const ID_ENTROPY = 1_000;

/**
 * Id of a call: the time in milliseconds, then three random digits, so that ids grow with time over both peers.
 * @param random between 0 and 1, without 1
 */
export const rpcId = (nowMs: number, random: number): number => nowMs * ID_ENTROPY + Math.floor(random * ID_ENTROPY);
