type KeysOf<Part> = Part extends object ? keyof Part : never;

/** Keys that more than one record of a list has. */
export type DuplicateKeys<Parts extends readonly object[]> = Parts extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? (keyof First & KeysOf<Rest[number]>) | DuplicateKeys<Rest>
  : never;

/** What a list must be besides: anything, unless a key comes twice; then the compile error names it. */
export type WithoutDuplicates<Parts extends readonly object[]> = [DuplicateKeys<Parts>] extends [never]
  ? unknown
  : { readonly duplicate: DuplicateKeys<Parts> };

type Join<Parts extends readonly object[]> = Parts extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & Join<Rest>
  : unknown;

/** Joins records that have no key in common. One that comes twice is a compile error. */
export const joinDisjoint = <Parts extends readonly object[]>(...parts: Parts & WithoutDuplicates<Parts>): Join<Parts> =>
  Object.assign({}, ...parts);
