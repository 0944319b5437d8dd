import { TimeoutError } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import { pause } from '../../application/shared/pause.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { sanitizeName } from '../../domain/connection/connector-label.js';
import { filteredArray } from '../../domain/wire.js';
import { readBody, TooLongError } from './read-body.js';

/** The service responded with a status that is not a success. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  /** The first reason that the body gives, cleaned as text; `null` without one. */
  readonly reason: string | null;

  constructor(response: Response, reason: string | null) {
    super(`HTTP status code: ${response.status}`, { cause: response });
    this.status = response.status;
    this.reason = reason;
  }
}

/** The service could not be reached, did not respond in time, or is busy. */
export class HttpUnreachableError extends Error {
  override readonly name = 'HttpUnreachableError';
  /** `null` without a response. */
  readonly status: number | null;
  /** Time that the service asks to wait; 0 if it asks for none. */
  readonly retryAfterMs: number;

  constructor(status: number | null, cause: unknown, retryAfterMs = 0) {
    super(status === null ? 'The service cannot be reached' : `HTTP status code: ${status}`, { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The response is not what was asked for. */
export class HttpResponseError extends Error {
  override readonly name = 'HttpResponseError';
}

/** Options of {@link HttpClient}. */
export interface HttpClientOptions {
  /** Returns the service's URL without trailing slash. Called for each request. */
  readonly baseUrl: () => string;
  readonly clock: Clock;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Id of the client, if it is known: sent with each request. */
  readonly clientId?: () => string | null;
  /** Of a request including its retry. Default 10,000. */
  readonly timeoutMs?: number;
}

/** A request. */
export interface HttpRequest {
  /** Begins with a slash. */
  readonly path: string;
  /** Empty values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Default: that of the browser. */
  readonly cache?: RequestCache;
  /** Default 4 MiB. */
  readonly maxBytes?: number;
}

/** A request for a file. */
export interface HttpFileRequest extends HttpRequest {
  /** Tests its media type, before the body is read. Default: all are accepted. */
  readonly accepts?: (type: string) => boolean;
}

/** A request with a JSON body. */
export interface HttpBodyRequest extends HttpRequest {
  readonly body: unknown;
  /** Sends the content type of JSON, which browsers ask the service about before (CORS preflight). Default: false. */
  readonly hasJsonType?: boolean;
}

/** Of the body of a refusal. */
const MAX_REASON_BYTES = 4_096;

const MAX_REASON_LENGTH = 256;

const reasonSchema = v.pipe(
  v.unknown(),
  v.transform((text) => sanitizeName(text, MAX_REASON_LENGTH)),
  v.nonEmpty(),
);
const refusalSchema = v.object({ reasons: filteredArray(v.object({ description: reasonSchema })) });

/** The first reason in the body of a refusal; `null` without one. */
const readReason = async (response: Response): Promise<string | null> => {
  try {
    const text = new TextDecoder().decode(await readBody(response, MAX_REASON_BYTES));
    return v.parse(refusalSchema, JSON.parse(text)).reasons[0]?.description ?? null;
  } catch {
    return null;
  }
};

const RETRY_MS = 250;
/** Maximum length of a media type in an error. */
const MAX_TYPE_LENGTH = 64;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Delay of a Retry-After header in milliseconds; 0 if it is absent. Browsers can read it only if the service exposes it (CORS).
 * @see https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3
 */
const retryAfterMs = (text: string | null, clock: Clock): number => {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - clock.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

/** Media type of a response, without parameters; empty without one. */
const mediaTypeOf = ({ headers }: Response): string => headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The service is temporarily busy or broken. @see https://datatracker.ietf.org/doc/html/rfc9110#section-15 */
const isTransient = (status: number): boolean => status >= 500 || status === 408 || status === 429;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Requests to one service over HTTP. Reads are retried once after a transient failure, when the service asks for it. All calls throw {@link HttpStatusError},
 * {@link HttpUnreachableError} and {@link HttpResponseError}, or the signal's reason once it is aborted.
 */
export class HttpClient {
  readonly #options: Required<HttpClientOptions>;

  constructor({
    fetch = (...request) => globalThis.fetch(...request),
    clientId = () => null,
    timeoutMs = 10_000,
    ...options
  }: HttpClientOptions) {
    this.#options = { ...options, fetch, clientId, timeoutMs };
  }

  /** Reads JSON. */
  get(request: HttpRequest): Promise<unknown> {
    return this.#json('GET', request, {});
  }

  /** Reads an image or another file. */
  async getBlob({ accepts = () => true, ...request }: HttpFileRequest): Promise<Blob> {
    return this.#send('GET', request, {}, async (response) => {
      const type = mediaTypeOf(response);
      if (!accepts(type)) {
        await response.body?.cancel();
        throw new HttpResponseError(type === '' ? 'it has no content type' : `it is ${type.slice(0, MAX_TYPE_LENGTH)}`);
      }
      return new Blob([await this.#bytes(response, request)], { type });
    });
  }

  post(request: HttpBodyRequest): Promise<unknown> {
    return this.#json('POST', request, bodyOf(request));
  }

  put(request: HttpBodyRequest): Promise<unknown> {
    return this.#json('PUT', request, bodyOf(request));
  }

  delete(request: HttpBodyRequest): Promise<unknown> {
    return this.#json('DELETE', request, bodyOf(request));
  }

  /**
   * Posts JSON, also if the page is closed meanwhile, and does not read the response.
   * @see https://fetch.spec.whatwg.org/#request-keepalive-flag
   */
  async notify(request: HttpBodyRequest): Promise<void> {
    await this.#send('POST', request, { ...bodyOf(request), keepalive: true }, async (response) => {
      await response.body?.cancel().catch(() => undefined);
    });
  }

  #json(method: Method, request: HttpRequest, init: RequestInit): Promise<unknown> {
    return this.#send(method, request, init, async (response) => {
      const bytes = await this.#bytes(response, request);
      try {
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
      } catch (cause) {
        throw new HttpResponseError('it is not JSON', { cause });
      }
    });
  }

  async #bytes(response: Response, { maxBytes = MAX_BYTES }: HttpRequest): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readBody(response, maxBytes);
    } catch (cause) {
      throw cause instanceof TooLongError
        ? new HttpResponseError(cause.message, { cause })
        : new HttpUnreachableError(response.status, cause);
    }
  }

  async #send<Result>(
    method: Method,
    request: HttpRequest,
    init: RequestInit,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { clock, timeoutMs } = this.#options;
    const url = this.#urlOf(request);
    const { signal, cache } = request;
    const attempt = async (within: AbortSignal): Promise<Result> =>
      read(await this.#fetch(url, { ...init, ...(cache === undefined ? {} : { cache }), method, signal: within }));
    try {
      return await requestWithTimeout(timeoutMs, clock, signal, async (within) => {
        try {
          return await attempt(within);
        } catch (error) {
          within.throwIfAborted();
          if (method !== 'GET' || !(error instanceof HttpUnreachableError)) throw error;
          const waitMs = Math.max(RETRY_MS, error.retryAfterMs);
          // It would not respond in time.
          if (waitMs >= timeoutMs) throw error;
          await pause(waitMs, clock, within);
          return attempt(within);
        }
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw cause instanceof TimeoutError ? new HttpUnreachableError(null, cause) : cause;
    }
  }

  #urlOf({ path, query = {} }: HttpRequest): string {
    const clientId = this.#options.clientId() ?? undefined;
    const pairs = Object.entries({ ...query, clientId }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    );
    const search = new URLSearchParams(pairs).toString();
    return `${this.#options.baseUrl()}${path}${search === '' ? '' : `?${search}`}`;
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    // No redirects away from the configured host.
    const response = await this.#options.fetch(url, { ...init, credentials: 'omit', redirect: 'manual' }).catch((cause: unknown) => {
      throw new HttpUnreachableError(null, cause);
    });
    const { ok, status, headers, type } = response;
    if (ok) return response;
    if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel().catch(() => undefined);
      throw new HttpResponseError('it is a redirect');
    }
    const error = new HttpStatusError(response, await readReason(response));
    if (!isTransient(status)) throw error;
    throw new HttpUnreachableError(status, error, retryAfterMs(headers.get('retry-after'), this.#options.clock));
  }
}

const bodyOf = ({ body, hasJsonType = false }: HttpBodyRequest): RequestInit => ({
  body: JSON.stringify(body),
  ...(hasJsonType ? { headers: { 'content-type': 'application/json' } } : {}),
});
