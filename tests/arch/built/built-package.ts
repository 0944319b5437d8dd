import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.js';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/** One entry of the built package. */
export interface Entry {
  /** What a host writes: `latchkey/react`. */
  readonly specifier: string;
  /** `index`, `react` … */
  readonly name: string;
  /** The built module, absolute. */
  readonly module: string;
  /** Its type definitions, absolute. */
  readonly types: string;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** The entries that package.json exports. */
export const entries: readonly Entry[] = Object.entries(manifest.exports).flatMap(([key, targets]) => {
  if (typeof targets === 'string') return [];
  const module = join(root, targets.default);
  return [
    {
      specifier: key.replace('.', manifest.name),
      name: key === '.' ? 'index' : key.slice(2),
      module,
      types: join(root, targets.types),
    },
  ];
});

/** Entries that are not built, which a test may not take for empty ones. */
export const missing = (): readonly string[] => entries.flatMap(({ module, types }) => [module, types]).filter((path) => !existsSync(path));
