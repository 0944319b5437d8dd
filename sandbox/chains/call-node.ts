/** An error response of a node, with the node's `code` and `data`. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface NodeResponse {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

let lastId = 0;

/**
 * Sends a JSON-RPC request to a node.
 * @throws NodeError for an error response; the error of `fetch` when the node is unreachable
 * @see https://www.jsonrpc.org/specification
 */
export const callNode = async (rpcUrl: string, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> => {
  lastId += 1;
  const response = await fetch(rpcUrl, {
    method: 'POST',
    // A node may close an idle connection just as it is reused. Browsers handle that themselves and drop this header.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
    signal: signal ?? null,
  });
  // JSON-RPC 2.0 defines the shape of a response.
  const body = (await response.json()) as NodeResponse;
  if (body.error !== undefined) throw new NodeError(body.error.code, body.error.message, body.error.data);
  return body.result ?? null;
};
