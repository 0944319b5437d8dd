import * as v from 'valibot';
import { callNode, NodeError } from '../chains/call-node.js';
import { RequestError } from './route.js';

const TIMEOUT_MS = 10_000;
const METHOD_NOT_FOUND = -32_601;

/** A call of a JSON-RPC method. */
export type RpcCall = readonly [method: string, params: readonly unknown[]];

interface BatchEntry {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A node that the service reads. Failures are refusals of the service's own requests: 502, or 504 after 10 s. */
export class RpcNode {
  readonly chainId: string;
  readonly url: string;

  constructor(chainId: string, url: string) {
    this.chainId = chainId;
    this.url = url;
  }

  /** @throws RequestError */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.#guard(() => callNode(this.url, method, params, AbortSignal.timeout(TIMEOUT_MS)));
  }

  /** Sends a request or batch as it is, and returns the node's response to it. @throws RequestError */
  forward(body: unknown): Promise<unknown> {
    return this.#guard(() => this.#post(body));
  }

  /** Makes calls in one request; results are in the order of the calls. @throws RequestError */
  batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return Promise.resolve([]);
    return this.#guard(async () => {
      const requests = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }));
      // JSON-RPC 2.0 defines the shape of a response. A node that knows no batches sends one error.
      const body = (await this.#post(requests)) as readonly BatchEntry[] | BatchEntry;
      const byId = new Map((Array.isArray(body) ? body : [body]).map((entry: BatchEntry) => [entry.id, entry]));
      return calls.map((_, id) => {
        const entry = byId.get(id);
        if (entry?.error !== undefined) throw new NodeError(entry.error.code, entry.error.message);
        return entry?.result ?? null;
      });
    });
  }

  /** Parses a reply of the node. @throws RequestError for another type */
  parse<Schema extends v.GenericSchema>(schema: Schema, reply: unknown): v.InferOutput<Schema> {
    const parsed = v.safeParse(schema, reply);
    if (parsed.success) return parsed.output;
    throw new RequestError(502, this.chainId, `The node of ${this.chainId} sent an invalid response: ${parsed.issues[0].message}`);
  }

  async #post(body: unknown): Promise<unknown> {
    const response = await fetch(this.url, {
      method: 'POST',
      // As in `callNode`.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.json();
  }

  /** @throws RequestError */
  async #guard<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
      const reason = error instanceof Error ? error.message : 'no response';
      throw new RequestError(isTimeout ? 504 : 502, this.chainId, `The node of ${this.chainId} failed: ${reason}`, error);
    }
  }
}

/** Tests for a failure of a node because it has no such method. */
export const isMethodMissing = (error: unknown): boolean =>
  error instanceof RequestError && error.cause instanceof NodeError && error.cause.code === METHOD_NOT_FOUND;
