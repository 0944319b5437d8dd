import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { memoryStore } from '../../../../server/memory-store.js';
import type { createSignInHandler } from '../../../../server/sign-in-handler.js';

/** A change of the verifier's source: file, text that is in it once, and another text for it. */
export type Edit = readonly [file: string, text: string, by: string];

/** What the changed source exports. */
interface Server {
  readonly createSignInHandler: typeof createSignInHandler;
  readonly memoryStore: typeof memoryStore;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
// Not `import`, for which vitest would transform each of the built files.
const require = createRequire(import.meta.url);
const folder = join(root, '.cache/sign-in-checks');

const editing = (edits: readonly Edit[]): Plugin => ({
  name: 'edit',
  setup: ({ onLoad }) => {
    for (const file of new Set(edits.map(([name]) => name)))
      onLoad({ filter: new RegExp(`[\\\\/]${file.replace(/[.]/g, '\\.').replaceAll('/', '[\\\\/]')}$`) }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const [, text, by] of edits.filter(([name]) => name === file)) {
          if (contents.split(text).length !== 2) throw new Error(`${file} has not once: ${text}`);
          contents = contents.replace(text, () => by);
        }
        return { contents, loader: 'ts' };
      });
  },
});

/** Loads the server with a changed source. @param name of the file that is built */
export const loadEdited = async (name: string, edits: readonly Edit[]): Promise<Server> => {
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${name}.cjs`);
  await build({
    stdin: { contents: "export * from './server/sign-in-handler.ts'; export * from './server/memory-store.ts';", resolveDir: root },
    bundle: true,
    format: 'cjs',
    packages: 'external',
    logLevel: 'silent',
    plugins: [editing(edits)],
    outfile,
  });
  // The module exports what it is built of.
  return require(outfile) as Server;
};
