import { type ChainId, formatChainId } from '../caip/caip-2.js';

const EIP155_IDS = [
  1, 5, 10, 56, 97, 100, 137, 280, 324, 420, 999, 8453, 42161, 42220, 43113, 43114, 80001, 84531, 84532, 421613, 7777777, 11155111,
  1313161554, 1313161555,
];

const SOLANA_IDS = ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'];

/** Chains that the embedded wallet's secure frame supports. */
export const EMBEDDED_WALLET_CHAINS: readonly ChainId[] = [
  ...EIP155_IDS.map((id) => formatChainId('eip155', id)),
  ...SOLANA_IDS.map((id) => formatChainId('solana', id)),
];
