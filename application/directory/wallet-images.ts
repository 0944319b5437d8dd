import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  NEVER,
  type Observable,
  of,
  ReplaySubject,
  startWith,
  takeUntil,
} from 'rxjs';
import { type ImageKey, type ImageSource, imageSource, type WithImage } from '../../domain/directory/wallet-image.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Logger } from '../ports/logger.port.js';
import type { WalletDirectory } from '../ports/wallet-directory.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { RequestCache } from '../shared/request-cache.js';

/** Number of images that are prefetched before their rows are visible (specification, section 9). */
const PREFETCH_COUNT = 20;

/**
 * Pictures of tokens and NFTs that stay cached, besides more of them that are in use. There may be thousands in a list, each of up to 1 MiB; the
 * browser caches their responses as well.
 */
const MAX_REMOTE_PICTURES = 60;

const cacheKeyOf = ({ kind, id }: ImageKey): string => `${kind} ${id}`;

/** Cache keys of pictures by their URL, the only ones that are released. */
const remoteKeysOf = (source: ImageSource): readonly string[] =>
  'keys' in source ? source.keys.filter(({ kind }) => kind === 'url').map(cacheKeyOf) : [];

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
  /** Number of subscribers by key of a picture by its URL. */
  readonly #uses = new Map<string, number>();
  readonly #disposed = new ReplaySubject<void>(1);

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

  /**
   * Emits the current image, then the result of fetching it unless it is cached. Fetched on subscription. A picture by its URL is in use, and not
   * released, until its subscribers unsubscribe; for others it completes.
   */
  watch(source: ImageSource): Observable<string | null | undefined> {
    return defer(() => {
      const remote = remoteKeysOf(source);
      for (const key of remote) this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
      const current = this.current(source);
      if (typeof current === 'string') for (const key of remote) this.#touch(key);
      const loaded$ =
        typeof current === 'string'
          ? of(current)
          : fromAbortable<string | null>(async (signal, emit) => emit(await this.load(source, signal))).pipe(startWith(current));
      const end$ = remote.length === 0 ? EMPTY : NEVER.pipe(takeUntil(this.#disposed));
      return concat(loaded$.pipe(distinctUntilChanged()), end$).pipe(finalize(() => this.#release(remote)));
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
        if (key.kind === 'url') this.#touch(cacheKeyOf(key));
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

  /** Completes all streams. */
  dispose(): void {
    this.#disposed.next();
  }

  /** Marks a picture by its URL as used last. */
  #touch(key: string): void {
    if (this.#pictures.current(key) === undefined) return;
    this.#remote.delete(key);
    this.#remote.add(key);
    this.#dropUnused();
  }

  /** Ends a use of pictures by their URL. */
  #release(keys: readonly string[]): void {
    for (const key of keys) {
      const uses = (this.#uses.get(key) ?? 0) - 1;
      if (uses > 0) this.#uses.set(key, uses);
      else this.#uses.delete(key);
    }
    this.#dropUnused();
  }

  /** Drops the pictures that were not used for the longest time if there are too many, but none that is in use. */
  #dropUnused(): void {
    for (const key of this.#remote) {
      if (this.#remote.size <= MAX_REMOTE_PICTURES) return;
      if (this.#uses.has(key)) continue;
      const picture = this.#pictures.current(key);
      this.#remote.delete(key);
      this.#pictures.forget(key);
      if (picture !== undefined) this.#directory.releaseImage(picture);
    }
  }
}
