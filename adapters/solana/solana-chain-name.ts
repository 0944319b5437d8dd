import type { ChainId } from '../../domain/caip/caip-2.js';

/** The names that wallets have for Solana's networks, by the start of the genesis hash. @see https://namespaces.chainagnostic.org/solana/caip2 */
const NAMES: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
};

/** Every other network is a test validator's as far as wallets know. */
const LOCAL = 'solana:localnet';

/**
 * What a wallet calls a network, or `null` where it does not know it. A wallet elsewhere knows networks by their CAIP-2 ids.
 * @see https://github.com/anza-xyz/wallet-standard
 */
export const chainNameFor = (chains: readonly string[], chainId: ChainId): string | null => {
  if (chains.includes(chainId)) return chainId;
  const name = NAMES[chainId] ?? LOCAL;
  return chains.includes(name) ? name : null;
};

/** The name that wallets have for a public network, or `null`. */
export const nameOf = (chainId: ChainId): string | null => NAMES[chainId] ?? null;

/** The network that a wallet's name of a chain stands for, or `null`. */
export const chainNamed = (name: string): string | null => Object.keys(NAMES).find((chainId) => NAMES[chainId] === name) ?? null;
