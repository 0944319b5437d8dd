/**
 * EVM wallets and networks. Needs `viem`. Guide: [EVM](../guides/evm.md).
 * @module
 */

export type { AppProvider } from '../../adapters/eip155/app-wallets.js';
export type { Eip1193Provider, Eip1193Request } from '../../adapters/eip155/eip1193.js';
export { isEvmAddress } from '../../domain/account/evm-address.js';
export { toChecksumAddress } from '../../domain/account/evm-checksum.js';
export {
  arbitrum,
  arbitrumSepolia,
  aurora,
  auroraTestnet,
  avalanche,
  avalancheFuji,
  base,
  baseSepolia,
  berachainTestnetbArtio,
  bsc,
  bscTestnet,
  celo,
  dogechain,
  fantom,
  gnosis,
  holesky,
  kaia,
  linea,
  mainnet,
  mantle,
  mantleSepolia,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  polygonZkEvm,
  sei,
  sepolia,
  sonic,
  tron,
  unichainSepolia,
  zksync,
  zksyncSepolia,
  zora,
  zoraSepolia,
} from '../../domain/network/networks/eip155.js';
export { type Eip155Options, eip155 } from '../modules/eip155.module.js';
