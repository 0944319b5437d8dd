import { useEffect, useState } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { useConnectors } from '../hooks/use-connectors.js';

const load = () => import('../../domain/directory/imitates.js');

/**
 * Whether a wallet of the directory looks by its name like one that is installed, and is another. What tells it is fetched beside the wallet's
 * picture, with the first wallet that is shown.
 */
export const useImitates = (wallet: DirectoryWallet): boolean => {
  const connectors = useConnectors();
  const [looks, setLooks] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    let gone = false;
    load().then(
      (loaded) => {
        if (!gone) setLooks(loaded);
      },
      // Then it is a row as any other, as long as this one is shown.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return looks?.imitates(wallet, connectors) ?? false;
};
