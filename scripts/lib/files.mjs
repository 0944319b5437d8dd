import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './root.mjs';

/** Folders of generated files. */
const GENERATED = new Set(['node_modules', 'dist', '.cache', 'test-results', 'playwright-report']);

/** Lists all files in a folder of the repository, as sorted paths relative to `base` with forward slashes. */
export const listFiles = (folder, base = root) => {
  const start = join(base, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .flatMap((entry) => {
      const path = relative(base, join(start, entry.name)).split(sep).join('/');
      if (entry.isDirectory()) return GENERATED.has(entry.name) ? [] : listFiles(path, base);
      return entry.isFile() ? [path] : [];
    })
    .sort();
};

/** Hashes the names and contents of files of the repository. */
export const hashFiles = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
};
