import { safeIcon } from '../connection/connector-label.js';
import type { Options } from '../options/options.js';
import { safeWebLink } from './safe-link.js';

/** Key of an image at the image service: the id of a wallet, network or connector image, or a URL. */
export interface ImageKey {
  readonly kind: 'wallet' | 'asset' | 'currency' | 'token' | 'url';
  readonly id: string;
}

/**
 * A picture at the image service: of a network by its `id` (and its `assets.imageId`, if it has one), of a token by its symbol, of a
 * currency by its code, such as `USD`, or a picture of another site by its URL, which the service fetches for the user. An image `data:` URL is the
 * picture itself.
 */
export interface ServiceImage {
  readonly kind: 'network' | 'token' | 'currency' | 'url';
  readonly id: number | string;
  readonly imageId?: string | undefined;
}

/** Returns a picture that is in its URL; `null` for one of the service. */
export const inlineImage = ({ kind, id }: ServiceImage): string | null => (kind === 'url' ? safeIcon(id) : null);

/** Tests whether there is an image service: with a project id, or at a custom URL. */
export const hasImageService = ({ projectId, endpoints }: Pick<Options, 'projectId' | 'endpoints'>): boolean =>
  projectId !== undefined || endpoints.images !== undefined;

/** Image fields of a wallet, in the directory's names or those of a recent wallet. */
export interface WithImage {
  readonly image_id?: string | null | undefined;
  readonly image_url?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly imageUrl?: string | null | undefined;
}

/** Source of an image: available data, or keys to request in order. */
export type ImageSource = { readonly data: string } | { readonly keys: readonly ImageKey[] };

/**
 * Returns the source of a wallet's image: its URL first, then its image id. External URLs are fetched by the image service, never by the
 * page.
 */
export const imageSource = ({ image_id, image_url, imageId = image_id, imageUrl = image_url }: WithImage): ImageSource => {
  const data = safeIcon(imageUrl);
  if (data !== null) return { data };
  const url = safeWebLink(imageUrl);
  return {
    keys: [...(url === null ? [] : [{ kind: 'url', id: url } as const]), ...(imageId ? [{ kind: 'wallet', id: imageId } as const] : [])],
  };
};
