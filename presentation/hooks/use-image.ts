import { NEVER } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import { hasImageService, inlineImage, type ServiceImage } from '../../domain/directory/wallet-image.js';
import { useObservable, type Watched } from './use-observable.js';

const NO_IMAGE: Watched<null> = { current: () => null, changes: NEVER, serverValue: null };

const watch = (
  client: Latchkey,
  kind: ServiceImage['kind'] | undefined,
  id: number | string | undefined,
  imageId: string | undefined,
): Watched<string | null | undefined> => {
  if (kind === undefined || id === undefined) return NO_IMAGE;
  const image = { kind, id, imageId };
  const data = inlineImage(image);
  if (data !== null) return { current: () => data, changes: NEVER, serverValue: data };
  if (!hasImageService(client.options.current)) return NO_IMAGE;
  const { watchImage } = client.useCases;
  return { current: () => watchImage.current(image), changes: watchImage.execute(image), serverValue: undefined };
};

/**
 * Returns the picture of a network, token, currency or URL at the image service (`endpoints.images`, or the default one with a `projectId`) as a
 * URL for an `<img>`: `undefined` until it is loaded, `null` if there is none. Each picture is fetched once per page; nothing is fetched for
 * `null` and without an image service. It is fetched as soon as the component is mounted: mount it after the user has acted.
 * @example const src = useImage({ kind: 'token', id: 'USDC' });
 * @example const src = useImage(profileImage === undefined ? null : { kind: 'url', id: profileImage });
 */
export const useImage = (image: ServiceImage | null): string | null | undefined =>
  useObservable('useImage', watch, image?.kind, image?.id, image?.imageId);
