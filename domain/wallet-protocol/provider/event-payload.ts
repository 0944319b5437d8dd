import { isStringList } from '../primitives.js';
import { isEvmReference, namesOfChain, namespacePrefixOf } from './provider-namespaces.js';

const HEX = /^0x[0-9a-f]{1,13}$/i;

/** Reads the chain reference in any of the usual forms; `null` if there is none. */
const readReference = (namespace: string, data: unknown): string | null => {
  if (typeof data === 'number') return Number.isSafeInteger(data) && data > 0 ? String(data) : null;
  if (typeof data !== 'string') return null;
  const text = data.trim();
  const reference = text.startsWith(`${namespace}:`) ? text.slice(namespace.length + 1) : text;
  if (namespace !== 'eip155') return reference;
  const decimal = HEX.test(reference) ? String(Number.parseInt(reference, 16)) : reference;
  return isEvmReference(decimal) ? decimal : null;
};

/**
 * Returns the CAIP-2 id of a wallet's `chainChanged` event, in the namespace of the chain that the event was emitted on. The event's data has
 * to be the reference (in eip155 also hex or a number) or the full id of an approved chain: `null` otherwise.
 * @param approved CAIP-2 ids
 * @see https://eips.ethereum.org/EIPS/eip-1193#chainchanged
 */
export const chainFromEvent = (eventChainId: string, data: unknown, approved: readonly string[]): string | null => {
  const namespace = namespacePrefixOf(eventChainId);
  const reference = readReference(namespace, data);
  if (reference === null) return null;
  return namesOfChain(namespace, reference).find((chainId) => approved.includes(chainId)) ?? null;
};

/**
 * Returns the addresses of a wallet's `accountsChanged` event, from CAIP-10 ids or plain addresses. Empty if the wallet no longer shares
 * any account; `null` if the data is not a list of accounts.
 * @see https://eips.ethereum.org/EIPS/eip-1193#accountschanged
 */
export const addressesFromEvent = (data: unknown): string[] | null =>
  isStringList(data) ? [...new Set(data.map((account) => (account.includes(':') ? (account.split(':')[2] ?? account) : account)))] : null;
