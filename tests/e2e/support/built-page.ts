import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const buildAnew = async (folder: string): Promise<string> => {
  // Each worker its own: one would empty what the other serves.
  const outDir = fromRoot(`.cache/e2e/${process.env['TEST_PARALLEL_INDEX']}/${folder.replaceAll('/', '-')}`);
  const config = [folder, 'examples/react-vite'].map((place) => fromRoot(`${place}/vite.config.ts`)).find((path) => existsSync(path));
  if (config === undefined) throw new Error('There is no vite configuration');
  const before = process.env['NODE_ENV'];
  // Decides which React is taken; vite keeps a value that is there.
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

/** A worker runs one file after the other in one process: what was built for one is served to the next. */
const built = new Map<string, Promise<string>>();

/**
 * Builds a page into a folder of its own, with its own vite configuration or else that of the demo. An example's own build is left alone.
 * @param page.folder with the page's `index.html`, from the repository's root
 * @returns the folder of the built files
 */
export const buildPage = ({ folder }: { readonly folder: string }): Promise<string> => {
  const made = built.get(folder) ?? buildAnew(folder);
  built.set(folder, made);
  return made;
};
