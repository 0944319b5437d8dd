import { isNumber, isPlainObject } from '../primitives.js';

/** The expiries that an official client keeps beside its records: seconds since 1970 by `topic:…` or `id:…`. */
export const readOfficialExpiries = (value: unknown): ReadonlyMap<string, number> => {
  const expiries = new Map<string, number>();
  for (const item of Array.isArray(value) ? Array.from(value) : []) {
    if (isPlainObject(item) && typeof item.target === 'string' && isNumber(item.expiry)) expiries.set(item.target, item.expiry);
  }
  return expiries;
};
