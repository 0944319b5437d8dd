import { TimeoutError } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import type { WalletDirectory, WalletPage } from '../../application/ports/wallet-directory.port.js';
import type { OptionsStore } from '../../application/shared/options.store.js';
import { pause } from '../../application/shared/pause.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { parseWallets } from '../../domain/directory/parse-wallets.js';
import type { ImageKey } from '../../domain/directory/wallet-image.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { lenient, parseOrNull } from '../../domain/wire.js';
import { readBody, TooLongError } from '../shared/read-body.js';

export interface HttpWalletDirectoryOptions {
  readonly options: Pick<OptionsStore, 'current'>;
  readonly clock: Clock;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

type Service = 'walletDirectory' | 'images';

/** Timeout of a request including its retry. */
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 250;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_IMAGE_BYTES = 1024 * 1024;
/** Limit for all images, which stay cached for the lifetime of the page. Several times the size of a real directory. */
const MAX_CACHED_BYTES = 64 * MAX_IMAGE_BYTES;
/** Maximum wallet count, ten times that of a real directory. */
const MAX_COUNT = 10_000;

/** Image types without active content. */
const RASTER = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
/** May contain scripts: served as a data URL, since an object URL opened in its own tab would run them with the page's origin. */
const SVG = 'image/svg+xml';

/** Percent-encoded. @see https://datatracker.ietf.org/doc/html/rfc2397 */
const toSvgUrl = (bytes: Uint8Array): string => `data:${SVG};charset=utf-8,${encodeURIComponent(new TextDecoder().decode(bytes))}`;

/** The service is temporarily busy or broken. @see https://datatracker.ietf.org/doc/html/rfc9110#section-15 */
const isTransient = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const PATHS: Readonly<Record<ImageKey['kind'], string>> = {
  wallet: '/getWalletImage/',
  asset: '/public/getAssetImage/',
  currency: '/public/getCurrencyImage/',
  token: '/public/getTokenImage/',
  url: '/image',
};

/** Keys that would traverse the path, and those that cannot be encoded in a URL. */
const INVALID_KEY = /^\.{0,2}$|\p{Cs}/u;

/** Wallet directory and image service over HTTP. Transient failures are retried once. */
export class HttpWalletDirectory implements WalletDirectory {
  readonly #options: Pick<OptionsStore, 'current'>;
  readonly #clock: Clock;
  readonly #fetch: typeof globalThis.fetch;
  readonly #objectUrls = new Set<string>();
  readonly #calls = new Set<AbortController>();
  #cachedBytes = 0;
  #isDisposed = false;

  constructor({ options, clock, fetch = (...request) => globalThis.fetch(...request) }: HttpWalletDirectoryOptions) {
    this.#options = options;
    this.#clock = clock;
    this.#fetch = fetch;
  }

  getWallets(query: WalletQuery, signal: AbortSignal): Promise<WalletPage> {
    const { page, entries, include = [], exclude = [], search = '', chains = [], badge = '' } = query;
    const parameters = {
      page: String(page),
      entries: String(entries),
      include: include.join(','),
      exclude: exclude.join(','),
      search,
      chains: chains.join(','),
      badge_type: badge,
    };
    return this.#fetchWithRetry('walletDirectory', '/getWallets', parameters, signal, async (response) => {
      const { data, count } = readList(await this.#read('walletDirectory', response, MAX_LIST_BYTES));
      return { ...parseWallets(data.slice(0, entries)), count };
    });
  }

  async getImage({ kind, id }: ImageKey, signal: AbortSignal): Promise<string> {
    const isUrl = kind === 'url';
    if (!isUrl && INVALID_KEY.test(id)) throw invalid('images', 'the image key is invalid');
    const path = isUrl ? PATHS.url : `${PATHS[kind]}${encodeURIComponent(id)}`;
    return this.#fetchWithRetry('images', path, isUrl ? { url: id } : {}, signal, async (response, attemptSignal) => {
      const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      if (type !== SVG && !RASTER.test(type)) {
        await response.body?.cancel();
        throw invalid('images', type === '' ? 'it has no content type' : `it is ${type.slice(0, 64)}`);
      }
      const bytes = await this.#read('images', response, MAX_IMAGE_BYTES);
      if (bytes.length === 0) throw invalid('images', 'it is empty');
      attemptSignal.throwIfAborted();
      if (this.#cachedBytes + bytes.length > MAX_CACHED_BYTES)
        throw invalid('images', `the cached images exceed ${MAX_CACHED_BYTES} bytes`);
      this.#cachedBytes += bytes.length;
      return type === SVG ? toSvgUrl(bytes) : this.#createObjectUrl(new Blob([bytes], { type }));
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const call of this.#calls) call.abort(new LatchkeyError('config/disposed', {}));
    for (const url of this.#objectUrls) URL.revokeObjectURL(url);
    this.#objectUrls.clear();
  }

  /** Sends a request, with one retry after a transient failure. */
  async #fetchWithRetry<Result>(
    service: Service,
    path: string,
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
    read: (response: Response, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
    signal.throwIfAborted();
    const { projectId = '' } = this.#options.current;
    const pairs = Object.entries({ ...parameters, projectId, st: SDK_TYPE, sv: SDK_VERSION }).filter(([, value]) => value !== '');
    // Throws before sending if the default URL lacks a project id.
    const url = `${serviceUrlOf(this.#options.current, service)}${path}?${new URLSearchParams(pairs)}`;
    let waitMs = RETRY_AFTER_MS;
    const attempt = async (attemptSignal: AbortSignal): Promise<Result> =>
      read(await this.#send(service, url, attemptSignal, (retryMs) => (waitMs = Math.max(waitMs, retryMs))), attemptSignal);
    const call = new AbortController();
    const abort = (): void => call.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#calls.add(call);
    try {
      return await requestWithTimeout(TIMEOUT_MS, this.#clock, call.signal, async (attemptSignal) => {
        try {
          return await attempt(attemptSignal);
        } catch (error) {
          attemptSignal.throwIfAborted();
          // Do not retry if Retry-After exceeds the timeout.
          if (!isLatchkeyError(error, 'directory/unreachable') || waitMs >= TIMEOUT_MS) throw error;
          await pause(waitMs, this.#clock, attemptSignal);
          return attempt(attemptSignal);
        }
      });
    } catch (cause) {
      call.signal.throwIfAborted();
      throw cause instanceof TimeoutError ? unreachable(service, null, cause) : cause;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#calls.delete(call);
    }
  }

  async #send(service: Service, url: string, signal: AbortSignal, onRetryAfter: (ms: number) => void): Promise<Response> {
    // No custom header, to avoid a CORS preflight; no redirects away from the configured host.
    const response = await this.#fetch(url, { signal, credentials: 'omit', redirect: 'manual' }).catch((cause: unknown) => {
      throw unreachable(service, null, cause);
    });
    const { ok, status, headers, type } = response;
    if (ok) return response;
    await response.body?.cancel().catch(() => undefined);
    if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw invalid(service, 'it is a redirect');
    if (!isTransient(status)) throw new LatchkeyError('directory/refused', { service, status });
    onRetryAfter(retryAfterMs(headers.get('retry-after'), this.#clock));
    throw unreachable(service, status);
  }

  async #read(service: Service, response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readBody(response, maxBytes);
    } catch (cause) {
      throw cause instanceof TooLongError ? invalid(service, cause.message, cause) : unreachable(service, response.status, cause);
    }
  }

  #createObjectUrl(image: Blob): string {
    const url = URL.createObjectURL(image);
    this.#objectUrls.add(url);
    return url;
  }
}

const unreachable = (service: Service, status: number | null, cause?: unknown): LatchkeyError =>
  new LatchkeyError('directory/unreachable', { service, status }, { cause });

const invalid = (service: Service, reason: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('directory/invalid-response', { service, reason }, { cause });

/**
 * Delay of a Retry-After header in milliseconds; 0 if it is absent. Browsers can read it only if the service exposes it (CORS).
 * @see https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3
 */
const retryAfterMs = (text: string | null, clock: Clock): number => {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - clock.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

const listSchema = v.object({ data: lenient(v.array(v.unknown())), count: lenient(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) });

/** Parses the response; its entries are validated one by one. */
const readList = (bytes: Uint8Array): { readonly data: readonly unknown[]; readonly count: number } => {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw invalid('walletDirectory', 'it is not JSON', cause);
  }
  const { data, count } = parseOrNull(listSchema, body) ?? {};
  if (data === undefined) throw invalid('walletDirectory', '"data" is not a list');
  if (count === undefined) throw invalid('walletDirectory', '"count" is not a number');
  return { data, count: Math.min(count, MAX_COUNT) };
};
