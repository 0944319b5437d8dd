import * as v from 'valibot';

/** A text or a number of JSON. */
const ATOM = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Whole numbers with at least so many digits may not fit into a number without a loss. */
const LONG = /^-?\d{16,}$/;

/**
 * Parses JSON, with whole numbers of 16 digits and more as texts: an account may hold more lamports than a number can say.
 * @throws SyntaxError for a text that is no JSON
 */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(ATOM, (atom) => (LONG.test(atom) ? `"${atom}"` : atom)));

/** A whole number, or one that {@link parseJson} kept as a text. */
export const wholeNumberSchema = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^-?\d+$/))]),
  v.transform((value) => BigInt(value)),
);

/** An amount: a whole number that is not below zero. */
export const amountSchema = v.pipe(wholeNumberSchema, v.minValue(0n));

/** Reads a whole number. @throws Error for anything else */
export const toBigInt = (value: unknown): bigint => v.parse(wholeNumberSchema, value);

/** Reads an amount. @throws Error for anything else */
export const toAmount = (value: unknown): bigint => v.parse(amountSchema, value);
