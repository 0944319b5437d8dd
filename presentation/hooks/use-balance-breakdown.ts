import { useAccount } from './use-account.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useRead } from './use-read.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Reads what the connected account's native balance consists of, such as reserved and frozen funds, once per account and network. `data` is
 * `null` on chains whose whole balance can be transferred: all but Polkadot. Nothing is read while disconnected.
 * @example const { data, refetch } = useBalanceBreakdown(); // data?.transferable
 */
export const useBalanceBreakdown = ({ namespace: requestedNamespace }: NamespaceInput = {}) => {
  const { activeNamespace } = useConnectionStatus();
  const namespace = requestedNamespace ?? activeNamespace;
  const { isConnected, caipAddress } = useAccount({ namespace });
  return useRead(
    'useBalanceBreakdown',
    ({ readBalanceBreakdown }) => readBalanceBreakdown,
    isConnected ? { namespace } : null,
    caipAddress,
  );
};
