import type { ChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { attempt } from '../wire.js';
import { decodeSs58 } from './ss58-address.js';

/** Generic Substrate prefix, not specific to a network. */
export const GENERIC_SS58_PREFIX = 42;

/** Prefixes by CAIP-2 id, except where the generic one applies. @see https://github.com/paritytech/ss58-registry */
const PREFIXES: Readonly<Record<string, number>> = {
  // Polkadot and its Asset Hub.
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  // Kusama and its Asset Hub.
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:48239ef607d7928874027a43a6768920': 2,
};

/** The address format of a network. */
export interface Ss58Network {
  readonly caipNetworkId: ChainId;
  /** Prefix that the app configured. */
  readonly ss58Prefix?: number | undefined;
}

/** Address prefix of a network: the configured one, else that of the registry, else the generic one. */
export const ss58PrefixOf = ({ caipNetworkId, ss58Prefix }: Ss58Network): number =>
  ss58Prefix ?? PREFIXES[caipNetworkId] ?? GENERIC_SS58_PREFIX;

/**
 * Decodes the recipient of a transfer: an address with the network's own prefix or the generic one. Rejects addresses of other networks,
 * although the key is the same: the recipient may expect the transfer on that network.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`, `address/wrong-network`
 */
export const decodeRecipient = (address: string, network: Ss58Network): Uint8Array => {
  const { prefix, accountId } = decodeSs58(address);
  if (prefix !== ss58PrefixOf(network) && prefix !== GENERIC_SS58_PREFIX)
    throw new LatchkeyError('address/wrong-network', { value: address, chainId: network.caipNetworkId });
  return accountId;
};

/** Compares the account ids of two addresses, ignoring their networks. False if one is invalid. */
export const isSameSs58Account = (a: string, b: string): boolean =>
  attempt(() => {
    const [left, right] = [decodeSs58(a).accountId, decodeSs58(b).accountId];
    return left.every((byte, index) => byte === right[index]);
  }) ?? false;
