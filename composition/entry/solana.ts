/**
 * Solana wallets and networks. Needs `@solana/web3.js`. Guide: [Solana](../guides/solana.md).
 * @module
 */

export type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
export { isSolanaAddress } from '../../domain/account/solana-address.js';
export { solana as solanaMainnet, solanaDevnet, solanaTestnet } from '../../domain/network/networks/solana.js';
export { type SolanaOptions, solana } from '../modules/solana.module.js';
