import { isEvmAddress, isPrefixedEvmAddress } from '../../domain/account/evm-address.js';
import { hasValidChecksum } from '../../domain/account/evm-checksum.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Rough address patterns of the other namespaces, to name the mistake in the error. */
const OTHER_NAMESPACE_PATTERNS: readonly (readonly [RegExp, string])[] = [
  // CAIP-10, any other namespace.
  [/^(?!eip155:)[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:.+$/, ''],
  // BIP-173 and the legacy Bitcoin formats.
  [/^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/i, 'bip122'],
  [/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/, 'bip122'],
  // SS58 of a 32-byte key is slightly longer than a bare key in base58.
  [/^[1-9A-HJ-NP-Za-km-z]{46,50}$/, 'polkadot'],
  [/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'solana'],
];

/**
 * Rejects a recipient that is not an EVM address with `0x`.
 * @throws LatchkeyError `address/wrong-namespace`, `address/checksum-failed`, `address/invalid`
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const checkRecipient = (value: string): void => {
  const namespace = 'eip155';
  const isEvm: boolean = isEvmAddress(value);
  if (isEvm) {
    if (!isPrefixedEvmAddress(value)) throw new LatchkeyError('address/invalid', { value, namespace });
    if (!hasValidChecksum(value)) throw new LatchkeyError('address/checksum-failed', { value, namespace });
    return;
  }
  for (const [pattern, addressNamespace] of OTHER_NAMESPACE_PATTERNS)
    if (pattern.test(value))
      throw new LatchkeyError('address/wrong-namespace', {
        value,
        namespace: addressNamespace || value.slice(0, value.indexOf(':')),
        expected: namespace,
      });
  throw new LatchkeyError('address/invalid', { value, namespace });
};
