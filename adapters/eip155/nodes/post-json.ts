import * as v from 'valibot';
import { parseJson } from '../../../domain/wire.js';
import { readText } from '../../shared/read-body.js';

/** An HTTP error response. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number) {
    super(`The node responded with HTTP status ${status}`);
    this.status = status;
  }
}

const errorSchema = v.object({ error: v.object({ code: v.number() }) });

/**
 * Posts JSON to a node and parses the response.
 * @throws HttpError for an HTTP error without a JSON-RPC error in its body; SyntaxError for a response that is not JSON; TypeError when
 * there is no connection
 * @see https://fetch.spec.whatwg.org
 */
export const post = async (
  address: string,
  body: unknown,
  chainId: string,
  signal: AbortSignal,
  customHeaders?: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const { url, authorization } = withoutCredentials(address);
  const headers: Record<string, string> = { 'content-type': isRpcService(url, chainId) ? 'text/plain' : 'application/json' };
  if (authorization !== null) headers['authorization'] = authorization;
  const response = await fetch(url, { method: 'POST', headers: { ...headers, ...customHeaders }, body: JSON.stringify(body), signal });
  const text = await readText(response);
  if (response.ok) return JSON.parse(text);
  const errorBody = parseJson(text);
  if (v.is(errorSchema, errorBody)) return errorBody;
  throw new HttpError(response.status);
};

/** Detects the RPC service, which takes the chain as a query. It accepts plain text, which a browser sends without a CORS preflight. */
const isRpcService = (url: string, chainId: string): boolean =>
  url.includes(`?chainId=${chainId}`) || url.includes(`&chainId=${chainId}`) || url.includes(`chainId=${encodeURIComponent(chainId)}`);

/** `fetch` rejects URLs with credentials, which some node providers hand out. */
const withoutCredentials = (address: string): { readonly url: string; readonly authorization: string | null } => {
  const [, scheme, credentials, remaining] = /^(https?:\/\/)([^/?#@]*)@(.*)$/i.exec(address) ?? [];
  if (scheme === undefined || credentials === undefined) return { url: address, authorization: null };
  return { url: `${scheme}${remaining}`, authorization: `Basic ${btoa(decodeURIComponent(credentials))}` };
};
