import type { Network } from '../../../domain/network/network.js';
import { useAccount } from '../../hooks/use-account.js';
import { useNetwork } from '../../hooks/use-network.js';

/** The networks that the account's address receives from: the configured ones of its namespace; of a smart account its own only. */
export const useCompatibleNetworks = (): readonly Network[] => {
  const { namespace, allAccounts } = useAccount();
  const { network, networks } = useNetwork();
  // A contract at this address exists on its network only, even where the same key could deploy it on others.
  if (allAccounts[0]?.type === 'smartAccount') return network === undefined ? [] : [network];
  return networks.filter(({ chainNamespace }) => chainNamespace === namespace);
};
