// @ts-check
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Bundles the TypeScript sources for Node, in a fraction of a second, and imports the result. The temporary file is written into this
 * workspace, so that packages resolve from here.
 * @returns {Promise<typeof import('../main.js')>}
 */
export const loadSandbox = async () => {
  const folder = join(root, '.cache');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `sandbox-${process.pid}-${randomUUID()}.mjs`);
  try {
    await build({
      entryPoints: [join(root, 'main.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      sourcemap: 'inline',
      logLevel: 'silent',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
};
