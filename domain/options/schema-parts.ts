import { LatchkeyError } from '../errors/latchkey-error.js';

/** Each letter with the one after it, in lower case. */
const pairsOf = (name: string): ReadonlySet<string> =>
  new Set(Array.from(name.toLowerCase(), (letter, index) => letter + name.charAt(index + 1).toLowerCase()));

/** Less alike than this, a name is another name. */
const ALIKE = 0.5;

/**
 * The known name that a mistyped one most likely means, `null` when none is alike: measured by the letter pairs that
 * both have (Sørensen–Dice coefficient), without regard to letter case.
 * @example nearestName('chainImage', ['chainImages', 'tokens']) // 'chainImages'
 */
export const nearestName = (mistyped: string, known: readonly string[]): string | null => {
  const wanted = pairsOf(mistyped);
  const likeness = (name: string): number => {
    const pairs = pairsOf(name);
    return (2 * [...pairs].filter((pair) => wanted.has(pair)).length) / (pairs.size + wanted.size);
  };
  const [nearest] = known.filter((name) => likeness(name) >= ALIKE).sort((a, b) => likeness(b) - likeness(a));
  return nearest ?? null;
};

/** Reads a value of one kind. `field` is where it stands, for the error. */
export type Part<Value> = (value: unknown, field: string) => Value;

/** A part that may be left out: then it reads `otherwise` instead. */
export type WithDefault<Value> = Part<Value> & { readonly otherwise: unknown };

type Parts = Readonly<Record<string, Part<unknown>>>;
type OutputOf<P> = P extends WithDefault<infer Value> ? Value : P extends Part<infer Value> ? Value | undefined : never;

/** What a shape gives: the required parts, those with a default, and the others or `undefined`. */
type Shape<Required extends Parts, Others extends Parts> = {
  readonly [Key in keyof Required]: ReturnType<Required[Key]>;
} & { readonly [Key in keyof Others]: OutputOf<Others[Key]> };

/** The error about a wrong option. `field` is its path, `fix` what to write instead. */
export const invalidOption = (field: string, fix: string): LatchkeyError<'config/invalid-option'> =>
  new LatchkeyError('config/invalid-option', { field: field || 'options', fix });

/** A value that passes a test. */
const must =
  <Value>(test: (value: unknown) => boolean, fix: string): Part<Value> =>
  (value, field) => {
    if (!test(value)) throw invalidOption(field, `write ${fix}`);
    // The test has just said so.
    return value as Value;
  };

/** A text that fits a pattern or another test. */
export const text = (pattern: { test(value: string): boolean }, fix: string): Part<string> =>
  must((value) => typeof value === 'string' && pattern.test(value), fix);

/** A number of a range. */
export const between = (least: number, most: number): Part<number> =>
  must((value) => typeof value === 'number' && value >= least && value <= most, `a number from ${least} to ${most}`);

/** One of some values. */
export const oneOf = <const Value extends string | boolean>(...values: readonly Value[]): Part<Value> =>
  must((value) => values.some((each) => each === value), values.map((value) => JSON.stringify(value)).join(' or '));

/** An object whose inside is not checked here. */
export const opaque = <Value extends object>(fix: string): Part<Value> => must((value) => typeof value === 'object' && value !== null, fix);

/** A part that may be left out, and what is read then. */
export const or = <Value>(part: Part<Value>, otherwise: unknown): WithDefault<Value> =>
  Object.assign((value: unknown, field: string) => part(value, field), { otherwise });

const isList: Part<readonly unknown[]> = must(
  (value) => Array.isArray(value) && new Set(value).size === value.length,
  'a list that names nothing twice',
);

/** A list that names nothing twice. */
export const list =
  <Value>(item: Part<Value>): Part<readonly Value[]> =>
  (value, field) =>
    Array.from(isList(value, field), (each, index) => item(each, `${field}[${index}]`));

/** A list of some of the given names, each at most once; all of them by default. */
export const order = <const Name extends string>(...names: readonly Name[]): WithDefault<readonly Name[]> =>
  or(list(oneOf(...names)), names);

/** No list, map or date: they would pass for an object in which nothing is set. */
const isObject: Part<Readonly<Record<string, unknown>>> = must(
  (value) => Object.prototype.toString.call(value) === '[object Object]',
  'an object',
);

/** The way to a member as one would write it. */
const member = (field: string, key: string): string =>
  /^[a-z_$][\w$]*$/i.test(key) ? `${field}${field && '.'}${key}` : `${field}[${JSON.stringify(key)}]`;

/** An object with keys of one kind. */
export const table =
  <Value>(name: Part<string>, part: Part<Value>): Part<Readonly<Record<string, Value>>> =>
  (value, field) =>
    Object.fromEntries(
      Object.entries(isObject(value, field)).map(([key, each]) => {
        const at = member(field, key);
        return [name(key, at), part(each, at)];
      }),
    );

/**
 * An object with exactly these keys. The others may be left out or `undefined`; for a key that is neither, the nearest
 * name is the fix, also of those that somebody else reads.
 */
export const shape = <Required extends Parts, Others extends Parts>(
  required: Required,
  others: Others,
  readElsewhere: readonly string[] = [],
): Part<Shape<Required, Others>> => {
  const parts: Readonly<Record<string, Part<unknown> & { readonly otherwise?: unknown }>> = { ...required, ...others };
  return (value, field) => {
    const given = isObject(value, field);
    for (const key of Object.keys(given)) {
      if (Object.hasOwn(parts, key)) continue;
      const nearest = nearestName(key, [...Object.keys(parts), ...readElsewhere]);
      throw invalidOption(member(field, key), nearest === null ? 'remove it: there is nothing of this name' : `write "${nearest}"`);
    }
    const read = Object.entries(parts).flatMap(([key, part]) => {
      const each = given[key] === undefined ? part.otherwise : given[key];
      return each === undefined && !(key in required) ? [] : [[key, part(each, member(field, key))]];
    });
    // Each key holds what its own part gave.
    return Object.fromEntries(read) as Shape<Required, Others>;
  };
};

/** A shape that may be left out: the defaults of its parts make it up. */
export const filled = <Value>(part: Part<Value>): WithDefault<Value> => or(part, {});
