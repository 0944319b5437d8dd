import * as v from 'valibot';

/** Maximum number of items of a list or record from a peer. */
export const MAX_ITEMS = 1_000;

/** A list of strings from a peer. */
export const stringsSchema = v.pipe(v.array(v.string()), v.maxLength(MAX_ITEMS));

/** Some peers send `null` for missing members. */
export const nullishStrings = v.pipe(
  v.nullish(stringsSchema),
  v.transform((texts) => texts ?? undefined),
);
