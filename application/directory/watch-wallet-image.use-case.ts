import { defer, distinctUntilChanged, type Observable, of, startWith } from 'rxjs';
import type { WithImage } from '../../domain/directory/wallet-image.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { WalletImages } from './wallet-images.js';

/**
 * Emits a wallet's image as a URL for an `<img>`: `undefined` until it is loaded, `null` if there is none or it cannot be fetched. It is
 * fetched on subscription; a failed one is fetched again on the next subscription.
 */
export class WatchWalletImage {
  readonly #pictures: WalletImages;

  constructor(pictures: WalletImages) {
    this.#pictures = pictures;
  }

  /** The image if it is loaded, for synchronous readers. Fetches nothing. */
  current(wallet: WithImage): string | null | undefined {
    return this.#pictures.current(wallet);
  }

  execute(wallet: WithImage): Observable<string | null | undefined> {
    return defer(() => {
      const current = this.#pictures.current(wallet);
      if (typeof current === 'string') return of(current);
      const loaded$ = fromAbortable<string | null>(async (signal, emit) => emit(await this.#pictures.load(wallet, signal)));
      return loaded$.pipe(startWith(current), distinctUntilChanged());
    });
  }
}
