import { isTextList } from '../primitives.js';
import { familyOf } from './provider-namespaces.js';

const HEX = /^0x[0-9a-f]{1,13}$/i;

/** What follows the namespace in a chain that is named in any of the usual ways; `null` where nothing is named. */
const referenceIn = (data: unknown): string | null => {
  if (typeof data === 'number') return Number.isSafeInteger(data) && data > 0 ? String(data) : null;
  if (typeof data !== 'string' || data.trim() === '') return null;
  const text = data.trim();
  const reference = text.slice(text.indexOf(':') + 1);
  if (HEX.test(reference)) return String(Number.parseInt(reference, 16));
  return /^[-_a-zA-Z0-9]{1,32}$/.test(reference) ? reference : null;
};

/**
 * The chain that a wallet's `chainChanged` means, as CAIP-2 id. What the event says wins over the chain that it was sent on; it may be hex, a
 * number, a reference or the whole id. An event that names nothing means the chain that it was sent on.
 * @see https://eips.ethereum.org/EIPS/eip-1193#chainchanged
 */
export const announcedChain = (sentOn: string, data: unknown): string => {
  const reference = referenceIn(data);
  return reference === null ? sentOn : `${familyOf(sentOn)}:${reference}`;
};

/**
 * The addresses that a wallet's `accountsChanged` means: those of CAIP-10 ids, and texts as they are. An empty list means that it shares none
 * any more; `null` that this is no list of accounts.
 * @see https://eips.ethereum.org/EIPS/eip-1193#accountschanged
 */
export const announcedAddresses = (data: unknown): string[] | null =>
  isTextList(data) ? [...new Set(data.map((account) => (account.includes(':') ? (account.split(':')[2] ?? account) : account)))] : null;
