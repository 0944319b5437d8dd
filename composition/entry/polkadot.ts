/**
 * Polkadot wallets and networks. Needs `@polkadot/api`. Guide: [Polkadot](../guides/polkadot.md).
 * @module
 */

export type { AppExtension } from '../../adapters/polkadot/app-extensions.js';
export { polkadot as polkadotRelay, westend } from '../../domain/network/networks/polkadot.js';
export { type PolkadotOptions, polkadot } from '../modules/polkadot.module.js';
