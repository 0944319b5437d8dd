/** Control, format and direction characters, which could disguise a text. Line breaks and tabs are allowed. */
const DECEPTIVE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes deceptive characters as `\u{…}`. */
export const visible = (value: string): string =>
  value.replace(DECEPTIVE, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`);

/** Formats an amount of base units. */
export const formatUnits = (amount: bigint, decimals: number): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction === '' ? '' : `.${fraction}`}`;
};
