import { useContext, useEffect } from 'react';
import { useLatchkeyContext } from './use-latchkey.js';
import { useOptions } from './use-options.js';
import { VisibilityContext } from './visibility-context.js';

/**
 * Removes the wallets of the option `excludeWalletIds` from the installed connectors, also after unmounting. Fetches their identities from
 * the directory once, and nothing if the option is not set.
 * @example useExcludeWallets(); // in the view that shows the wallets
 */
export const useExcludeWallets = (): void => {
  const { client } = useLatchkeyContext('useExcludeWallets');
  const { excludeWalletIds } = useOptions();
  const visibility = useContext(VisibilityContext);
  useEffect(() => {
    if (excludeWalletIds === undefined) return undefined;
    return visibility.whileVisible(() => {
      const run = client.useCases.excludeWallets.execute().subscribe();
      return () => run.unsubscribe();
    });
  }, [client, excludeWalletIds, visibility]);
};
