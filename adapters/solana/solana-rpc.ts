import { TimeoutError } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { rpcHeaders } from '../../domain/network/rpc-headers.js';
import { asRecord, parseOrNull } from '../../domain/wire.js';
import { readText } from '../shared/read-body.js';
import { parseJson } from './parse-json.js';

/** Timeout of one URL (specification, section 9). */
export const RPC_TIMEOUT_MS = 10_000;

/** A CAIP-2 reference is the start of the genesis hash. @see https://namespaces.chainagnostic.org/solana/caip2 */
const REFERENCE_LENGTH = 32;

/** Error codes about the request itself; for all others the next node is tried. @see https://solana.com/docs/rpc */
const REQUEST_ERROR_CODES: ReadonlySet<unknown> = new Set([
  // Transaction simulation failed.
  -32_002,
  // Transaction signature verification failed.
  -32_003,
  // Invalid params.
  -32_602,
]);

/** A JSON-RPC error object of a node. */
export class SolanaNodeError extends Error {
  override readonly name = 'SolanaNodeError';
  readonly code: unknown;
  readonly data: unknown;

  constructor({ code, message, data }: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }) {
    super(String(message));
    this.code = code;
    this.data = data;
  }
}

/** A JSON-RPC call. */
export interface RpcCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A request to the nodes of a network. */
export interface RpcRequest<T> extends RpcCall {
  readonly network: Network;
  /** Parses the result; if it throws, the node counts as broken. */
  readonly read: (result: unknown) => T;
  /** Called just before each send to a node. */
  readonly onSend?: () => void;
}

/** Several calls sent to one node, in one batch if it supports batches. */
export interface RpcBatchRequest<T> {
  readonly network: Network;
  readonly calls: readonly RpcCall[];
  /** Parses the results, in the order of the calls. */
  readonly read: (results: readonly unknown[]) => T;
  /** Called just before each send to a node. */
  readonly onSend?: () => void;
}

/** Sends a request to the nodes of one network. */
export type RpcRequestFn = <T>(request: Omit<RpcRequest<T>, 'network'>) => Promise<T>;

/** Sends several calls to the nodes of one network. */
export type RpcBatchRequestFn = <T>(request: Omit<RpcBatchRequest<T>, 'network'>) => Promise<T>;

/** JSON-RPC over HTTP, with fallback through a network's URLs, starting with the one that last succeeded. */
export class SolanaRpc {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  /** By URL: the start of the genesis hash. */
  readonly #genesis = new Map<string, string>();
  /** By network: the URL that last succeeded. */
  readonly #preferredUrls = new Map<string, string>();
  /** URLs that do not support batches. */
  readonly #urlsWithoutBatch = new Set<string>();
  /** Pending requests, to deduplicate equal ones. */
  readonly #pending = new Map<string, Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sends a request. Safe to retry: rebroadcasting a transaction sends the same transaction. Equal concurrent requests are sent once.
   * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`, `config/disposed`
   * @throws SolanaNodeError an error about the request itself
   */
  request<T>({ network, method, params = [], read, ...options }: RpcRequest<T>, signal: AbortSignal): Promise<T> {
    return this.requestBatch({ network, calls: [{ method, params }], read: ([result]) => read(result), ...options }, signal);
  }

  /**
   * Sends several calls to one node, in one batch if it supports batches. Fails with the first error among the responses.
   * @throws as {@link request} does
   * @see https://www.jsonrpc.org/specification#batch
   */
  async requestBatch<T>(request: RpcBatchRequest<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#controller.signal.aborted) throw new LatchkeyError('config/disposed', {});
    const { network, calls } = request;
    const key = JSON.stringify([network.caipNetworkId, network.rpcUrls.default.http, calls]);
    let pendingResult = this.#pending.get(key);
    if (pendingResult === undefined) {
      // Other callers may share it, so the first caller's abort does not cancel it.
      pendingResult = this.#requestInOrder(request).finally(() => this.#pending.delete(key));
      this.#pending.set(key, pendingResult);
    }
    // The key identifies the request, and with it the type of its result.
    return abortable(pendingResult as Promise<T>, signal);
  }

  /** Aborts every pending request. */
  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
  }

  async #requestInOrder<T>({ network, calls, read, onSend }: RpcBatchRequest<T>): Promise<T> {
    const { caipNetworkId: chainId } = network;
    const method = calls[0]?.method ?? '';
    const { http } = network.rpcUrls.default;
    // The filter removes `undefined`.
    const urls = [...new Set([this.#preferredUrls.get(chainId), ...http])].filter(
      (url) => url !== undefined && http.includes(url),
    ) as string[];
    let failure: unknown;
    for (const url of urls) {
      try {
        await this.#checkGenesis(url, network);
        onSend?.();
        const result = await this.#send(url, network, calls, read);
        this.#preferredUrls.set(chainId, url);
        return result;
      } catch (error) {
        this.#controller.signal.throwIfAborted();
        if (error instanceof SolanaNodeError && REQUEST_ERROR_CODES.has(error.code)) throw error;
        failure = error;
      }
    }
    if (failure instanceof WrongNodeError) throw new LatchkeyError('network/wrong-node', { chainId, nodeChainId: failure.nodeChainId });
    throw failure instanceof TimeoutError
      ? new LatchkeyError('network/timeout', { chainId, method, timeoutMs: RPC_TIMEOUT_MS }, { cause: failure })
      : new LatchkeyError('network/rpc-failed', { chainId, method }, { cause: failure });
  }

  /** Checked once per URL. */
  async #checkGenesis(url: string, network: Network): Promise<void> {
    let start = this.#genesis.get(url);
    if (start === undefined) {
      start = await this.#send(url, network, [{ method: 'getGenesisHash' }], ([hash]) => String(hash).slice(0, REFERENCE_LENGTH));
      this.#genesis.set(url, start);
    }
    const nodeChainId = `solana:${start}`;
    if (nodeChainId !== network.caipNetworkId) throw new WrongNodeError(nodeChainId);
  }

  /** Sends calls to one node, in a batch or one by one. */
  async #send<T>(url: string, network: Network, calls: readonly RpcCall[], read: (results: readonly unknown[]) => T): Promise<T> {
    const bodies = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const customHeaders = rpcHeaders(network, url);
    const single = (body: unknown): Promise<unknown> => this.#post(url, customHeaders, body, readResult);
    if (bodies.length > 1 && !this.#urlsWithoutBatch.has(url)) {
      const results = await this.#post(url, customHeaders, bodies, (payload, status) => {
        if (Array.isArray(payload))
          return bodies.map(({ id }) =>
            readResult(
              payload.find((each) => asRecord(each)['id'] === id),
              status,
            ),
          );
        // The status of a busy or broken node does not mean that it rejects batches.
        if (status === 429 || status >= 500 || (status < 400 && payload === null))
          throw new Error(`The node responded with status ${status}`);
        return null;
      });
      if (results !== null) return read(results);
      this.#urlsWithoutBatch.add(url);
    }
    return read(await Promise.all(bodies.map(single)));
  }

  #post<T>(
    url: string,
    customHeaders: Readonly<Record<string, string>> | undefined,
    content: unknown,
    read: (response: unknown, status: number) => T,
  ): Promise<T> {
    return requestWithTimeout(RPC_TIMEOUT_MS, this.#clock, this.#controller.signal, async (signal) => {
      const body = JSON.stringify(content);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...customHeaders },
        body,
        signal,
      });
      return read(parseJson(await readText(response)), response.status);
    });
  }
}

const responseSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.unknown()) });

const readResult = (value: unknown, status: number): unknown => {
  const response = parseOrNull(responseSchema, value);
  if (response?.error !== undefined && response.error !== null) throw new SolanaNodeError(asRecord(response.error));
  // A rate-limiting proxy may respond with a JSON error too.
  if (status >= 400 || response === null || !('result' in response)) throw new Error(`The node responded with status ${status}`);
  return response.result;
};

/** A node on another chain. */
class WrongNodeError extends Error {
  readonly nodeChainId: string;

  constructor(nodeChainId: string) {
    super(`The node is on ${nodeChainId}`);
    this.nodeChainId = nodeChainId;
  }
}

/**
 * Parses the `value` of an RPC response with context. @throws Error for any other response
 * @see https://solana.com/docs/rpc/json-structures
 */
export const contextValue = <Schema extends v.GenericSchema>(schema: Schema, result: unknown): v.InferOutput<Schema> =>
  v.parse(v.object({ value: schema }), result).value;
