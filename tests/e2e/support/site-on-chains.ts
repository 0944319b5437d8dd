import { type SecureSite, startSecureSite } from '@latchkey/sandbox';
import { readSandbox } from './running-sandbox.js';

/** Starts a secure site on the EVM chains of the sandbox. */
export const startSiteOnChains = (): Promise<SecureSite> =>
  startSecureSite({
    networks: Object.entries(readSandbox().urls.rpc).map(([chainId, rpcUrl]) => ({
      chainId,
      name: chainId,
      rpcUrl,
      currency: { symbol: 'ETH', decimals: 18 },
    })),
  });
