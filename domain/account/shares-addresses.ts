import { type BitcoinNetworkName, bitcoinNetworkOf } from '../network/bitcoin-network.js';
import type { Network } from '../network/network.js';
import { ss58PrefixOf } from './ss58-network.js';

/** Prefixes of segwit addresses. @see BIP-173 */
const BITCOIN_PREFIXES: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'bc',
  test: 'tb',
  test4: 'tb',
  signet: 'tb',
  regtest: 'bcrt',
};

const bitcoinPrefixOf = ({ caipNetworkId }: Network): string => {
  const name = bitcoinNetworkOf(caipNetworkId);
  return name === null ? caipNetworkId : BITCOIN_PREFIXES[name];
};

/** Whether an address of one network can receive on the other: Bitcoin and Polkadot have address formats of single networks. */
export const sharesAddresses = (network: Network, other: Network): boolean => {
  if (network.chainNamespace !== other.chainNamespace) return false;
  if (network.chainNamespace === 'bip122') return bitcoinPrefixOf(network) === bitcoinPrefixOf(other);
  if (network.chainNamespace === 'polkadot') return ss58PrefixOf(network) === ss58PrefixOf(other);
  return true;
};
