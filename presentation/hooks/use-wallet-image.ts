import type { Latchkey } from '../../application/latchkey.js';
import type { Pictured } from '../../domain/directory/wallet-picture.js';
import { useObservable, type Watched } from './use-observable.js';

type Text = string | null | undefined;

const watch = (client: Latchkey, imageId: Text, imageUrl: Text): Watched<string | null> => {
  const { watchWalletImage } = client.useCases;
  const wallet = { imageId, imageUrl };
  return { current: () => watchWalletImage.current(wallet), changes: watchWalletImage.execute(wallet), server: null };
};

/**
 * A wallet's picture as an address for an `<img>`, `null` until it is there and where there is none. It is fetched once for the
 * whole page. Takes a wallet of the directory or a recent one; nothing is fetched for `null`.
 * @example <Picture src={useWalletImage(wallet)} name={wallet.name} />
 */
export const useWalletImage = (wallet: Pictured | null): string | null =>
  useObservable('useWalletImage', watch, wallet?.imageId ?? wallet?.image_id, wallet?.imageUrl ?? wallet?.image_url);
