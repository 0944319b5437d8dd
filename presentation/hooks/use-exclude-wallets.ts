import { useContext, useEffect } from 'react';
import { StageContext } from './stage-context.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useOptions } from './use-options.js';

/**
 * Takes the installed wallets that the host excludes out of the list of connectors, while the component is mounted and
 * after: the directory is asked once who they are. Nothing is asked where none is excluded.
 * @example useExcludeWallets(); // in the view that shows the wallets
 */
export const useExcludeWallets = (): void => {
  const { client } = useLatchkeyContext('useExcludeWallets');
  const { excludeWalletIds } = useOptions();
  const stage = useContext(StageContext);
  useEffect(() => {
    if (excludeWalletIds === undefined) return undefined;
    return stage.whileShown(() => {
      const run = client.useCases.excludeWallets.execute().subscribe();
      return () => run.unsubscribe();
    });
  }, [client, excludeWalletIds, stage]);
};
