import { useAccount } from './use-account.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useRead } from './use-read.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Reads what each account that the wallet shares has of the coin of the network in use, once per network and accounts. Nothing is read
 * while disconnected.
 * @example const { data = [] } = useAccountBalances();
 */
export const useAccountBalances = ({ namespace: requestedNamespace }: NamespaceInput = {}) => {
  const { activeNamespace } = useConnectionStatus();
  const namespace = requestedNamespace ?? activeNamespace;
  const { isConnected, caipAddress, allAccounts } = useAccount({ namespace });
  const addresses = allAccounts.map(({ address }) => address).sort();
  return useRead(
    'useAccountBalances',
    ({ readAccountBalances }) => readAccountBalances,
    isConnected ? { namespace } : null,
    [caipAddress, ...addresses].join(),
  );
};
