import type { BitcoinWallet } from '../bitcoin-wallet.js';
import type { FoundWallet } from '../found-wallet.js';
import { leatherWallet, satsConnectWallet } from './json-rpc-wallet.js';
import { standardWallet } from './standard-wallet.js';
import { unisatWallet } from './unisat-wallet.js';

/** A found wallet in the one language that sessions speak. */
export const openWallet = ({ provider, dialect }: FoundWallet): BitcoinWallet => {
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
