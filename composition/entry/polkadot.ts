export type { HostExtension } from '../../adapters/polkadot/host-extensions.js';
export { polkadot as polkadotRelay, westend } from '../../domain/network/networks/polkadot.js';
export { type PolkadotOptions, polkadot } from '../modules/polkadot.module.js';
