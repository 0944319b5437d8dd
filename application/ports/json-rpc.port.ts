import { token } from '../shared/token.js';

/** A JSON-RPC call to a node. @see https://www.jsonrpc.org/specification#request_object */
export interface JsonRpcCall {
  readonly method: string;
  /** Default: an empty list. */
  readonly params?: unknown;
}

/** JSON-RPC client of one node, or of several nodes of one chain. */
export interface JsonRpcClient {
  /** RPC endpoint URLs, in order of preference. */
  readonly urls: readonly string[];
  /**
   * Sends a call, and retries it on the next URL if one does not respond; a call that broadcasts a transaction is not retried once
   * it may have arrived. Rejects with the `RpcCallError` that the node returned, with `json-rpc/unavailable` if no node responds, with
   * `json-rpc/already-closed` after `close`, or with the signal's reason.
   */
  request<Result = unknown>(call: JsonRpcCall, signal?: AbortSignal): Promise<Result>;
  /** Aborts pending calls. @throws LatchkeyError `json-rpc/already-closed` if the client is already closed */
  close(): void;
}

/** Creates JSON-RPC clients. Nothing is sent before the first call. */
export interface JsonRpc {
  /**
   * @param urls at least one
   * @throws LatchkeyError `json-rpc/invalid-url` if one of them is not an HTTP URL
   */
  open(urls: readonly string[]): JsonRpcClient;
}

/** Token of the JSON-RPC clients. */
export const JSON_RPC = token<JsonRpc>('JsonRpc');
