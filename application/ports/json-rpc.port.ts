/** A call of a node. @see https://www.jsonrpc.org/specification#request_object */
export interface JsonRpcCall {
  readonly method: string;
  /** Default: none, as an empty list. */
  readonly params?: unknown;
}

/** A node that is asked over JSON-RPC, or several of one chain that stand in for one another. */
export interface JsonRpcNode {
  /** Its addresses, the first to be asked first. */
  readonly urls: readonly string[];
  /**
   * Asks, and asks the next address where one does not answer; a call that hands something over to the chain is not made a second time once
   * it may have arrived. Rejects with an `RpcCallError` that the node answered, with `json-rpc/unavailable` where no node answers, with
   * `json-rpc/already-closed` once it is closed, or with the signal's reason.
   */
  request<Result = unknown>(call: JsonRpcCall, signal?: AbortSignal): Promise<Result>;
  /** Gives up what is under way. @throws LatchkeyError `json-rpc/already-closed` the second time */
  close(): void;
}

/** Opens nodes. Nothing is sent before the first call. */
export interface JsonRpc {
  /**
   * @param urls at least one
   * @throws LatchkeyError `json-rpc/invalid-url` where HTTP cannot be spoken with one of them
   */
  open(urls: readonly string[]): JsonRpcNode;
}
