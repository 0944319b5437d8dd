import { Observable } from 'rxjs';
import type { Pictured } from '../../domain/directory/wallet-picture.js';
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
    return new Observable((subscriber) => {
      const current = this.#pictures.current(wallet);
      subscriber.next(current);
      if (current !== null) {
        subscriber.complete();
        return undefined;
      }
      const controller = new AbortController();
      this.#pictures.load(wallet, controller.signal).then(
        (picture) => {
          if (picture !== null) subscriber.next(picture);
          subscriber.complete();
        },
        (defect: unknown) => subscriber.error(defect),
      );
      return () => controller.abort();
    });
  }
}
