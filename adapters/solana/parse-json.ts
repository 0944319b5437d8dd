/** A text or a number of JSON. */
const ATOM = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Whole numbers with at least so many digits may not fit into a number without a loss. */
const LONG = /^-?\d{16,}$/;

/**
 * Parses JSON, with whole numbers of 16 digits and more as texts: an account may hold more lamports than a number can say.
 * @throws SyntaxError for a text that is no JSON
 */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(ATOM, (atom) => (LONG.test(atom) ? `"${atom}"` : atom)));

/** Reads a whole number, or one that {@link parseJson} kept as a text. @throws Error for anything else */
export const toBigInt = (value: unknown): bigint => {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^-?\d+$/.test(value);
  if (!isWhole) throw new Error('The node gave no whole number');
  // Checked the line above.
  return BigInt(value as number | string);
};

/** Reads an amount: a whole number that is not below zero. @throws Error for anything else */
export const toAmount = (value: unknown): bigint => {
  const amount = toBigInt(value);
  if (amount < 0n) throw new Error('The node gave an amount below zero');
  return amount;
};
