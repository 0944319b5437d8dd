import * as v from 'valibot';
import { readJson } from '../../../domain/wire.js';
import { readText } from '../../shared/read-body.js';

/** An HTTP answer that says no. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number) {
    super(`The node answered with HTTP status ${status}`);
    this.status = status;
  }
}

const errorSchema = v.object({ error: v.object({ code: v.number() }) });

/**
 * Posts JSON to a node and reads its answer. `own` are headers that the host wants there too.
 * @throws HttpError for a status that says no, unless JSON-RPC says why; SyntaxError for an answer that is no JSON; TypeError when nobody answers
 * @see https://fetch.spec.whatwg.org
 */
export const post = async (
  address: string,
  body: unknown,
  chainId: string,
  signal: AbortSignal,
  own?: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const { url, authorization } = withoutCredentials(address);
  const headers: Record<string, string> = { 'content-type': isService(url, chainId) ? 'text/plain' : 'application/json' };
  if (authorization !== null) headers['authorization'] = authorization;
  const response = await fetch(url, { method: 'POST', headers: { ...headers, ...own }, body: JSON.stringify(body), signal });
  const text = await readText(response);
  if (response.ok) return JSON.parse(text);
  const answer = readJson(text);
  if (v.is(errorSchema, answer)) return answer;
  throw new HttpError(response.status);
};

/** What is the RPC service's: it takes the chain as a query, and text, which a browser sends without asking for leave first (CORS). */
const isService = (url: string, chainId: string): boolean =>
  url.includes(`?chainId=${chainId}`) || url.includes(`&chainId=${chainId}`) || url.includes(`chainId=${encodeURIComponent(chainId)}`);

/** `fetch` refuses addresses with a user and password, which some nodes are given out with. */
const withoutCredentials = (address: string): { readonly url: string; readonly authorization: string | null } => {
  const [, scheme, credentials, rest] = /^(https?:\/\/)([^/?#@]*)@(.*)$/i.exec(address) ?? [];
  if (scheme === undefined || credentials === undefined) return { url: address, authorization: null };
  return { url: `${scheme}${rest}`, authorization: `Basic ${btoa(decodeURIComponent(credentials))}` };
};
