import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reads a body of at most `maxBytes`; `null` for a longer one, of which the rest is not read. */
const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    // Without an encoding, chunks are buffers.
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > maxBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** Options of {@link handleWebRequest}. */
export interface WebHandlerOptions {
  /** Origin that requests are resolved against. */
  readonly origin: string;
  /** Longer bodies get 413. */
  readonly maxBytes: number;
}

/**
 * Runs a handler of web requests on a request of Node.
 * @param handle returns `null` for a request that it does not handle
 * @returns false if the handler returned `null`
 */
export const handleWebRequest = async (
  handle: (request: Request) => Promise<Response | null>,
  { origin, maxBytes }: WebHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> => {
  const { method = 'GET', url = '/', headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readBody(request, maxBytes) : Buffer.alloc(0);
  if (body === null) {
    response.writeHead(413, { connection: 'close' }).end();
    return true;
  }
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const result = await handle(new Request(new URL(url, origin), { method, headers: entries, ...(hasBody ? { body } : {}) }));
  if (result === null) return false;
  result.headers.forEach((value, name) => {
    if (name !== 'set-cookie') response.setHeader(name, value);
  });
  const cookies = result.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.writeHead(result.status).end(await result.text());
  return true;
};
