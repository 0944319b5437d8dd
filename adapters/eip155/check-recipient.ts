import { isEvmAddress } from '../../domain/account/evm-address.js';
import { hasValidChecksum } from '../../domain/account/evm-checksum.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** How addresses of the other namespaces look; what they are exactly is those namespaces' to say. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  // CAIP-10, of whatever namespace.
  [/^(?!eip155:)[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:.+$/, ''],
  // BIP-173 and the legacy forms of Bitcoin.
  [/^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/i, 'bip122'],
  [/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/, 'bip122'],
  // SS58 with a key of 32 bytes is a little longer than a bare key in base58.
  [/^[1-9A-HJ-NP-Za-km-z]{46,50}$/, 'polkadot'],
  [/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'solana'],
];

/**
 * Refuses to send to what is no address of this chain.
 * @throws LatchkeyError `address/wrong-namespace`, `address/checksum-failed`, `address/invalid`
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const checkRecipient = (value: string): void => {
  const namespace = 'eip155';
  const isOurs: boolean = isEvmAddress(value);
  if (isOurs) {
    if (!hasValidChecksum(value)) throw new LatchkeyError('address/checksum-failed', { value, namespace });
    return;
  }
  for (const [form, home] of ELSEWHERE)
    if (form.test(value))
      throw new LatchkeyError('address/wrong-namespace', {
        value,
        namespace: home || value.slice(0, value.indexOf(':')),
        expected: namespace,
      });
  throw new LatchkeyError('address/invalid', { value, namespace });
};
