import { array, custom, type GenericSchema, lazy, type OptionalSchema, optional, record, strictObject } from 'valibot';
import { nearestName } from './nearest-name.js';

/** A part that may be left out, with what it is then. */
type WithDefault<Value> = OptionalSchema<GenericSchema<Value>, Value>;
type Part = GenericSchema<unknown> | WithDefault<unknown>;
type Parts = Readonly<Record<string, Part>>;
type OutputOf<P> = P extends WithDefault<infer Value> ? Value : P extends GenericSchema<infer Value> ? Value | undefined : never;

/** What a shape gives: the required parts, those with a default, and the others or `undefined`. */
type Shape<Required extends Parts, Others extends Parts> = {
  readonly [Key in keyof Required]: Required[Key] extends GenericSchema<infer Value> ? Value : never;
} & { readonly [Key in keyof Others]: OutputOf<Others[Key]> };

/** A value that passes a test. The message is the fix: what to write instead. */
const must = <Value>(test: (value: unknown) => boolean, fix: string): GenericSchema<Value> => custom<Value>(test, `write ${fix}`);

/** A text that fits a pattern or another test. */
export const text = (pattern: { test(value: string): boolean }, fix: string): GenericSchema<string> =>
  must((value) => typeof value === 'string' && pattern.test(value), fix);

/** A number of a range. */
export const between = (least: number, most: number): GenericSchema<number> =>
  must((value) => typeof value === 'number' && value >= least && value <= most, `a number from ${least} to ${most}`);

/** One of some texts. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): GenericSchema<Value> =>
  must((value) => values.includes(value as Value), values.map((value) => `"${value}"`).join(' or '));

const flag = must<boolean>((value) => typeof value === 'boolean', 'true or false');
/** `true` or `false`, default `true`. */
export const on: WithDefault<boolean> = optional(flag, true);
/** `true` or `false`, default `false`. */
export const off: WithDefault<boolean> = optional(flag, false);

/** A part that may be left out, and what it is then. */
export const or = <Value>(part: GenericSchema<Value>, otherwise: Value): WithDefault<Value> => optional(part, otherwise);

/** An object whose inside is not checked here. */
export const opaque = <Value extends object>(fix: string): GenericSchema<Value> =>
  must((value) => typeof value === 'object' && value !== null, fix);

/** Shows a part only the values of its kind; the others get the fix. */
const guarded = <Value>(test: (value: unknown) => boolean, fix: string, part: GenericSchema<unknown>): GenericSchema<Value> => {
  const refused = must<Value>(() => false, fix);
  // The caller names the type that the part gives: valibot's own types of generic entries are too deep to infer.
  return lazy((value) => (test(value) ? (part as GenericSchema<Value>) : refused));
};

/** No list, map or date: they would pass for an object in which nothing is set. */
const isPlain = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';

/** A list that names nothing twice. */
export const list = <Value>(item: GenericSchema<Value>): GenericSchema<readonly Value[]> =>
  guarded((value) => Array.isArray(value) && new Set(value).size === value.length, 'a list that names nothing twice', array(item));

/** A list of some of the given names, each at most once; all of them by default. */
export const order = <const Name extends string>(...names: readonly Name[]): WithDefault<readonly Name[]> =>
  or(list(oneOf(...names)), names);

/** An object with keys of one kind. */
export const table = <Value>(key: GenericSchema<string>, value: GenericSchema<Value>): GenericSchema<Readonly<Record<string, Value>>> =>
  guarded(isPlain, 'an object', record(key, value));

/**
 * An object with exactly these keys. The others may be left out or `undefined`; for a key that is neither, the nearest
 * name is the fix, also of those that somebody else reads.
 */
export const shape = <Required extends Parts, Others extends Parts>(
  required: Required,
  others: Others,
  readElsewhere: readonly string[] = [],
): GenericSchema<Shape<Required, Others>> => {
  const entries: Record<string, Part> = { ...required };
  for (const [key, part] of Object.entries(others)) entries[key] = part.type === 'optional' ? part : optional(part);
  return guarded(
    isPlain,
    'an object',
    strictObject(entries, ({ expected, input }) => {
      if (expected !== 'never') return 'add it';
      const nearest = nearestName(String(input), [...Object.keys(entries), ...readElsewhere]);
      return nearest === null ? 'remove it: there is nothing of this name' : `write "${nearest}"`;
    }),
  );
};

/** A shape that may be left out: the defaults of its parts make it up. */
export const filled = <Value>(part: GenericSchema<Value>): WithDefault<Value> => optional(part, {} as Value);
