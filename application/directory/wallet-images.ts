import { defer, distinctUntilChanged, type Observable, of, startWith } from 'rxjs';
import { type ImageKey, type ImageSource, imageSource, type WithImage } from '../../domain/directory/wallet-image.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Logger } from '../ports/logger.port.js';
import type { WalletDirectory } from '../ports/wallet-directory.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { RequestCache } from '../shared/request-cache.js';

/** Number of images that are prefetched before their rows are visible (specification, section 9). */
const PREFETCH_COUNT = 20;

/**
 * Pictures of tokens and NFTs that stay cached, more than are ever on screen. There may be thousands in a list, each of up to 1 MiB; the browser
 * caches their responses as well.
 */
const MAX_REMOTE_PICTURES = 60;

const cacheKeyOf = ({ kind, id }: ImageKey): string => `${kind} ${id}`;

/**
 * Images of wallets, networks, tokens, NFTs and currencies. Each is fetched once; a failed one, and one by its URL that was not used for a while, is
 * fetched again on the next use.
 */
export class WalletImages {
  readonly #directory: WalletDirectory;
  readonly #logger: Logger;
  readonly #pictures = new RequestCache<string>();
  /** Keys of images that could not be fetched. */
  readonly #failed = new Set<string>();
  /** Keys of cached pictures by their URL, the least recently used one first. */
  readonly #remote = new Set<string>();

  constructor(directory: WalletDirectory, logger: Logger) {
    this.#directory = directory;
    this.#logger = logger;
  }

  /** Returns the image if it is cached, `null` if there is none or it failed, `undefined` until then. Fetches nothing. */
  current(source: ImageSource): string | null | undefined {
    if ('data' in source) return source.data;
    const keys = source.keys.map(cacheKeyOf);
    const cached = keys.map((key) => this.#pictures.current(key)).find((picture) => picture !== undefined);
    return cached ?? (keys.every((key) => this.#failed.has(key)) ? null : undefined);
  }

  /** Emits the current image, then the result of fetching it unless it is cached. Fetched on subscription. */
  watch(source: ImageSource): Observable<string | null | undefined> {
    return defer(() => {
      const current = this.current(source);
      if (typeof current === 'string') {
        if ('keys' in source) for (const key of source.keys) this.#touch(key);
        return of(current);
      }
      const loaded$ = fromAbortable<string | null>(async (signal, emit) => emit(await this.load(source, signal)));
      return loaded$.pipe(startWith(current), distinctUntilChanged());
    });
  }

  /** Returns the image, `null` if there is none or it cannot be fetched. Rejects only with the signal's reason. */
  async load(source: ImageSource, signal: AbortSignal): Promise<string | null> {
    const current = this.current(source);
    if (typeof current === 'string' || 'data' in source) return current ?? null;
    for (const key of source.keys) {
      try {
        const picture = await this.#pictures.get(cacheKeyOf(key), signal, (requestSignal) => this.#directory.getImage(key, requestSignal));
        this.#failed.delete(cacheKeyOf(key));
        this.#touch(key);
        return picture;
      } catch (error) {
        signal.throwIfAborted();
        if (!isLatchkeyError(error)) throw error;
        this.#failed.add(cacheKeyOf(key));
        this.#logger.debug(`The image ${cacheKeyOf(key)} could not be fetched`, error);
      }
    }
    return null;
  }

  /** Fetches the images of the first wallets; resolves when each is loaded or has failed. */
  async prefetch(wallets: readonly WithImage[], signal: AbortSignal): Promise<void> {
    await Promise.all(wallets.slice(0, PREFETCH_COUNT).map((wallet) => this.load(imageSource(wallet), signal)));
  }

  /** Marks a picture as used. Drops the one that was not used for the longest time if there are too many. */
  #touch(key: ImageKey): void {
    const cacheKey = cacheKeyOf(key);
    if (key.kind !== 'url' || this.#pictures.current(cacheKey) === undefined) return;
    this.#remote.delete(cacheKey);
    this.#remote.add(cacheKey);
    const [oldest] = this.#remote;
    if (oldest === undefined || this.#remote.size <= MAX_REMOTE_PICTURES) return;
    const picture = this.#pictures.current(oldest);
    this.#remote.delete(oldest);
    this.#pictures.forget(oldest);
    if (picture !== undefined) this.#directory.releaseImage(picture);
  }
}
