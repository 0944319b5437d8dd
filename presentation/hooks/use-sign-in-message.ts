import { useAccount } from './use-account.js';
import { useConnectionStatus } from './use-connection-status.js';
import { useRead } from './use-read.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Creates the message that `useSignIn` requests a signature for, so that a screen can show it first. `data` has its fields, and its text as
 * `toString()`. Nothing is read while disconnected.
 * @example const { data, error, refetch } = useSignInMessage(); // data?.statement
 */
export const useSignInMessage = ({ namespace: requestedNamespace }: NamespaceInput = {}) => {
  const { activeNamespace } = useConnectionStatus();
  const namespace = requestedNamespace ?? activeNamespace;
  const { isConnected, caipAddress } = useAccount({ namespace });
  return useRead('useSignInMessage', ({ prepareSignIn }) => prepareSignIn, isConnected ? { namespace } : null, caipAddress);
};
