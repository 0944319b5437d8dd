import { useEffect, useState } from 'react';
import type { Network } from '../../domain/network/network.js';
import { loadedNetworkLogos, loadNetworkLogos } from './network-logo-chunk.js';

/**
 * Returns the picture of a network: the app's, else the package's logo; `null` if there is none, `undefined` while the logos are loading.
 */
export const useNetworkImage = (network: Network | undefined): string | null | undefined => {
  const [hasSettled, setHasSettled] = useState(false);
  const logos = loadedNetworkLogos();
  const isNeeded = network !== undefined && network.assets.imageUrl === undefined && logos === null && !hasSettled;
  useEffect(() => {
    if (!isNeeded) return;
    let isCancelled = false;
    void loadNetworkLogos().then(() => {
      if (!isCancelled) setHasSettled(true);
    });
    return () => {
      isCancelled = true;
    };
  }, [isNeeded]);
  if (network === undefined) return null;
  return network.assets.imageUrl ?? (isNeeded ? undefined : (logos?.networkLogo(network) ?? null));
};
