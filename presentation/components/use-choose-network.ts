import type { Network } from '../../domain/network/network.js';
import { view } from '../../domain/router/views.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useRouter } from '../hooks/use-router.js';
import { useSwitchNetwork } from '../hooks/use-switch-network.js';

/**
 * Switches to a network of a list: directly if no wallet request is needed, else through the view that waits for the wallet. If wallets are
 * connected but none for this network, opens `SwitchActiveChain`. Does nothing for the current network.
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
