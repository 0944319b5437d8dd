import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const runBuild = async (folder: string): Promise<string> => {
  // One folder per worker, because a build empties its folder.
  const outDir = fromRoot(`.cache/e2e/${process.env['TEST_PARALLEL_INDEX']}/${folder.replaceAll('/', '-')}`);
  const config = [folder, 'examples/react-vite'].map((path) => fromRoot(`${path}/vite.config.ts`)).find((path) => existsSync(path));
  if (config === undefined) throw new Error('No vite configuration');
  const before = process.env['NODE_ENV'];
  // Selects React's production build. Vite keeps an existing value.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root: fromRoot(folder),
      configFile: config,
      mode: 'production',
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  return outDir;
};

/** Builds by folder. A worker runs all its files in one process, so that they share builds. */
const built = new Map<string, Promise<string>>();

/**
 * Builds a page into a separate folder, with its own Vite configuration or the demo's.
 * @param page.folder folder of the page's `index.html`, relative to the repository's root
 * @returns the output folder
 */
export const buildPage = ({ folder }: { readonly folder: string }): Promise<string> => {
  const output = built.get(folder) ?? runBuild(folder);
  built.set(folder, output);
  return output;
};
