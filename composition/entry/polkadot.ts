export type { HostExtension } from '../../adapters/polkadot/host-extensions.js';
export { decodeSs58, encodeSs58, type Ss58Parts } from '../../domain/account/ss58-address.js';
export { isSameAccount, readRecipient, type Ss58Network, ss58PrefixOf, toSs58Network } from '../../domain/account/ss58-network.js';
export { polkadot as polkadotRelay, westend } from '../../domain/network/networks/polkadot.js';
export { type PolkadotOptions, polkadot } from '../modules/polkadot.module.js';
