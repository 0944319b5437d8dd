import { announceProvider } from './announce-provider.js';
import type { Announcement } from './announcement.js';
import { BitcoinProvider, listBitcoinProvider } from './bitcoin-provider.js';
import { injectExtension } from './injected-web3.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { registerStandardWallet, standardWallet } from './standard-wallet.js';

/** Announces one wallet in every way in which pages look for wallets of its namespaces. */
export const announceWallet = ({ identity, eip155, chains }: Announcement, provider: SandboxProvider): void => {
  if (eip155) announceProvider(identity, provider);
  if (chains.solana !== undefined || chains.bip122 !== undefined) registerStandardWallet(standardWallet(identity, provider, chains));
  if (chains.bip122 !== undefined) listBitcoinProvider(identity, new BitcoinProvider(provider, chains.bip122));
  if (chains.polkadot !== undefined) injectExtension(identity, provider);
};
