import type { ParsedWallets } from '../../domain/directory/parse-wallets.js';
import type { PictureKey } from '../../domain/directory/wallet-picture.js';
import type { WalletQuery } from '../../domain/directory/wallet-queries.js';
import { token } from '../shared/token.js';

/** One page of the directory, made safe. */
export interface WalletPage extends ParsedWallets {
  /** How many wallets fit the query, on all pages. */
  readonly count: number;
}

/**
 * The directory of wallets and its image service. Nothing is asked before the first call. Calls are reads: they may be asked
 * again. All of them throw the codes of `WalletDirectoryError`, or the signal's reason once it is aborted.
 */
export interface WalletDirectory {
  /** Wallets that fit, page by page. An answer takes at most 10 s. */
  getWallets(query: WalletQuery, signal: AbortSignal): Promise<WalletPage>;
  /**
   * A picture as an address for an `<img>`: `data:`, or `blob:` until {@link dispose}. One that is no picture, or larger than
   * 1 MiB, is `directory/invalid-response`. Each call makes an address of its own: keep what it gave.
   */
  getPicture(key: PictureKey, signal: AbortSignal): Promise<string>;
  /** Gives every picture's memory back. Nothing can be asked afterwards. */
  dispose(): void;
}

/** Codes that a call to the directory can end with. */
export type WalletDirectoryError =
  | 'directory/unreachable'
  | 'directory/refused'
  | 'directory/invalid-response'
  | 'config/project-id-missing'
  | 'config/disposed'
  | 'browser/load-failed';

/** Token of the wallet directory. */
export const WALLET_DIRECTORY = token<WalletDirectory>('WalletDirectory');
