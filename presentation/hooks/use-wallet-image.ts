import type { Latchkey } from '../../application/latchkey.js';
import type { WithImage } from '../../domain/directory/wallet-image.js';
import { useObservable, type Watched } from './use-observable.js';

type Text = string | null | undefined;

const watch = (client: Latchkey, imageId: Text, imageUrl: Text): Watched<string | null | undefined> => {
  const { watchWalletImage } = client.useCases;
  const wallet = { imageId, imageUrl };
  return { current: () => watchWalletImage.current(wallet), changes: watchWalletImage.execute(wallet), serverValue: undefined };
};

/**
 * Returns a wallet's image as a URL for an `<img>`: `undefined` until it is loaded, `null` if there is none. Each image is fetched once per page.
 * Takes a wallet of the directory or a recent one; nothing is fetched for `null`.
 * @example <Picture src={useWalletImage(wallet)} name={wallet.name} />
 */
export const useWalletImage = (wallet: WithImage | null): string | null | undefined =>
  useObservable('useWalletImage', watch, wallet?.imageId ?? wallet?.image_id, wallet?.imageUrl ?? wallet?.image_url);
