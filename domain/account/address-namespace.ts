import type { Namespace } from '../caip/namespace.js';
import { decodeBase58 } from './base58.js';
import { isEvmAddress } from './evm-address.js';

/** Bech32 and bech32m addresses. @see BIP-173, BIP-350 */
const BECH32 = /^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/i;

/** Namespaces by the length of what a base58 address holds: base58check of 20 bytes, a key of 32, SS58 with a prefix of one or two. */
const BY_LENGTH: Readonly<Record<number, Namespace>> = { 25: 'bip122', 32: 'solana', 35: 'polkadot', 36: 'polkadot' };

/** No address is longer; decoding takes time that grows with the square of the length. */
const MAX_LENGTH = 128;

/**
 * Which namespace an address belongs to, as far as its form alone tells; `null` for a text of none. Says nothing about a
 * checksum or a network.
 * @see https://en.bitcoin.it/wiki/Base58Check_encoding
 * @see https://docs.substrate.io/reference/address-formats
 */
export const namespaceOfAddress = (value: string): Namespace | null => {
  if (value.length > MAX_LENGTH) return null;
  if (value.startsWith('0x')) return isEvmAddress(value) ? 'eip155' : null;
  if (BECH32.test(value)) return 'bip122';
  return BY_LENGTH[decodeBase58(value)?.length ?? 0] ?? null;
};
