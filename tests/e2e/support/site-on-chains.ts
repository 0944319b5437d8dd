import { type SecureSite, startSecureSite } from '@latchkey/sandbox';
import { readSandbox } from './running-sandbox.js';

/** Starts a secure site on the EVM chains of the sandbox, with social logins, and Farcaster ids on Ethereum. */
export const startSiteOnChains = (): Promise<SecureSite> => {
  const { urls, contracts } = readSandbox();
  const registryRpcUrl = urls.rpc['eip155:1'];
  return startSecureSite({
    networks: Object.entries(urls.rpc).map(([chainId, rpcUrl]) => ({
      chainId,
      name: chainId,
      rpcUrl,
      currency: { symbol: 'ETH', decimals: 18 },
    })),
    ...(registryRpcUrl === undefined ? {} : { farcaster: { rpcUrl: registryRpcUrl, registry: contracts.idRegistry } }),
  });
};
