import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Bundles the TypeScript sources for Node, which takes a fraction of a second, and imports the result. The file is named by its content and
 * put in place in one step, so that several processes can start at once.
 * @returns {Promise<typeof import('../main.js')>}
 */
export const loadSandbox = async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'main.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const folder = join(root, '.cache');
  const file = join(folder, `sandbox-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, file);
  return import(pathToFileURL(file).href);
};
