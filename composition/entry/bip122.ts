export type { WalletDialect } from '../../adapters/bip122/found-wallet.js';
export type { HostBitcoinWallet } from '../../adapters/bip122/host-wallets.js';
export {
  type BitcoinAddress,
  type BitcoinAddressType,
  isBitcoinAddress,
  readBitcoinAddress,
  readBitcoinAddressOn,
} from '../../domain/account/bitcoin-address.js';
export type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';
export { bitcoin, bitcoinTestnet } from '../../domain/network/networks/bip122.js';
export { type Bip122Options, bip122 } from '../modules/bip122.module.js';
