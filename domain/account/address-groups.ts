/** Part of an address that is displayed together. */
export interface AddressGroup {
  readonly text: string;
  /** Position in the address of its first character. */
  readonly start: number;
}

/** Characters of a group: as many as people compare at a glance. */
const GROUP = 4;

/** Splits an address into groups, so that users can compare all of it. A `0x` is in the first group. @example 'abcdef' // 'abcd', 'ef' */
export const addressGroups = (address: string): readonly AddressGroup[] => {
  const first = GROUP + (address.startsWith('0x') ? 2 : 0);
  const starts = Array.from({ length: Math.max(0, Math.ceil((address.length - first) / GROUP)) }, (_, index) => first + index * GROUP);
  return [0, ...starts].map((start, index) => ({ text: address.slice(start, starts[index]), start }));
};
