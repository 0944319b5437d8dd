/** Number of characters that remain at the start and at the end; the middle becomes `…`. */
export interface Truncation {
  readonly start: number;
  readonly end: number;
}

/** Addresses in buttons, settings, the profile and the account list. */
export const ADDRESS_LONG: Truncation = { start: 4, end: 6 };
/** Addresses in the account, receive and send views. */
export const ADDRESS_SHORT: Truncation = { start: 4, end: 4 };
/** Account names. */
export const NAME_LONG: Truncation = { start: 20, end: 0 };
/** Account names in the account button and the receive view. */
export const NAME_SHORT: Truncation = { start: 18, end: 0 };

/**
 * Truncates a text for display: in the middle, at its end (`end: 0`) or at its start (`start: 0`). Returns it unchanged if truncating
 * would not shorten it. Counts code points, so that no emoji is split.
 * @example truncate('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', ADDRESS_LONG) // '0xab…5Bfcdb'
 */
export const truncate = (value: string, { start, end }: Truncation): string => {
  const characters = Array.from(value);
  if (characters.length <= start + end + 1) return value;
  return `${characters.slice(0, start).join('')}…${characters.slice(characters.length - end).join('')}`;
};
