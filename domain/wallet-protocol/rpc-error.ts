import * as v from 'valibot';
import { lenient, read } from '../wire.js';
import type { RpcErrorObject } from './json-rpc.js';

/** Codes that JSON-RPC keeps to itself, with their texts. @see https://www.jsonrpc.org/specification#error_object */
const RESERVED: ReadonlyMap<number, string> = new Map([
  [-32_700, 'Parse error'],
  [-32_600, 'Invalid Request'],
  [-32_601, 'Method not found'],
  [-32_602, 'Invalid params'],
  [-32_603, 'Internal error'],
]);
const INTERNAL_ERROR = -32_603;
const SERVER_ERROR = -32_000;

const reasonSchema = v.object({ code: lenient(v.pipe(v.number(), v.integer())), message: lenient(v.pipe(v.string(), v.nonEmpty())) });

/**
 * What a peer is told about anything that went wrong: never nothing. A text is a server error of that text; an error, a fault or an object
 * gives its number and its sentence and nothing else of itself; what says neither is an internal error. Codes that JSON-RPC keeps to
 * itself come with their own texts.
 */
export const rpcErrorOf = (reason: unknown): RpcErrorObject => {
  if (typeof reason === 'string' && reason !== '') return { code: SERVER_ERROR, message: reason };
  const { code, message } = read(reasonSchema, reason) ?? {};
  if (code === undefined && message === undefined) return { code: INTERNAL_ERROR, message: 'Internal error' };
  return { code: code ?? SERVER_ERROR, message: RESERVED.get(code ?? SERVER_ERROR) ?? message ?? 'Server error' };
};
