import { namespaceOfAddress } from '../account/address-namespace.js';
import { hasValidChecksum } from '../account/evm-checksum.js';
import { NAMESPACES, type Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** What is known of a transfer before anybody is asked. */
export interface Transfer {
  readonly namespace: Namespace;
  readonly to: string;
  /** Whether the chain takes `to` for an address of its own. */
  readonly isAddress: boolean;
  /** Base units. */
  readonly value: bigint;
  readonly all?: boolean | undefined;
  readonly data?: string | undefined;
}

const checkRecipient = ({ namespace, to, isAddress }: Transfer): void => {
  const found = namespaceOfAddress(to);
  // A namespace that a third party brings may have addresses of any form: only its chain can tell.
  const isBuiltIn = NAMESPACES.some((each) => each === namespace);
  if (isBuiltIn && found !== null && found !== namespace)
    throw new LatchkeyError('address/wrong-namespace', { value: to, namespace: found, expected: namespace });
  const isMistyped = isBuiltIn && found === namespace && (!isAddress || (namespace === 'eip155' && !hasValidChecksum(to)));
  if (isMistyped) throw new LatchkeyError('address/checksum-failed', { value: to, namespace });
  if (!isAddress) throw new LatchkeyError('address/invalid', { value: to, namespace });
};

/**
 * Checks a transfer before the wallet opens: whom it goes to, and that something is sent. A call with data may carry no coin.
 * @throws LatchkeyError `address/wrong-namespace`, `address/checksum-failed`, `address/invalid`, `send/invalid-amount`
 */
export const checkTransfer = (transfer: Transfer): void => {
  checkRecipient(transfer);
  const { value, all = false, data } = transfer;
  const isEnough = all || value > 0n || (value === 0n && data !== undefined && data !== '0x');
  if (!isEnough) throw new LatchkeyError('send/invalid-amount', { value: String(value) });
};
