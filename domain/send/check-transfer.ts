import { namespaceOfAddress } from '../account/address-namespace.js';
import { isEvmAddress, isPrefixedEvmAddress } from '../account/evm-address.js';
import { hasValidChecksum } from '../account/evm-checksum.js';
import { NAMESPACES, type Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { checkAmountRange } from './max-amount.js';

/** A transfer to check. */
export interface Transfer {
  readonly namespace: Namespace;
  readonly to: string;
  /** True if the chain accepts `to` as an address. */
  readonly isAddress: boolean;
  /** Base units. */
  readonly value: bigint;
  readonly all?: boolean | undefined;
  readonly data?: string | undefined;
}

/**
 * Checks the recipient of a transfer. An EVM address needs its `0x`.
 * @throws LatchkeyError `address/wrong-namespace`, `address/checksum-failed`, `address/invalid`
 */
export const checkRecipient = ({ namespace, to, isAddress }: Pick<Transfer, 'namespace' | 'to' | 'isAddress'>): void => {
  // The digits alone may also be an address of another chain.
  if (namespace === 'eip155' && isEvmAddress(to) && !isPrefixedEvmAddress(to))
    throw new LatchkeyError('address/invalid', { value: to, namespace });
  const addressNamespace = namespaceOfAddress(to);
  // Only the chain adapter knows the address formats of third-party namespaces.
  const isBuiltIn = NAMESPACES.some((each) => each === namespace);
  if (isBuiltIn && addressNamespace !== null && addressNamespace !== namespace)
    throw new LatchkeyError('address/wrong-namespace', { value: to, namespace: addressNamespace, expected: namespace });
  const isMistyped = isBuiltIn && addressNamespace === namespace && (!isAddress || (namespace === 'eip155' && !hasValidChecksum(to)));
  if (isMistyped) throw new LatchkeyError('address/checksum-failed', { value: to, namespace });
  if (!isAddress) throw new LatchkeyError('address/invalid', { value: to, namespace });
};

/**
 * Checks the recipient and the amount of a transfer before the wallet opens. The amount may be zero if there is call data. An EVM
 * recipient needs its `0x`.
 * @throws LatchkeyError `address/wrong-namespace`, `address/checksum-failed`, `address/invalid`, `send/invalid-amount`
 */
export const checkTransfer = (transfer: Transfer): void => {
  checkRecipient(transfer);
  const { namespace, value, all = false, data } = transfer;
  const isEnough = all || value > 0n || (value === 0n && data !== undefined && data !== '0x');
  if (!isEnough) throw new LatchkeyError('send/invalid-amount', { value: String(value) });
  if (!all) checkAmountRange(namespace, value);
};
