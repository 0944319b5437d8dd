import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import type { WalletDirectory, WalletPage } from '../../application/ports/wallet-directory.port.js';
import { onAbort } from '../../application/shared/on-abort.js';
import type { OptionsStore } from '../../application/shared/options.store.js';
import { parseWallets } from '../../domain/directory/parse-wallets.js';
import type { ImageKey } from '../../domain/directory/wallet-image.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { lenient, parseOrNull } from '../../domain/wire.js';
import { HttpClient, HttpResponseError, HttpStatusError, HttpUnreachableError } from '../shared/http-client.js';

export interface HttpWalletDirectoryOptions {
  readonly options: Pick<OptionsStore, 'current'>;
  readonly clock: Clock;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

type Service = 'walletDirectory' | 'images';

const MAX_IMAGE_BYTES = 1024 * 1024;
/** Limit for all images, which stay in memory until they are released. Several times the size of a real directory. */
const MAX_CACHED_BYTES = 64 * MAX_IMAGE_BYTES;
/** Maximum wallet count, ten times that of a real directory. */
const MAX_COUNT = 10_000;

/** Image types without active content. */
const RASTER = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
/** May contain scripts: served as a data URL, since an object URL opened in its own tab would run them with the page's origin. */
const SVG = 'image/svg+xml';

/** Percent-encoded. @see https://datatracker.ietf.org/doc/html/rfc2397 */
const toSvgUrl = (text: string): string => `data:${SVG};charset=utf-8,${encodeURIComponent(text)}`;

const isImage = (type: string): boolean => type === SVG || RASTER.test(type);

const PATHS: Readonly<Record<ImageKey['kind'], string>> = {
  wallet: '/getWalletImage/',
  asset: '/public/getAssetImage/',
  currency: '/public/getCurrencyImage/',
  token: '/public/getTokenImage/',
  url: '/image',
};

/** Keys that would traverse the path, and those that cannot be encoded in a URL. */
const INVALID_KEY = /^\.{0,2}$|\p{Cs}/u;

/** Wallet directory and image service over HTTP. */
export class HttpWalletDirectory implements WalletDirectory {
  readonly #options: Pick<OptionsStore, 'current'>;
  readonly #clients: Readonly<Record<Service, HttpClient>>;
  /** Bytes of the images in memory by URL. */
  readonly #images = new Map<string, number>();
  readonly #calls = new Set<AbortController>();
  #cachedBytes = 0;
  #isDisposed = false;

  constructor({ options, ...client }: HttpWalletDirectoryOptions) {
    this.#options = options;
    // Both services have a default URL, so they are never off.
    const clientOf = (service: Service): HttpClient =>
      new HttpClient({ ...client, baseUrl: () => serviceUrlOf(options.current, service) ?? '' });
    this.#clients = { walletDirectory: clientOf('walletDirectory'), images: clientOf('images') };
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
      ...this.#commonQuery(),
    };
    return this.#call('walletDirectory', signal, async (client, within) => {
      const { data, count } = readList(await client.get({ path: '/getWallets', query: parameters, signal: within }));
      return { ...parseWallets(data.slice(0, entries)), count };
    });
  }

  async getImage({ kind, id }: ImageKey, signal: AbortSignal): Promise<string> {
    const isUrl = kind === 'url';
    if (!isUrl && INVALID_KEY.test(id)) throw invalid('images', 'the image key is invalid');
    const path = isUrl ? PATHS.url : `${PATHS[kind]}${encodeURIComponent(id)}`;
    const query = { url: isUrl ? id : undefined, ...this.#commonQuery() };
    return this.#call('images', signal, async (client, within) => {
      const image = await client.getBlob({ path, query, maxBytes: MAX_IMAGE_BYTES, accepts: isImage, signal: within });
      if (image.size === 0) throw invalid('images', 'it is empty');
      within.throwIfAborted();
      if (this.#cachedBytes + image.size > MAX_CACHED_BYTES) throw invalid('images', `the cached images exceed ${MAX_CACHED_BYTES} bytes`);
      this.#cachedBytes += image.size;
      const url = image.type === SVG ? toSvgUrl(await image.text()) : URL.createObjectURL(image);
      this.#images.set(url, (this.#images.get(url) ?? 0) + image.size);
      return url;
    });
  }

  releaseImage(url: string): void {
    this.#cachedBytes -= this.#images.get(url) ?? 0;
    // Does nothing for a `data:` URL.
    if (this.#images.delete(url)) URL.revokeObjectURL(url);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const call of this.#calls) call.abort(new LatchkeyError('config/disposed', {}));
    for (const url of this.#images.keys()) this.releaseImage(url);
  }

  #commonQuery(): Readonly<Record<string, string | undefined>> {
    return { projectId: this.#options.current.projectId, st: SDK_TYPE, sv: SDK_VERSION };
  }

  /** Sends a request, which is aborted on disposal. */
  async #call<Result>(
    service: Service,
    signal: AbortSignal,
    send: (client: HttpClient, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
    signal.throwIfAborted();
    const call = new AbortController();
    const removeAbortListener = onAbort(signal, () => call.abort(signal.reason));
    this.#calls.add(call);
    try {
      return await send(this.#clients[service], call.signal);
    } catch (cause) {
      call.signal.throwIfAborted();
      throw errorOf(service, cause);
    } finally {
      removeAbortListener();
      this.#calls.delete(call);
    }
  }
}

const invalid = (service: Service, reason: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('directory/invalid-response', { service, reason }, { cause });

const errorOf = (service: Service, cause: unknown): unknown => {
  if (cause instanceof HttpUnreachableError)
    return new LatchkeyError('directory/unreachable', { service, status: cause.status }, { cause });
  if (cause instanceof HttpStatusError) return new LatchkeyError('directory/refused', { service, status: cause.status }, { cause });
  return cause instanceof HttpResponseError ? invalid(service, cause.message, cause) : cause;
};

const listSchema = v.object({ data: lenient(v.array(v.unknown())), count: lenient(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) });

/** Reads the response; its entries are validated one by one. */
const readList = (body: unknown): { readonly data: readonly unknown[]; readonly count: number } => {
  const { data, count } = parseOrNull(listSchema, body) ?? {};
  if (data === undefined) throw invalid('walletDirectory', '"data" is not a list');
  if (count === undefined) throw invalid('walletDirectory', '"count" is not a number');
  return { data, count: Math.min(count, MAX_COUNT) };
};
