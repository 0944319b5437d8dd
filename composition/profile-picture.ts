import { withoutSlash } from '../domain/network/node-headers.js';
import type { Options } from '../domain/options/options.js';

/** A picture that is in its address. */
const INLINE = /^data:image\//i;
const REMOTE = /^(?:https|ipfs):\/\//i;

/**
 * The address of a name's picture as a page may show it: as it is where it is inline, else through the host's own image
 * service, so that no foreign server learns of the visitor. `undefined` where there is no way.
 */
export const profilePicture = (avatar: string, { endpoints: { images } }: Pick<Options, 'endpoints'>): string | undefined => {
  if (INLINE.test(avatar)) return avatar;
  return images !== undefined && REMOTE.test(avatar) ? `${withoutSlash(images)}/image?url=${encodeURIComponent(avatar)}` : undefined;
};
