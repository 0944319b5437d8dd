import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** What to build, and with which React. */
export interface PageToBuild {
  /** Folder with the page's `index.html`, from the repository's root. */
  readonly folder: string;
  /** `development` brings the React that runs StrictMode's second effects and warns. */
  readonly mode: 'development' | 'production';
}

/**
 * Builds a page with the vite configuration of the example, into a folder of its own. The example's own build is left alone.
 * @returns the folder of the built files
 */
export const buildPage = async ({ folder, mode }: PageToBuild): Promise<string> => {
  const outDir = fromRoot(`.cache/e2e/${folder.replaceAll('/', '-')}-${mode}`);
  const before = process.env['NODE_ENV'];
  // Decides which React is taken; vite keeps a value that is there.
  process.env['NODE_ENV'] = mode;
  try {
    await build({
      root: fromRoot(folder),
      configFile: fromRoot('examples/react-vite/vite.config.ts'),
      mode,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, minify: mode === 'production' },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  return outDir;
};
