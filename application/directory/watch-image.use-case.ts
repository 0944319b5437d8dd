import type { Observable } from 'rxjs';
import { type ImageSource, inlineImage, type ServiceImage } from '../../domain/directory/wallet-image.js';
import { imageIdOf } from '../../domain/network/network-images.js';
import type { WalletImages } from './wallet-images.js';

/** Network images are listed with those of connectors. */
const sourceOf = (image: ServiceImage): ImageSource => {
  const { kind, id, imageId } = image;
  const data = inlineImage(image);
  if (data !== null) return { data };
  if (kind !== 'network') return { keys: [{ kind, id: String(id) }] };
  const assetId = imageIdOf({ id, assets: { imageId, imageUrl: undefined } });
  return { keys: assetId === undefined ? [] : [{ kind: 'asset', id: assetId }] };
};

/**
 * Emits the picture of a network, token, currency or URL at the image service as a URL for an `<img>`: `undefined` until it is loaded, `null` if
 * there is none or it cannot be fetched. It is fetched on subscription; a failed one is fetched again on the next subscription. Completes, except for a
 * picture by its URL, which is kept until it has no subscriber.
 */
export class WatchImage {
  readonly #pictures: WalletImages;

  constructor(pictures: WalletImages) {
    this.#pictures = pictures;
  }

  /** The picture if it is loaded, for synchronous readers. Fetches nothing. */
  current(image: ServiceImage): string | null | undefined {
    return this.#pictures.current(sourceOf(image));
  }

  execute(image: ServiceImage): Observable<string | null | undefined> {
    return this.#pictures.watch(sourceOf(image));
  }
}
