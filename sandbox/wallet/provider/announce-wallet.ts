import type { OfferedChains } from '../engine/keys/namespace.js';
import { announceProvider } from './announce-provider.js';
import { BitcoinProvider, listBitcoinProvider } from './bitcoin-provider.js';
import type { WalletIdentity } from './identity.js';
import { injectExtension } from './injected-web3.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { registerStandardWallet, standardWallet } from './standard-wallet.js';

/** Which namespaces a wallet brings to a page, and under which name. */
export interface Announcement {
  readonly identity: WalletIdentity;
  /** Whether it is a wallet of EVM chains. */
  readonly eip155: boolean;
  readonly chains: OfferedChains;
}

/** Announces one wallet in every way in which pages look for wallets of its namespaces. */
export const announceWallet = ({ identity, eip155, chains }: Announcement, provider: SandboxProvider): void => {
  if (eip155) announceProvider(identity, provider);
  if (chains.solana !== undefined || chains.bip122 !== undefined) registerStandardWallet(standardWallet(identity, provider, chains));
  if (chains.bip122 !== undefined) listBitcoinProvider(identity, new BitcoinProvider(provider, chains.bip122));
  if (chains.polkadot !== undefined) injectExtension(identity, provider);
};

/** The part of what a wallet offers that a list of namespaces names, `eip155` among them; all of it without a list. */
export const restrictTo = (namespaces: readonly string[] | null, { identity, eip155, chains }: Announcement): Announcement => ({
  identity,
  eip155: eip155 && (namespaces?.includes('eip155') ?? true),
  chains: Object.fromEntries(Object.entries(chains).filter(([namespace]) => namespaces?.includes(namespace) ?? true)),
});
