/**
 * Bitcoin wallets and networks. Needs `bitcoinjs-lib`. Guide: [Bitcoin](../guides/bitcoin.md).
 * @module
 */

export type { AppBitcoinWallet } from '../../adapters/bip122/app-wallets.js';
export type { WalletDialect } from '../../adapters/bip122/discovered-wallet.js';
export {
  type BitcoinAddress,
  type BitcoinAddressType,
  isBitcoinAddress,
  parseBitcoinAddress,
  parseBitcoinAddressOn,
} from '../../domain/account/bitcoin-address.js';
export type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';
export { bitcoin, bitcoinTestnet } from '../../domain/network/networks/bip122.js';
export { type Bip122Options, bip122 } from '../modules/bip122.module.js';
