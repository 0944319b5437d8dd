import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Layers that use options. The domain only validates them. */
const LAYERS = ['application', 'adapters', 'presentation', 'composition'];

const sources: readonly { readonly path: string; readonly text: string }[] = LAYERS.flatMap((layer) =>
  readdirSync(layer, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.fake.ts'))
    .map((path) => ({ path: join(layer, path), text: readFileSync(join(layer, path), 'utf8') })),
);

/** Destructuring patterns that read options. */
const DESTRUCTURED = [
  /\{([^{}]*)\}\s*=\s*(?:useOptions\(\)|[\w.#]*\boptions(?:\.current)?|[\w.#]*\bcurrent|[\w.#]*\bfeatures)\s*[;,)]/g,
  /\b(?:current|features):\s*\{([^{}]*)\}/g,
  /\{([^{}]*)\}:\s*(?:Pick<)?Options\b/g,
];

/** Returns the files that read an option or feature. */
export const readersOf = (name: string): readonly string[] => {
  const dotted = new RegExp(`\\b(?:options|current|features)\\??\\.${name}\\b`);
  const word = new RegExp(`\\b${name}\\b`);
  const isRead = (text: string): boolean =>
    dotted.test(text) || DESTRUCTURED.some((pattern) => [...text.matchAll(pattern)].some(([, inside = '']) => word.test(inside)));
  return sources.filter(({ text }) => isRead(text)).map(({ path }) => path);
};
