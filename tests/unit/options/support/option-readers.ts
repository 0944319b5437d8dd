import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Floors that act on options. The domain only checks them, and gets them as plain arguments. */
const FLOORS = ['application', 'adapters', 'presentation', 'composition'];

const sources: readonly { readonly path: string; readonly text: string }[] = FLOORS.flatMap((floor) =>
  readdirSync(floor, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.fake.ts'))
    .map((path) => ({ path: join(floor, path), text: readFileSync(join(floor, path), 'utf8') })),
);

/** What is taken out of the options by destructuring. */
const DESTRUCTURED = [
  /\{([^{}]*)\}\s*=\s*(?:useOptions\(\)|[\w.#]*\boptions(?:\.current)?|[\w.#]*\bcurrent|[\w.#]*\bfeatures)\s*[;,)]/g,
  /\b(?:current|features):\s*\{([^{}]*)\}/g,
  /\{([^{}]*)\}:\s*(?:Pick<)?Options\b/g,
];

/** The files that read an option or a feature. */
export const readersOf = (name: string): readonly string[] => {
  const dotted = new RegExp(`\\b(?:options|current|features)\\??\\.${name}\\b`);
  const word = new RegExp(`\\b${name}\\b`);
  const isRead = (text: string): boolean =>
    dotted.test(text) || DESTRUCTURED.some((pattern) => [...text.matchAll(pattern)].some(([, inside = '']) => word.test(inside)));
  return sources.filter(({ text }) => isRead(text)).map(({ path }) => path);
};
