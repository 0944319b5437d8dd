/** The middle one of some numbers, `null` of none. */
export const median = (numbers) => {
  const sorted = numbers.filter((number) => number !== null && number !== undefined).sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** `median (least–most)`, with so many digits; a dash where nothing was measured. */
export const spread = (numbers, digits = 0) => {
  const known = numbers.filter((number) => number !== null && number !== undefined);
  if (known.length === 0) return '–';
  const show = (number) => number.toFixed(digits);
  return `${show(median(known))} (${show(Math.min(...known))}–${show(Math.max(...known))})`;
};

/** KiB with one digit. */
export const kib = (bytes) => (bytes / 1024).toFixed(1);
