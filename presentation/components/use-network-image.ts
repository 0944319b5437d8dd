import { useContext, useEffect, useState } from 'react';
import type { Network } from '../../domain/network/network.js';
import { useImage } from '../hooks/use-image.js';
import { loadedNetworkLogos, loadNetworkLogos } from './network-logo-chunk.js';
import { PrerenderContext } from './prerender-context.js';

/**
 * Returns the picture of a network: the app's, else the package's logo, else that of the image service; `null` if there is none, `undefined`
 * while it is loading. A logo needs no request to a service and is not replaced while the user looks at it.
 * @param allowsService false until pictures may be fetched from the image service
 */
export const useNetworkImage = (network: Network | undefined, allowsService = true): string | null | undefined => {
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
  // The modal is rendered before it is opened.
  const isPrerender = useContext(PrerenderContext);
  const logo = network === undefined || isNeeded ? undefined : (logos?.networkLogo(network) ?? null);
  const isRemote = network?.assets.imageUrl === undefined && logo === null && network?.unknown !== true && !isPrerender && allowsService;
  const remote = useImage(isRemote && network !== undefined ? { kind: 'network', id: network.id, imageId: network.assets.imageId } : null);
  if (network === undefined) return null;
  return network.assets.imageUrl ?? (isNeeded ? undefined : (logo ?? remote));
};
