import { base64 } from '@scure/base';
import { TimeoutError } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import type { WalletDirectory, WalletPage } from '../../application/ports/wallet-directory.port.js';
import { askWithin } from '../../application/shared/ask-within.js';
import type { OptionsStore } from '../../application/shared/options.store.js';
import { pause } from '../../application/shared/pause.js';
import { parseWallets } from '../../domain/directory/parse-wallets.js';
import type { PictureKey } from '../../domain/directory/wallet-picture.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addressOfService } from '../../domain/options/endpoints.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { lenient, read } from '../../domain/wire.js';
import { readBody, TooLongError } from '../shared/read-body.js';

/** What the adapter needs. */
export interface HttpWalletDirectoryOptions {
  readonly options: Pick<OptionsStore, 'current'>;
  readonly clock: Clock;
  /** Default: the page's own. */
  readonly fetch?: typeof globalThis.fetch;
}

type Service = 'walletDirectory' | 'images';

/** An answer, its second try included, takes no longer. */
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 250;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_PICTURE_BYTES = 1024 * 1024;
/** Pictures are kept for the page's life: so much of them at most, several times what a real directory has. */
const MAX_HELD_BYTES = 64 * MAX_PICTURE_BYTES;
/** Wallets that a directory can speak of, more than ten times what a real one has: nobody scrolls further. */
const MAX_COUNT = 10_000;

/** Pictures that hold nothing but pixels. */
const RASTER = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
/** Can hold scripts: it never gets an address of this page's own origin, where opening it in a tab of its own would run them. */
const SVG = 'image/svg+xml';

/** The service is busy or broken for the moment. @see https://datatracker.ietf.org/doc/html/rfc9110#section-15 */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const PATHS: Readonly<Record<PictureKey['kind'], string>> = {
  wallet: '/getWalletImage/',
  asset: '/public/getAssetImage/',
  currency: '/public/getCurrencyImage/',
  token: '/public/getTokenImage/',
  url: '/image',
};

/** Keys that would lead up the path instead of being a part of it, and those that no address can hold. */
const NO_KEY = /^\.{0,2}$|\p{Cs}/u;

/** The wallet directory and its image service over HTTP. Reads are tried a second time where that can help. */
export class HttpWalletDirectory implements WalletDirectory {
  readonly #options: Pick<OptionsStore, 'current'>;
  readonly #clock: Clock;
  readonly #fetch: typeof globalThis.fetch;
  readonly #pictures = new Set<string>();
  readonly #calls = new Set<AbortController>();
  #heldBytes = 0;
  #disposed = false;

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
    return this.#ask('walletDirectory', '/getWallets', parameters, signal, async (response) => {
      const { data, count } = readList(await this.#read('walletDirectory', response, MAX_LIST_BYTES));
      return { ...parseWallets(data.slice(0, entries)), count };
    });
  }

  async getPicture({ kind, id }: PictureKey, signal: AbortSignal): Promise<string> {
    const isUrl = kind === 'url';
    if (!isUrl && NO_KEY.test(id)) throw invalid('images', 'it cannot have such a key');
    const path = isUrl ? PATHS.url : `${PATHS[kind]}${encodeURIComponent(id)}`;
    return this.#ask('images', path, isUrl ? { url: id } : {}, signal, async (response, within) => {
      const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      if (type !== SVG && !RASTER.test(type)) {
        await response.body?.cancel();
        throw invalid('images', type === '' ? 'it does not say what it is' : `it is ${type.slice(0, 64)}`);
      }
      const bytes = await this.#read('images', response, MAX_PICTURE_BYTES);
      if (bytes.length === 0) throw invalid('images', 'it is empty');
      within.throwIfAborted();
      if (this.#heldBytes + bytes.length > MAX_HELD_BYTES) throw invalid('images', `all pictures have more than ${MAX_HELD_BYTES} bytes`);
      this.#heldBytes += bytes.length;
      return type === SVG ? `data:${SVG};base64,${base64.encode(bytes)}` : this.#hold(new Blob([bytes], { type }));
    });
  }

  dispose(): void {
    this.#disposed = true;
    for (const call of this.#calls) call.abort(new LatchkeyError('config/disposed', {}));
    for (const picture of this.#pictures) URL.revokeObjectURL(picture);
    this.#pictures.clear();
  }

  /** One question, with a second try where the first met a passing trouble. */
  async #ask<Answer>(
    service: Service,
    path: string,
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal,
    read: (response: Response, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#disposed) throw new LatchkeyError('config/disposed', {});
    signal.throwIfAborted();
    const { projectId = '' } = this.#options.current;
    const pairs = Object.entries({ ...parameters, projectId, st: SDK_TYPE, sv: SDK_VERSION }).filter(([, value]) => value !== '');
    // The default address needs a project id: said before anything is sent.
    const url = `${addressOfService(this.#options.current, service)}${path}?${new URLSearchParams(pairs)}`;
    let waitMs = RETRY_AFTER_MS;
    const attempt = async (within: AbortSignal): Promise<Answer> =>
      read(await this.#send(service, url, within, (wished) => (waitMs = Math.max(waitMs, wished))), within);
    const call = new AbortController();
    const leave = (): void => call.abort(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.#calls.add(call);
    try {
      return await askWithin(TIMEOUT_MS, this.#clock, call.signal, async (within) => {
        try {
          return await attempt(within);
        } catch (error) {
          within.throwIfAborted();
          // Who asks to be left alone for longer than anybody waits here is left alone.
          if (!isLatchkeyError(error, 'directory/unreachable') || waitMs >= TIMEOUT_MS) throw error;
          await pause(waitMs, this.#clock, within);
          return attempt(within);
        }
      });
    } catch (cause) {
      call.signal.throwIfAborted();
      throw cause instanceof TimeoutError ? unreachable(service, null, cause) : cause;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#calls.delete(call);
    }
  }

  async #send(service: Service, url: string, signal: AbortSignal, wait: (ms: number) => void): Promise<Response> {
    // No header of our own: a request with one would cost a second one before it. No other place than the host's is ever asked.
    const response = await this.#fetch(url, { signal, credentials: 'omit', redirect: 'manual' }).catch((cause: unknown) => {
      throw unreachable(service, null, cause);
    });
    const { ok, status, headers, type } = response;
    if (ok) return response;
    await response.body?.cancel().catch(() => undefined);
    if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw invalid(service, 'it leads to another place');
    if (!isPassing(status)) throw new LatchkeyError('directory/refused', { service, status });
    wait(retryAfterMs(headers.get('retry-after'), this.#clock));
    throw unreachable(service, status);
  }

  async #read(service: Service, response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readBody(response, maxBytes);
    } catch (cause) {
      throw cause instanceof TooLongError ? invalid(service, cause.message, cause) : unreachable(service, response.status, cause);
    }
  }

  #hold(picture: Blob): string {
    const address = URL.createObjectURL(picture);
    this.#pictures.add(address);
    return address;
  }
}

const unreachable = (service: Service, status: number | null, cause?: unknown): LatchkeyError =>
  new LatchkeyError('directory/unreachable', { service, status }, { cause });

const invalid = (service: Service, reason: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('directory/invalid-response', { service, reason }, { cause });

/**
 * How long a service asks to be left alone, in milliseconds; 0 where it does not say. Pages can read it where the service exposes it.
 * @see https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3
 */
const retryAfterMs = (text: string | null, clock: Clock): number => {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - clock.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
};

const listSchema = v.object({ data: lenient(v.array(v.unknown())), count: lenient(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) });

/** The frame of an answer; its entries are read one by one. */
const readList = (bytes: Uint8Array): { readonly data: readonly unknown[]; readonly count: number } => {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw invalid('walletDirectory', 'it is no JSON', cause);
  }
  const { data, count } = read(listSchema, answer) ?? {};
  if (data === undefined) throw invalid('walletDirectory', '"data" is no list');
  if (count === undefined) throw invalid('walletDirectory', '"count" is no number');
  return { data, count: Math.min(count, MAX_COUNT) };
};
