/**
 * Writes a number of base units as an exact decimal text, without grouping and without trailing zeros:
 * `formatUnits(1_500_000n, 6)` is `1.5`. The reverse of `parseUnits`.
 */
export const formatUnits = (value: bigint, decimals: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
};
