import { sharesAddresses } from '../../../domain/account/shares-addresses.js';
import type { Network } from '../../../domain/network/network.js';
import { useAccount } from '../../hooks/use-account.js';
import { useNetwork } from '../../hooks/use-network.js';

/** The networks that the account's address receives from: the configured ones with its address format; of a smart account its own only. */
export const useCompatibleNetworks = (): readonly Network[] => {
  const { allAccounts } = useAccount();
  const { network, networks } = useNetwork();
  if (network === undefined) return [];
  // A contract at this address exists on its network only, even where the same key could deploy it on others.
  return allAccounts[0]?.type === 'smartAccount' ? [network] : networks.filter((other) => sharesAddresses(network, other));
};
