import * as v from 'valibot';
import { isRevert, type RunEthCall } from '../domain/signatures/contract-signature.js';
import { readText } from './read-text.js';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1_000_000;

const responseSchema = v.union([
  v.object({ result: v.string() }),
  v.object({ error: v.object({ code: v.number(), message: v.optional(v.string(), '') }) }),
]);

/**
 * Runs `eth_call` at an RPC endpoint.
 * @param fetch default: the global one
 */
export const rpcEthCall =
  (url: string, fetch: typeof globalThis.fetch = globalThis.fetch): RunEthCall =>
  async (call) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] }),
      // Closes the connection.
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parsed = v.parse(responseSchema, JSON.parse(await readText(response, MAX_RESPONSE_BYTES)));
    if ('result' in parsed) return parsed.result;
    if (isRevert(parsed.error)) return null;
    throw new Error(`The RPC endpoint returned the error ${parsed.error.code}`);
  };

/** Rejects a call that does not end within ten seconds. */
export const withTimeout =
  (run: RunEthCall): RunEthCall =>
  (call) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The chain does not respond')), TIMEOUT_MS);
      Promise.resolve(call)
        .then(run)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
