import * as v from 'valibot';
import type { LazyBundler } from './lazy-bundler.js';

/** Codes of JSON-RPC. @see https://www.jsonrpc.org/specification#error_object */
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
/** Reserved for servers: the bundler cannot be reached. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes */
const RESOURCE_UNAVAILABLE = -32002;

/** Prefix of the methods that control a bundler. They are for tests, not for pages. */
const CONTROL_METHODS = 'debug_';

const requestSchema = v.object({ id: v.optional(v.union([v.string(), v.number(), v.null()]), null), method: v.string() });

/** A response: what the bundler has answered, or an error of JSON-RPC with a status that says that it has not. */
export interface BundlerResponse {
  readonly status: number;
  readonly body: string;
}

/** A chain with a bundler. */
export interface BundlerChain {
  readonly chainId: number;
  readonly bundler: LazyBundler;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const failure = (status: number, id: string | number | null, code: number, message: string): BundlerResponse => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});

/** Forwards a JSON-RPC request to the bundler of a chain, and starts it, if this is the first request. `null` if it cannot be reached. */
export const forwardToBundler = async ({ bundler }: BundlerChain, text: string): Promise<BundlerResponse | null> => {
  const request = v.safeParse(requestSchema, parse(text));
  if (!request.success) return failure(400, null, INVALID_REQUEST, 'Send one JSON-RPC request');
  const { id, method } = request.output;
  if (method.startsWith(CONTROL_METHODS)) return failure(200, id, METHOD_NOT_FOUND, `There is no method ${method}`);
  try {
    const { rpcUrl } = await bundler.running();
    // It may close an idle connection just as it is reused.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const response = await fetch(rpcUrl, { method: 'POST', headers, body: text });
    return { status: response.status, body: await response.text() };
  } catch {
    return null;
  }
};

/** The response for a bundler that cannot be reached. */
export const unreachableBundler = ({ chainId }: BundlerChain, text: string): BundlerResponse => {
  const request = v.safeParse(requestSchema, parse(text));
  const id = request.success ? request.output.id : null;
  return failure(503, id, RESOURCE_UNAVAILABLE, `The bundler of eip155:${chainId} cannot be reached`);
};

/** Finds the chain that the query of a request names, as apps name it: `chainId=eip155:1`. Its other parameters have no meaning here. */
export const chainOfQuery = <Chain extends BundlerChain>(query: URLSearchParams, chains: readonly Chain[]): Chain | null =>
  chains.find(({ chainId }) => `eip155:${chainId}` === query.get('chainId')) ?? null;

/** The response for a chain without a bundler. */
export const unknownChain = (query: URLSearchParams): BundlerResponse =>
  failure(400, null, INVALID_PARAMS, `There is no bundler for the chain ${query.get('chainId') ?? 'without a chainId'}`);
