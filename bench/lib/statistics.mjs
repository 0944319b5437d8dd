/** Median; `null` for no numbers. */
export const median = (numbers) => {
  const sorted = numbers.filter((number) => number !== null && number !== undefined).sort((one, other) => one - other);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** `median (least–most)` with the given digits; a dash without measurements. */
export const spread = (numbers, digits = 0) => {
  const measured = numbers.filter((number) => number !== null && number !== undefined);
  if (measured.length === 0) return '–';
  const show = (number) => number.toFixed(digits);
  return `${show(median(measured))} (${show(Math.min(...measured))}–${show(Math.max(...measured))})`;
};

/** KiB with one digit. */
export const kib = (bytes) => (bytes / 1024).toFixed(1);
