import { defer, distinctUntilChanged, type Observable, of, startWith } from 'rxjs';
import type { Pictured } from '../../domain/directory/wallet-picture.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { WalletPictures } from './wallet-pictures.js';

/**
 * Follows a wallet's picture as an address for an `<img>`: `null` until it is there, and where there is none. It is fetched
 * when somebody watches; one that did not come is tried again by the next.
 */
export class WatchWalletImage {
  readonly #pictures: WalletPictures;

  constructor(pictures: WalletPictures) {
    this.#pictures = pictures;
  }

  /** The picture as far as it is there, for synchronous readers. Fetches nothing. */
  current(wallet: Pictured): string | null {
    return this.#pictures.current(wallet);
  }

  execute(wallet: Pictured): Observable<string | null> {
    return defer(() => {
      const current = this.#pictures.current(wallet);
      if (current !== null) return of(current);
      const loaded$ = fromAbortable<string | null>(async (signal, emit) => emit(await this.#pictures.load(wallet, signal)));
      return loaded$.pipe(startWith(null), distinctUntilChanged());
    });
  }
}
