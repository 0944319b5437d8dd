import * as v from 'valibot';

/** A JSON string or number. */
const ATOM = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Integers with this many digits may exceed the safe integer range. */
const LONG = /^-?\d{16,}$/;

/**
 * Parses JSON, keeping integers of 16 or more digits as strings: an account may hold more lamports than a number can represent.
 * @throws SyntaxError for invalid JSON
 */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(ATOM, (atom) => (LONG.test(atom) ? `"${atom}"` : atom)));

/** An integer, possibly kept as a string by {@link parseJson}. */
export const wholeNumberSchema = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^-?\d+$/))]),
  v.transform((value) => BigInt(value)),
);

/** A non-negative integer. */
export const amountSchema = v.pipe(wholeNumberSchema, v.minValue(0n));

/** Reads an integer. @throws Error for anything else */
export const toBigInt = (value: unknown): bigint => v.parse(wholeNumberSchema, value);

/** Reads an amount. @throws Error for anything else */
export const toAmount = (value: unknown): bigint => v.parse(amountSchema, value);
