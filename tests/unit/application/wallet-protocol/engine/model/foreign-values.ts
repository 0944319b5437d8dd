import fc from 'fast-check';
import { isObject } from '../../../../../../domain/wire.js';

/** Unexpected JSON values, with names of object members as own properties. */
const WEIRD: readonly string[] = [
  ...['null', 'true', '0', '-1', '0.5', '1e308', '9007199254740993', '""', '" "', '"x"', '"__proto__"', '"cosmos:hub"', '"cosmos:hub:a"'],
  ...['[]', '{}', '[null]', '["x"]', '[[]]', '{"x":1}', '{"toString":1}', '{"length":3}', '[{"__proto__":{"polluted":1}}]'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"prototype":{"polluted":1}}', '{"then":1}'],
  ...['{"code":"x","message":1}', '{"publicKey":"x"}', `"${'x'.repeat(3_000)}"`, '"\\u0000"', '"\\ud800"', '{"":{"":[]}}'],
];

/** A value to put in place of another one. */
export const weird: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WEIRD).map((text): unknown => JSON.parse(text)) },
  fc.jsonValue({ maxDepth: 3 }),
);

type Path = readonly string[];

/** Paths to all members of a value, including itself. */
const pathsOf = (value: unknown): readonly Path[] => [
  [],
  ...(isObject(value) ? Object.entries(value).flatMap(([key, member]) => pathsOf(member).map((path) => [key, ...path])) : []),
];

/** Sets an own property, whatever its name. */
const withMember = (object: object, key: string, value: unknown): unknown => {
  const copy: unknown = Array.isArray(object) ? [...object] : { ...object };
  return Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
};

const replaced = (value: unknown, [key, ...rest]: Path, by: unknown): unknown => {
  if (key === undefined) return by;
  // The path contains objects only.
  return isObject(value) ? withMember(value, key, replaced(value[key], rest, by)) : by;
};

/** The value with one replaced or additional member. */
export const malformed = (value: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...pathsOf(value)), fc.constantFrom(null, '__proto__', 'constructor', 'x'), weird).map(([path, more, by]) => {
    const at = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
    return more !== null && isObject(at) && !Array.isArray(at)
      ? replaced(value, path, withMember(at, more, by))
      : replaced(value, path, by);
  });
