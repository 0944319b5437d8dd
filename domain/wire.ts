import * as v from 'valibot';

/** Calls `run` and returns its result, or `undefined` if it throws. */
export const attempt = <Result>(run: () => Result): Result | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Parses an untrusted value; `null` if it does not match the schema. */
export const parseOrNull = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> | null => {
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  return success ? output : null;
};

/** Parses JSON; `null` for invalid JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text)) ?? null;

type Defined<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> };

/** An object schema that drops `undefined` members from its output, as `exactOptionalPropertyTypes` requires. */
export const exactObject = <Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<unknown, Defined<v.InferOutput<v.ObjectSchema<Entries, undefined>>>> =>
  v.pipe(
    v.object(entries),
    // Only members whose type allows `undefined` are dropped.
    v.transform((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never),
  );

/** An array schema that drops invalid items. */
export const filteredArray = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list): v.InferOutput<Schema>[] =>
      list.flatMap((item) => {
        const result = v.safeParse(schema, item);
        return result.success ? [result.output] : [];
      }),
    ),
  );

/** An array schema that drops invalid items; empty if the value is missing or not an array. */
export const filteredArrayOrEmpty = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(filteredArray(schema), []);

/** A record schema that drops invalid members; empty if the value is not an object. */
export const filteredRecord = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform(
        (table): Record<string, v.InferOutput<Schema>> =>
          Object.fromEntries(
            Object.entries(table).flatMap(([name, member]) => {
              const result = v.safeParse(schema, member);
              return result.success ? [[name, result.output]] : [];
            }),
          ),
      ),
    ),
    {},
  );

/** An optional schema that reads an invalid value as `undefined`. */
export const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

/** A nullable schema that reads a missing or invalid value as `null`. */
export const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.nullable(schema), null);

const MAX_CURSOR_LENGTH = 4_096;

/** Cursor of the next page; `null` after the last one. A longer one is an invalid reply: without it, the list would end there. */
export const cursorSchema = v.pipe(
  v.nullish(v.pipe(v.string(), v.maxLength(MAX_CURSOR_LENGTH)), null),
  v.transform((cursor) => (cursor === '' ? null : cursor)),
);

/** Reads `true` as `true` and everything else as `false`. */
export const flagSchema = v.fallback(
  v.pipe(
    v.unknown(),
    v.transform((value) => value === true),
  ),
  false,
);

/** Tests for an object. Its members are unchecked. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The unchecked members of an untrusted value; empty if it is not an object. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
