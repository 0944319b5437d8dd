import type { BitcoinWallet } from '../bitcoin-wallet.js';
import type { DiscoveredWallet } from '../discovered-wallet.js';
import { leatherWallet, satsConnectWallet } from './json-rpc-wallet.js';
import { standardWallet } from './standard-wallet.js';
import { unisatWallet } from './unisat-wallet.js';

/** Wraps a discovered wallet in the common interface. */
export const openWallet = ({ provider, dialect }: DiscoveredWallet): BitcoinWallet => {
  switch (dialect) {
    case 'standard':
      return standardWallet(provider);
    case 'sats-connect':
      return satsConnectWallet(provider);
    case 'leather':
      return leatherWallet(provider);
    case 'unisat':
    case 'okx':
      return unisatWallet(provider, dialect);
  }
};
