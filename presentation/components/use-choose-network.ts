import type { Network } from '../../domain/network/network.js';
import { view } from '../../domain/router/views.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useRouter } from '../hooks/use-router.js';
import { useSwitchNetwork } from '../hooks/use-switch-network.js';

/**
 * Moves to a network from a list: at once where no wallet has to be asked, else through the view that waits for the
 * wallet. Where wallets are connected, and none for this network, the way goes through the view that says so. The one in
 * use stays as it is.
 */
export const useChooseNetwork = (current: Network | undefined): ((network: Network) => void) => {
  const { connectedNamespaces } = useConnectionStatus();
  const { push } = useRouter();
  const { switchNetwork } = useSwitchNetwork();
  return ({ caipNetworkId: chainId, chainNamespace }) => {
    if (chainId === current?.caipNetworkId) return;
    if (connectedNamespaces.includes(chainNamespace)) push(view('SwitchNetwork', { chainId }));
    else if (connectedNamespaces.length > 0) push(view('SwitchActiveChain', { chainId }));
    else switchNetwork({ chainId });
  };
};
