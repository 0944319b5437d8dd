import { keccak_256 } from '@noble/hashes/sha3.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { isEvmAddress } from './evm-address.js';

/** A separate file, so that bundles without checksums do not include the hash function. */

/**
 * Formats an EVM address with its mixed-case checksum and `0x`.
 * @throws LatchkeyError `address/invalid`
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const toChecksumAddress = (address: string): string => {
  if (!isEvmAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
  const digits = address.replace(/^0x/, '').toLowerCase();
  const hash = keccak_256(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)));
  // One hash digit (half a byte) per address digit: 8 or more means upper case.
  const isUpper = (index: number): boolean => (((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0xf) > 7;
  return `0x${Array.from(digits, (digit, index) => (isUpper(index) ? digit.toUpperCase() : digit)).join('')}`;
};

/**
 * Verifies the checksum of an EVM address. An address in a single case has no checksum and is valid.
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const hasValidChecksum = (address: string): boolean => {
  if (!isEvmAddress(address)) return false;
  const digits = address.replace(/^0x/, '');
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || toChecksumAddress(address) === `0x${digits}`;
};
