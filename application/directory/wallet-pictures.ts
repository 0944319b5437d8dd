import { type Pictured, type PictureKey, pictureSource } from '../../domain/directory/wallet-picture.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Logger } from '../ports/logger.port.js';
import type { WalletDirectory } from '../ports/wallet-directory.port.js';
import { RequestCache } from './request-cache.js';

/** Pictures that are fetched before their rows are on screen (specification, section 9). */
const PREFETCHED = 20;

const nameOf = ({ kind, id }: PictureKey): string => `${kind} ${id}`;

/** The pictures of wallets: each is fetched once, and one that did not come is tried again when it is needed again. */
export class WalletPictures {
  readonly #directory: WalletDirectory;
  readonly #logger: Logger;
  readonly #pictures = new RequestCache<string>();

  constructor(directory: WalletDirectory, logger: Logger) {
    this.#directory = directory;
    this.#logger = logger;
  }

  /** The picture as far as it is there; fetches nothing. */
  current(wallet: Pictured): string | null {
    const source = pictureSource(wallet);
    if ('data' in source) return source.data;
    const known = source.keys.map((key) => this.#pictures.current(nameOf(key)));
    return known.find((picture) => picture !== undefined) ?? null;
  }

  /** The picture, or `null` where there is none. Rejects with the signal's reason only. */
  async load(wallet: Pictured, signal: AbortSignal): Promise<string | null> {
    const current = this.current(wallet);
    const source = pictureSource(wallet);
    if (current !== null || 'data' in source) return current;
    for (const key of source.keys) {
      try {
        return await this.#pictures.get(nameOf(key), signal, (asking) => this.#directory.getPicture(key, asking));
      } catch (error) {
        signal.throwIfAborted();
        if (!isLatchkeyError(error)) throw error;
        this.#logger.debug(`The picture ${nameOf(key)} did not come`, error);
      }
    }
    return null;
  }

  /** Fetches the pictures of the first wallets; resolves when each is there or has failed. */
  async prefetch(wallets: readonly Pictured[], signal: AbortSignal): Promise<void> {
    await Promise.all(wallets.slice(0, PREFETCHED).map((wallet) => this.load(wallet, signal)));
  }
}
