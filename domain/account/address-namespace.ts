import type { Namespace } from '../caip/namespace.js';
import { decodeBase58 } from './base58.js';
import { isEvmAddress } from './evm-address.js';

/** Bech32 and bech32m addresses. @see BIP-173, BIP-350 */
const BECH32 = /^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/i;

/**
 * Namespaces by the byte length of a decoded base58 address: base58check of 20 bytes, a 32-byte key, SS58 with a one- or two-byte prefix.
 */
const NAMESPACE_BY_LENGTH: Readonly<Record<number, Namespace>> = { 25: 'bip122', 32: 'solana', 35: 'polkadot', 36: 'polkadot' };

/** Upper limit of an address: base58 decoding takes quadratic time. */
const MAX_LENGTH = 128;

/**
 * Detects the namespace of an address by its format; `null` if unknown. Checks neither checksum nor network.
 * @see https://en.bitcoin.it/wiki/Base58Check_encoding
 * @see https://docs.substrate.io/reference/address-formats
 */
export const namespaceOfAddress = (value: string): Namespace | null => {
  if (value.length > MAX_LENGTH) return null;
  if (value.startsWith('0x')) return isEvmAddress(value) ? 'eip155' : null;
  if (BECH32.test(value)) return 'bip122';
  return NAMESPACE_BY_LENGTH[decodeBase58(value)?.length ?? 0] ?? null;
};
