import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.js';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/** One entry of the built package. */
export interface Entry {
  /** Import specifier, such as `latchkey/react`. */
  readonly specifier: string;
  /** `index`, `react` … */
  readonly name: string;
  /** Absolute path of the built module. */
  readonly module: string;
  /** Absolute path of its type definitions. */
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

/** Files of entries that are not built, which tests must not treat as empty. */
export const missing = (): readonly string[] => entries.flatMap(({ module, types }) => [module, types]).filter((path) => !existsSync(path));
