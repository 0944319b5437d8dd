import type { ChainId } from '../../domain/caip/caip-2.js';

/** Wallet Standard names of Solana's networks, by CAIP-2 id. @see https://namespaces.chainagnostic.org/solana/caip2 */
const NAMES: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
};

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
