import type { ChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { attempt } from '../wire.js';
import { decodeSs58 } from './ss58-address.js';

/** The prefix of addresses that stand for an account on any network. */
export const GENERIC_SS58_PREFIX = 42;

/** Prefixes by the CAIP-2 id of the chain, where they are not the generic one. @see https://github.com/paritytech/ss58-registry */
const PREFIXES: Readonly<Record<string, number>> = {
  // Polkadot and its Asset Hub.
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  // Kusama and its Asset Hub.
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:48239ef607d7928874027a43a6768920': 2,
};

/** A network, as far as its addresses go. */
export interface Ss58Network {
  readonly caipNetworkId: ChainId;
  /** The host's word on it. */
  readonly ss58Prefix?: number | undefined;
}

/** The prefix that a network's addresses have: what the host says, what is known of the chain, else the generic one. */
export const ss58PrefixOf = ({ caipNetworkId, ss58Prefix }: Ss58Network): number =>
  ss58Prefix ?? PREFIXES[caipNetworkId] ?? GENERIC_SS58_PREFIX;

/**
 * Reads an address that money is to be sent to on a network: the network's own form, or the generic one. Another network's form
 * is refused although the key would be the same: whoever gave it may have meant that network.
 * @throws LatchkeyError `address/invalid`, `address/checksum-failed`, `address/wrong-network`
 */
export const readRecipient = (address: string, network: Ss58Network): Uint8Array => {
  const { prefix, accountId } = decodeSs58(address);
  if (prefix !== ss58PrefixOf(network) && prefix !== GENERIC_SS58_PREFIX)
    throw new LatchkeyError('address/wrong-network', { value: address, chainId: network.caipNetworkId });
  return accountId;
};

/** Whether two addresses are one account, whichever networks they are written for. False where one is no address. */
export const isSameAccount = (a: string, b: string): boolean =>
  attempt(() => {
    const [left, right] = [decodeSs58(a).accountId, decodeSs58(b).accountId];
    return left.every((byte, index) => byte === right[index]);
  }) ?? false;
