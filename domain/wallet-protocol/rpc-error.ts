import * as v from 'valibot';
import { lenient, parseOrNull } from '../wire.js';
import type { RpcErrorObject } from './json-rpc.js';

/** Codes reserved by JSON-RPC, with their messages. @see https://www.jsonrpc.org/specification#error_object */
const RESERVED_MESSAGES: ReadonlyMap<number, string> = new Map([
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
 * Converts anything thrown to a JSON-RPC error. A string becomes the message of a server error; an error, fault or object gives only its
 * code and message; anything else becomes an internal error. Reserved codes get their standard messages.
 */
export const toRpcError = (reason: unknown): RpcErrorObject => {
  if (typeof reason === 'string' && reason !== '') return { code: SERVER_ERROR, message: reason };
  const { code, message } = parseOrNull(reasonSchema, reason) ?? {};
  if (code === undefined && message === undefined) return { code: INTERNAL_ERROR, message: 'Internal error' };
  return { code: code ?? SERVER_ERROR, message: RESERVED_MESSAGES.get(code ?? SERVER_ERROR) ?? message ?? 'Server error' };
};
