import { array, custom, type GenericSchema, lazy, optional, record, strictObject } from 'valibot';
import { nearestName } from './nearest-name.js';

type Entries = Readonly<Record<string, GenericSchema<unknown>>>;
type ValueOf<Schema> = Schema extends GenericSchema<infer Value> ? Value : never;
type Shape<Required extends Entries, Optional extends Entries> = { readonly [Key in keyof Required]: ValueOf<Required[Key]> } & {
  readonly [Key in keyof Optional]?: ValueOf<Optional[Key]> | undefined;
};

/** A value that passes a test; `fix` says what to write instead. */
const must = <Value>(test: (value: unknown) => boolean, fix: string): GenericSchema<Value> => custom<Value>(test, fix);

/** A text that fits a pattern or another test. */
export const text = (pattern: { test(value: string): boolean }, fix: string): GenericSchema<string> =>
  must((value) => typeof value === 'string' && pattern.test(value), fix);

/** A number of a range. */
export const between = (least: number, most: number): GenericSchema<number> =>
  must((value) => typeof value === 'number' && value >= least && value <= most, `write a number from ${least} to ${most}`);

/** One of some texts. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): GenericSchema<Value> =>
  must((value) => values.includes(value as Value), `write one of ${values.map((value) => `"${value}"`).join(', ')}`);

/** `true` or `false`. */
export const flag: GenericSchema<boolean> = must((value) => typeof value === 'boolean', 'write true or false');

/** An object whose inside is not checked here. */
export const opaque = <Value extends object>(fix: string): GenericSchema<Value> =>
  must((value) => typeof value === 'object' && value !== null, fix);

/** Shows a schema only the values of its kind; the others get the fix. */
const guarded = <Value>(test: (value: unknown) => boolean, fix: string, schema: GenericSchema<unknown>): GenericSchema<Value> => {
  const refused = must<Value>(() => false, fix);
  // The caller names the type that the schema gives: valibot's own types of generic entries are too deep to infer.
  return lazy((value) => (test(value) ? (schema as GenericSchema<Value>) : refused));
};

/** No list, map or date: they would pass for an object in which nothing is set. */
const isPlain = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';

/** A list that names nothing twice. */
export const list = <Value>(item: GenericSchema<Value>): GenericSchema<readonly Value[]> =>
  guarded((value) => Array.isArray(value) && new Set(value).size === value.length, 'write a list that names nothing twice', array(item));

/** An object with keys of one kind. */
export const table = <Value>(key: GenericSchema<string>, value: GenericSchema<Value>): GenericSchema<Readonly<Record<string, Value>>> =>
  guarded(isPlain, 'write an object', record(key, value));

/** An object with exactly these keys. The optional ones may be left out or `undefined`; for another key the nearest one is the fix. */
export const shape = <Required extends Entries, Optional extends Entries>(
  required: Required,
  others: Optional,
): GenericSchema<Shape<Required, Optional>> => {
  const entries: Record<string, GenericSchema<unknown>> = { ...required };
  for (const key in others) entries[key] = optional(others[key] as GenericSchema<unknown>);
  return guarded(
    isPlain,
    'write an object',
    strictObject(entries, ({ expected, input }) => {
      if (expected !== 'never') return 'add it';
      const nearest = nearestName(String(input), Object.keys(entries));
      return nearest === null ? 'remove it: there is nothing of this name' : `write "${nearest}"`;
    }),
  );
};
