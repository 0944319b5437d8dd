import { LatchkeyError } from '../errors/latchkey-error.js';

/** Pairs of adjacent letters, in lower case. */
const bigramsOf = (name: string): ReadonlySet<string> =>
  new Set(Array.from(name.toLowerCase(), (letter, index) => letter + name.charAt(index + 1).toLowerCase()));

/** Minimum similarity of a suggested name. */
const MIN_SIMILARITY = 0.55;

/**
 * Returns the name most similar to a mistyped one, case-insensitively, or `null`. Compares letter pairs (Sørensen–Dice coefficient).
 * @example closestName('chainImage', ['chainImages', 'tokens']) // 'chainImages'
 */
export const closestName = (mistyped: string, candidates: readonly string[]): string | null => {
  const mistypedBigrams = bigramsOf(mistyped);
  const similarity = (name: string): number => {
    const bigrams = bigramsOf(name);
    return (2 * [...bigrams].filter((bigram) => mistypedBigrams.has(bigram)).length) / (bigrams.size + mistypedBigrams.size);
  };
  const [nearest] = candidates.filter((name) => similarity(name) >= MIN_SIMILARITY).sort((a, b) => similarity(b) - similarity(a));
  return nearest ?? null;
};

/** Validates and returns a value. `field` is its path, used in errors. */
export type OptionSchema<Value> = (value: unknown, field: string) => Value;

/** An optional schema. A missing value is read as `otherwise`. */
export type WithDefault<Value> = OptionSchema<Value> & { readonly otherwise: unknown };

/** A schema as {@link object} reads it. */
type MemberSchema = OptionSchema<unknown> & { readonly otherwise?: unknown; readonly unreleased?: string };

type OptionSchemas = Readonly<Record<string, OptionSchema<unknown>>>;
type OutputOf<P> = P extends WithDefault<infer Value> ? Value : P extends OptionSchema<infer Value> ? Value | undefined : never;

/** Output of an object schema: required members, those with a default, and optional ones. */
type ObjectOutput<Required extends OptionSchemas, Others extends OptionSchemas> = {
  readonly [Key in keyof Required]: ReturnType<Required[Key]>;
} & { readonly [Key in keyof Others]: OutputOf<Others[Key]> };

/** Error of an invalid option. `field` is its path, `fix` the correction. */
export const invalidOption = (field: string, fix: string): LatchkeyError<'config/invalid-option'> =>
  new LatchkeyError('config/invalid-option', { field: field || 'options', fix });

/** A value that passes a test. */
const satisfying =
  <Value>(test: (value: unknown) => boolean, fix: string): OptionSchema<Value> =>
  (value, field) => {
    if (!test(value)) throw invalidOption(field, `use ${fix}`);
    // The test has checked the type.
    return value as Value;
  };

/** A string that matches a pattern or passes another test. */
export const text = (pattern: { test(value: string): boolean }, fix: string): OptionSchema<string> =>
  satisfying((value) => typeof value === 'string' && pattern.test(value), fix);

/** A number in a range. */
export const numberBetween = (least: number, most: number): OptionSchema<number> =>
  satisfying((value) => typeof value === 'number' && value >= least && value <= most, `a number from ${least} to ${most}`);

export const picklist = <const Value extends string | boolean>(...values: readonly Value[]): OptionSchema<Value> =>
  satisfying((value) => values.some((each) => each === value), values.map((value) => JSON.stringify(value)).join(' or '));

/** An object that is not validated further. */
export const opaque = <Value extends object>(fix: string): OptionSchema<Value> =>
  satisfying((value) => typeof value === 'object' && value !== null, fix);

/** Makes a schema optional with a default. */
export const withDefault = <Value>(schema: OptionSchema<Value>, otherwise: unknown): WithDefault<Value> =>
  Object.assign((value: unknown, field: string) => schema(value, field), { otherwise });

/**
 * Marks an option of a feature that is not released: a value that asks for the feature is rejected. `false`, `[]` and the default of a text
 * do not ask for it, nor does an option that the app omits, whatever its default.
 * @param feature subject of the sentence "… is not available yet"
 */
export const unreleased = <Schema extends OptionSchema<unknown>>(
  schema: Schema,
  feature: string,
): Schema & { readonly unreleased: string } =>
  // `bind` keeps the type of the call. The default is a member, which `bind` drops.
  Object.assign(schema.bind(null) as Schema, { ...schema, unreleased: feature });

const asksForFeature = (value: unknown, otherwise: unknown): boolean =>
  value === true || (value !== undefined && value !== false && value !== otherwise && !(Array.isArray(value) && value.length === 0));

/**
 * A list without duplicates.
 * @param example written in the fix of a value that is no list
 */
export const list =
  <Value>(item: OptionSchema<Value>, example?: string): OptionSchema<readonly Value[]> =>
  (value, field) => {
    const isList = Array.isArray(value);
    if (!isList || new Set(value).size !== value.length)
      throw invalidOption(field, isList || example === undefined ? 'use a list without duplicates' : `use a list such as ${example}`);
    return Array.from<unknown, Value>(value, (each, index) => item(each, `${field}[${index}]`));
  };

/** A list of some of the given names without duplicates. Default: all. */
export const orderOf = <const Name extends string>(...names: readonly Name[]): WithDefault<readonly Name[]> =>
  withDefault(list(picklist(...names)), names);

/** Excludes arrays, maps and dates, which would pass as empty objects. */
const objectSchema = (example?: string): OptionSchema<Readonly<Record<string, unknown>>> =>
  satisfying(
    (value) => Object.prototype.toString.call(value) === '[object Object]',
    example === undefined ? 'an object' : `an object such as ${example}`,
  );

/** The path of a member, in JavaScript notation. */
const pathOf = (field: string, key: string): string =>
  /^[a-z_$][\w$]*$/i.test(key) ? `${field}${field && '.'}${key}` : `${field}[${JSON.stringify(key)}]`;

/** An object with arbitrary keys of one schema. `example` is written in the fix of a value that is no object. */
export const record =
  <Value>(name: OptionSchema<string>, schema: OptionSchema<Value>, example?: string): OptionSchema<Readonly<Record<string, Value>>> =>
  (value, field) =>
    Object.fromEntries(
      Object.entries(objectSchema(example)(value, field)).map(([key, each]) => {
        const path = pathOf(field, key);
        return [name(key, path), schema(each, path)];
      }),
    );

/** Names beyond the schemas of an object that {@link object} suggests, and how it describes a value that is no object. */
export interface ObjectNames {
  /** Keys that the caller reads itself. */
  readonly otherKeys?: readonly string[];
  /** Names that other libraries use, each with ours. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Written in the fix of a value that is no object. */
  readonly example?: string;
}

/** An object with exactly these keys. `others` are optional. The error for an unknown key suggests the name to use, if there is one. */
export const object = <Required extends OptionSchemas, Others extends OptionSchemas>(
  required: Required,
  others: Others,
  { otherKeys = [], aliases = {}, example }: ObjectNames = {},
): OptionSchema<ObjectOutput<Required, Others>> => {
  const schemas: Readonly<Record<string, MemberSchema>> = { ...required, ...others };
  const check = objectSchema(example);
  return (value, field) => {
    const input = check(value, field);
    for (const key of Object.keys(input)) {
      if (Object.hasOwn(schemas, key)) continue;
      const name = Object.hasOwn(aliases, key) ? aliases[key] : closestName(key, [...Object.keys(schemas), ...otherKeys]);
      throw invalidOption(pathOf(field, key), name == null ? 'remove it: it is not a known option' : `use "${name}"`);
    }
    const entries = Object.entries(schemas).flatMap(([key, schema]) => {
      const given = input[key];
      const each = given === undefined ? schema.otherwise : given;
      if (each === undefined && !(key in required)) return [];
      const path = pathOf(field, key);
      const checked = schema(each, path);
      if (schema.unreleased !== undefined && asksForFeature(given, schema.otherwise))
        throw invalidOption(path, `remove it: ${schema.unreleased} is not available yet`);
      return [[key, checked]];
    });
    // Each member was validated by its own schema.
    return Object.fromEntries(entries) as ObjectOutput<Required, Others>;
  };
};

/** Makes an object schema optional. Its default consists of the members' defaults. */
export const withEmptyDefault = <Value>(schema: OptionSchema<Value>): WithDefault<Value> => withDefault(schema, {});
