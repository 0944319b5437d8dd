/** How deep slices are compared: the slice itself, and the lists or records in it. */
const DEPTH = 2;

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
};

const same = (a: unknown, b: unknown, depth: number): boolean => {
  if (Object.is(a, b)) return true;
  if (depth === 0 || !isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const before = Object.entries(a);
  const after = new Map(Object.entries(b));
  return before.length === after.size && before.every(([key, value]) => after.has(key) && same(value, after.get(key), depth - 1));
};

/** Whether two slices of the state say the same, so that the older one can stay and nothing renders again. */
export const sameSlice = (a: unknown, b: unknown): boolean => same(a, b, DEPTH);
