import { formatUnits } from '../money/units.js';

/**
 * Returns the value of an amount at a price, for display: both are of the moment, and a price is a floating-point number already. `null` if the price
 * is unknown or the value is too large for a number.
 * @param price of one whole unit
 */
export const fiatValue = (units: bigint, decimals: number, price: number | null): number | null => {
  if (price === null) return null;
  const value = Number(formatUnits(units, decimals)) * price;
  return Number.isFinite(value) ? value : null;
};
