/** An answer of a node that is an error. `code` and `data` are the node's own. */
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

interface NodeAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

let lastId = 0;

/**
 * Asks a node over JSON-RPC.
 * @throws NodeError when the node answers with an error; the error of `fetch` when it cannot be reached
 * @see https://www.jsonrpc.org/specification
 */
export const callNode = async (rpcUrl: string, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> => {
  lastId += 1;
  const response = await fetch(rpcUrl, {
    method: 'POST',
    // A node may close an idle line just when it is used again. Browsers see to that themselves and leave the header out.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
    signal: signal ?? null,
  });
  // JSON-RPC 2.0 fixes the shape of an answer.
  const answer = (await response.json()) as NodeAnswer;
  if (answer.error !== undefined) throw new NodeError(answer.error.code, answer.error.message, answer.error.data);
  return answer.result ?? null;
};
