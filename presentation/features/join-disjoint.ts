type KeysOf<Item> = Item extends object ? keyof Item : never;

/** Keys that more than one record of a list has. */
export type DuplicateKeys<Records extends readonly object[]> = Records extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? (keyof First & KeysOf<Rest[number]>) | DuplicateKeys<Rest>
  : never;

/** Constrains a list to records without duplicate keys; the compile error names a duplicate. */
export type WithoutDuplicates<Records extends readonly object[]> = [DuplicateKeys<Records>] extends [never]
  ? unknown
  : { readonly duplicate: DuplicateKeys<Records> };

type Join<Records extends readonly object[]> = Records extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & Join<Rest>
  : unknown;

/** Joins records without common keys. A duplicate key is a compile error. */
export const joinDisjoint = <Records extends readonly object[]>(...records: Records & WithoutDuplicates<Records>): Join<Records> =>
  Object.assign({}, ...records);
