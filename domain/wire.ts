import * as v from 'valibot';

/** Runs foreign code, or code over foreign data: its result, `undefined` where it throws. */
export const attempt = <Result>(run: () => Result): Result | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};

/** Reads a foreign value; `null` for one that does not fit. */
export const read = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> | null => {
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  return success ? output : null;
};

/** Reads JSON; `null` for a text that is none. */
export const readJson = (text: string): unknown => attempt(() => JSON.parse(text)) ?? null;

type Defined<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> };

/** An object whose output lacks the members that are `undefined`, as a type with exact optional members wants it. */
export const exactObject = <Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<unknown, Defined<v.InferOutput<v.ObjectSchema<Entries, undefined>>>> =>
  v.pipe(
    v.object(entries),
    // The entries that are left out are those that the type allows to be missing.
    v.transform((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never),
  );

/** The items of a list that fit. */
export const items = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list): v.InferOutput<Schema>[] =>
      list.flatMap((item) => {
        const result = v.safeParse(schema, item);
        return result.success ? [result.output] : [];
      }),
    ),
  );

/** The items of a list that fit; none of what is no list, or is not there. */
export const fittingItems = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(items(schema), []);

/** The members of a table that fit; none of what is no table. */
export const fittingEntries = <Schema extends v.GenericSchema>(schema: Schema) =>
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

/** What does not fit counts as left out. */
export const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);

/** `null` for what is left out, or does not fit. */
export const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.nullable(schema), null);

/** `true` alone counts as yes. */
export const flagSchema = v.fallback(
  v.pipe(
    v.unknown(),
    v.transform((value) => value === true),
  ),
  false,
);

/** Whether a foreign value has members that can be looked at, each of which is still to be checked. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The members of a foreign value, each of which is still to be checked; none of what is no object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
