/** How a long text is cut: so many characters stay at the start and at the end, the middle becomes one `…`. */
export interface Truncation {
  readonly start: number;
  readonly end: number;
}

/** Addresses in buttons, settings, profile and the choice of accounts. */
export const ADDRESS_LONG: Truncation = { start: 4, end: 6 };
/** Addresses in the account, receive and send views. */
export const ADDRESS_SHORT: Truncation = { start: 4, end: 4 };
/** Account names. */
export const NAME_LONG: Truncation = { start: 20, end: 0 };
/** Account names in the account button and the receive view. */
export const NAME_SHORT: Truncation = { start: 18, end: 0 };

/**
 * Cuts a text for display: in its middle, or at its end (`end: 0`), or at its start (`start: 0`). A text that would not
 * become shorter stays whole. Counts characters, not UTF-16 units, so that no emoji is cut in half.
 * @example truncate('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', ADDRESS_LONG) // '0xab…5Bfcdb'
 */
export const truncate = (value: string, { start, end }: Truncation): string => {
  const characters = Array.from(value);
  if (characters.length <= start + end + 1) return value;
  return `${characters.slice(0, start).join('')}…${characters.slice(characters.length - end).join('')}`;
};
