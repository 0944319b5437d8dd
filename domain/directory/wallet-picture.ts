import { safeIcon } from '../connection/connector-label.js';
import { safeWebLink } from './safe-link.js';

/** What the image service can be asked for: a wallet's, network's or connector's picture by its id, or a picture of the web. */
export interface PictureKey {
  readonly kind: 'wallet' | 'asset' | 'currency' | 'token' | 'url';
  readonly id: string;
}

/** A wallet with its picture, in the directory's field names or in those of a recent wallet. */
export interface Pictured {
  readonly image_id?: string | null | undefined;
  readonly image_url?: string | null | undefined;
  readonly imageId?: string | null | undefined;
  readonly imageUrl?: string | null | undefined;
}

/** Where a picture comes from: it is there already, or these can be asked for, one after the other. */
export type PictureSource = { readonly data: string } | { readonly keys: readonly PictureKey[] };

/**
 * Where a wallet's picture comes from: the address in its entry first, then its picture id. An address of another site is
 * never opened by the page: the image service fetches it.
 */
export const pictureSource = ({ image_id, image_url, imageId = image_id, imageUrl = image_url }: Pictured): PictureSource => {
  const data = safeIcon(imageUrl);
  if (data !== null) return { data };
  const url = safeWebLink(imageUrl);
  return {
    keys: [...(url === null ? [] : [{ kind: 'url', id: url } as const]), ...(imageId ? [{ kind: 'wallet', id: imageId } as const] : [])],
  };
};
