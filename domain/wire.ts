import {
  array,
  fallback,
  type GenericSchema,
  type InferOutput,
  type ObjectEntries,
  type ObjectSchema,
  object,
  optional,
  pipe,
  record,
  safeParse,
  string,
  transform,
  unknown,
} from 'valibot';

/** Reads a foreign value; `null` for one that does not fit. */
export const read = <Schema extends GenericSchema>(schema: Schema, value: unknown): InferOutput<Schema> | null => {
  const { success, output } = safeParse(schema, value, { abortEarly: true });
  return success ? output : null;
};

/** Reads JSON; `null` for a text that is none. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

type Defined<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> };

/** An object whose output lacks the members that are `undefined`, as a type with exact optional members wants it. */
export const exactObject = <Entries extends ObjectEntries>(
  entries: Entries,
): GenericSchema<unknown, Defined<InferOutput<ObjectSchema<Entries, undefined>>>> =>
  pipe(
    object(entries),
    // The entries that are left out are those that the type allows to be missing.
    transform((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never),
  );

/** The items of a list that fit. */
export const items = <Schema extends GenericSchema>(schema: Schema) =>
  pipe(
    array(unknown()),
    transform((list): InferOutput<Schema>[] =>
      list.flatMap((item) => {
        const result = safeParse(schema, item);
        return result.success ? [result.output] : [];
      }),
    ),
  );

/** The items of a list that fit; none of what is no list, or is not there. */
export const fittingItems = <Schema extends GenericSchema>(schema: Schema) => fallback(items(schema), []);

/** The members of a table that fit; none of what is no table. */
export const fittingEntries = <Schema extends GenericSchema>(schema: Schema) =>
  fallback(
    pipe(
      record(string(), unknown()),
      transform(
        (table): Record<string, InferOutput<Schema>> =>
          Object.fromEntries(
            Object.entries(table).flatMap(([name, member]) => {
              const result = safeParse(schema, member);
              return result.success ? [[name, result.output]] : [];
            }),
          ),
      ),
    ),
    {},
  );

/** What does not fit counts as left out. */
export const lenient = <Schema extends GenericSchema>(schema: Schema) => fallback(optional(schema), undefined);

/** `true` alone counts as yes. */
export const flagSchema = fallback(
  pipe(
    unknown(),
    transform((value) => value === true),
  ),
  false,
);

/** Whether a foreign value has members that can be looked at, each of which is still to be checked. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The members of a foreign value, each of which is still to be checked; none of what is no object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
