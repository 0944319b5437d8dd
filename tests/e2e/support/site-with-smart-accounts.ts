import { type SecureSite, type SmartAccounts, startSecureSite, startSmartAccounts } from '@latchkey/sandbox';
import { readSandbox } from './running-sandbox.js';

const CHAIN = 'eip155:1';

/** A secure site, and what its smart accounts need. */
export interface SiteWithSmartAccounts {
  readonly site: SecureSite;
  readonly smartAccounts: SmartAccounts;
  stop(): Promise<void>;
}

/** Starts a secure site on the EVM chains of the sandbox, with smart accounts on Ethereum. It takes long: the bundler loads thousands of files. */
export const startSiteWithSmartAccounts = async (): Promise<SiteWithSmartAccounts> => {
  const { rpc } = readSandbox().urls;
  const smartAccounts = await startSmartAccounts({ chains: [{ chainId: 1, rpcUrl: rpc[CHAIN] ?? '' }] });
  try {
    const site = await startSecureSite({
      networks: Object.entries(rpc).map(([chainId, rpcUrl]) => ({
        chainId,
        name: chainId === CHAIN ? 'Ethereum' : chainId,
        rpcUrl,
        currency: { symbol: 'ETH', decimals: 18 },
        ...(chainId === CHAIN ? { smartAccounts: smartAccounts.services(1) } : {}),
      })),
    });
    const stop = async (): Promise<void> => {
      await Promise.all([site.stop(), smartAccounts.stop()]);
    };
    return { site, smartAccounts, stop };
  } catch (error) {
    await smartAccounts.stop();
    throw error;
  }
};
