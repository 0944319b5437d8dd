import type { ChainId } from '../../domain/caip/caip-2.js';
import { SOLANA_CLUSTERS } from '../../domain/network/solana-clusters.js';

/** Wallet Standard names of Solana's public clusters, by CAIP-2 id. @see https://github.com/anza-xyz/wallet-standard */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SOLANA_CLUSTERS).map(([reference, cluster]) => [`solana:${reference}`, `solana:${cluster}`]),
);

/** Wallets treat every other network as a local test validator. */
const LOCAL = 'solana:localnet';

/**
 * The wallet's own identifier of a network, or `null` if it does not support it. Remote wallets use CAIP-2 ids.
 * @see https://github.com/anza-xyz/wallet-standard
 */
export const chainNameFor = (chains: readonly string[], chainId: ChainId): string | null => {
  if (chains.includes(chainId)) return chainId;
  const name = NAMES[chainId] ?? LOCAL;
  return chains.includes(name) ? name : null;
};

/** The Wallet Standard name of a public network, or `null`. */
export const chainNameOf = (chainId: ChainId): string | null => NAMES[chainId] ?? null;

/** The CAIP-2 id of a Wallet Standard chain name, or `null`. */
export const chainIdByName = (name: string): string | null => Object.keys(NAMES).find((chainId) => NAMES[chainId] === name) ?? null;
