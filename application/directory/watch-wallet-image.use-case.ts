import type { Observable } from 'rxjs';
import { imageSource, type WithImage } from '../../domain/directory/wallet-image.js';
import type { WalletImages } from './wallet-images.js';

/**
 * Emits a wallet's image as a URL for an `<img>`: `undefined` until it is loaded, `null` if there is none or it cannot be fetched. It is
 * fetched on subscription; a failed one is fetched again on the next subscription. Completes, except for an image by its URL, which is kept until it
 * has no subscriber.
 */
export class WatchWalletImage {
  readonly #pictures: WalletImages;

  constructor(pictures: WalletImages) {
    this.#pictures = pictures;
  }

  /** The image if it is loaded, for synchronous readers. Fetches nothing. */
  current(wallet: WithImage): string | null | undefined {
    return this.#pictures.current(imageSource(wallet));
  }

  execute(wallet: WithImage): Observable<string | null | undefined> {
    return this.#pictures.watch(imageSource(wallet));
  }
}
