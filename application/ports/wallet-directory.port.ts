import type { ParsedWallets } from '../../domain/directory/parse-wallets.js';
import type { ImageKey } from '../../domain/directory/wallet-image.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { token } from '../shared/token.js';

/** One validated result page of the directory. */
export interface WalletPage extends ParsedWallets {
  /** Number of wallets that match the query, on all pages. */
  readonly count: number;
}

/**
 * The wallet directory and its image service. Nothing is fetched before the first call. Calls are idempotent reads and may be
 * retried. All of them throw the codes of `WalletDirectoryError`, or the signal's reason once it is aborted.
 */
export interface WalletDirectory {
  /** Returns one page of matching wallets. Times out after 10 s. */
  getWallets(query: WalletQuery, signal: AbortSignal): Promise<WalletPage>;
  /**
   * Returns an image as a URL for an `<img>`: `data:`, or `blob:` until {@link dispose}. Invalid images and images larger than
   * 1 MiB throw `directory/invalid-response`. Each call creates a new URL: cache the result.
   */
  getImage(key: ImageKey, signal: AbortSignal): Promise<string>;
  /** Frees an image that {@link getImage} has returned. Its URL cannot be loaded again. */
  releaseImage(url: string): void;
  /** Revokes every `blob:` URL. The directory cannot be used afterwards. */
  dispose(): void;
}

/** Error codes of calls to the directory. */
export type WalletDirectoryError =
  | 'directory/unreachable'
  | 'directory/refused'
  | 'directory/invalid-response'
  | 'config/project-id-missing'
  | 'config/disposed'
  | 'browser/load-failed';

/** Token of the wallet directory. */
export const WALLET_DIRECTORY = token<WalletDirectory>('WalletDirectory');
