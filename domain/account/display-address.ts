/** Number of characters that remain at the start and at the end; the middle becomes `…`. */
export interface Truncation {
  readonly start: number;
  readonly end: number;
}

/** Account names. */
export const NAME_LONG: Truncation = { start: 20, end: 0 };
/** Account names in the account button and the receive view. */
export const NAME_SHORT: Truncation = { start: 18, end: 0 };

/**
 * Truncates a text for display: in the middle, at its end (`end: 0`) or at its start (`start: 0`). Returns it unchanged if truncating
 * would not shorten it. Counts code points, so that no emoji is split.
 * @example truncate('a-very-long-account-name.example', NAME_LONG) // 'a-very-long-account-…'
 */
export const truncate = (value: string, { start, end }: Truncation): string => {
  const characters = Array.from(value);
  if (characters.length <= start + end + 1) return value;
  return `${characters.slice(0, start).join('')}…${characters.slice(characters.length - end).join('')}`;
};

/** Characters of an address that are displayed at its start, after `0x`, and at its end. */
const ADDRESS_CHARACTERS = 4;

/**
 * Shortens an address for display, in the same way everywhere. Keeps the letter case, which is the checksum of EVM addresses.
 * @example formatAddress('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb') // '0xab16...fcdb'
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export const formatAddress = (address: string): string => {
  const start = ADDRESS_CHARACTERS + (address.startsWith('0x') ? 2 : 0);
  if (address.length <= start + ADDRESS_CHARACTERS + 3) return address;
  return `${address.slice(0, start)}...${address.slice(-ADDRESS_CHARACTERS)}`;
};
