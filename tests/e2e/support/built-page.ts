import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** What to build, and with which React. */
export interface PageToBuild {
  /** Folder with the page's `index.html`, from the repository's root. */
  readonly folder: string;
  /** `development` brings the React that runs StrictMode's second effects and warns. */
  readonly mode: 'development' | 'production';
  /** Every root of React is in StrictMode, also the modal's own. Default: only what the page itself puts there. */
  readonly strictRoots?: boolean;
}

const STRICT_REACT_DOM = fromRoot('tests/e2e/pages/strict-roots/react-dom-client.ts');

/** Gives the page, and the package in it, a `react-dom/client` whose roots are strict. */
const strictRootsPlugin: Plugin = {
  name: 'strict-roots',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'react-dom/client' && importer !== STRICT_REACT_DOM ? STRICT_REACT_DOM : null),
};

/**
 * Builds a page into a folder of its own, with its own vite configuration or else that of the demo. An example's own build is left alone.
 * @returns the folder of the built files
 */
export const buildPage = async ({ folder, mode, strictRoots = false }: PageToBuild): Promise<string> => {
  // Each worker its own: one would empty what the other serves.
  const outDir = fromRoot(
    `.cache/e2e/${process.env['TEST_PARALLEL_INDEX']}/${folder.replaceAll('/', '-')}-${mode}${strictRoots ? '-strict' : ''}`,
  );
  const config = [folder, 'examples/react-vite'].map((place) => fromRoot(`${place}/vite.config.ts`)).find((path) => existsSync(path));
  if (config === undefined) throw new Error('There is no vite configuration');
  const before = process.env['NODE_ENV'];
  // Decides which React is taken; vite keeps a value that is there.
  process.env['NODE_ENV'] = mode;
  try {
    await build({
      root: fromRoot(folder),
      configFile: config,
      mode,
      logLevel: 'error',
      plugins: strictRoots ? [strictRootsPlugin] : [],
      build: { outDir, emptyOutDir: true, minify: mode === 'production' },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  return outDir;
};
