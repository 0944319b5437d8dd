import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { SANDBOX_ROOT } from '../../build/sandbox-root.js';
import { type BundleFile, createBundle, type DocumentBundle, integrityOf, KEYS_SCRIPT, OPERATIONS } from './document-bundle.js';
import { type DocumentFiles, documentHtml } from './document-html.js';

/** Where the sources of a build are, for its tests. */
export interface DocumentSources {
  /** In the script of the frame and what it imports, without lazy chunks. */
  readonly frame: readonly string[];
  /** The same of the windows. */
  readonly window: readonly string[];
  /** In all scripts of the frame and the windows, with lazy chunks. */
  readonly documents: readonly string[];
  readonly operations: readonly string[];
  /** In the scripts of the documents of the keys. */
  readonly keys: readonly string[];
  readonly worker: readonly string[];
}

/** The files of the site's documents, and what they were made of. */
export interface BuiltDocuments {
  readonly bundle: DocumentBundle;
  readonly sources: DocumentSources;
}

/** Options of {@link buildDocumentsOf}. */
export interface DocumentBuildOptions {
  /** Folder of the `sandbox` workspace. Default: the one of this code. */
  readonly root?: string;
  /** A module that runs in the operations document before all others, as one that a dependency has planted. Default: none. */
  readonly plantedInOperations?: string;
  /** The same in the frame and the windows. Default: none. */
  readonly plantedInInterface?: string;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const TITLE = 'Wallet';

/** Nothing in it depends on the machine: no path outside of the repository, no time, no environment. */
const optionsOf = (root: string) => {
  const repository = join(root, '..');
  return {
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    // The hashes of names cover the paths of the sources, which are relative to this folder.
    absWorkingDir: repository,
    // The installed packages may be a link to another folder.
    preserveSymlinks: true,
    outdir: join(repository, 'out'),
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    // From its sources, so that no former build of the package is in it.
    alias: Object.fromEntries(['frame', 'server'].map((name) => [`latchkey/${name}`, join(repository, `composition/entry/${name}.ts`)])),
  } as const satisfies BuildOptions;
};

interface BuiltScripts {
  readonly files: readonly BundleFile[];
  readonly outputs: Metafile['outputs'];
}

const buildScripts = async (root: string, entries: readonly string[], options: BuildOptions): Promise<BuiltScripts> => {
  const shared = optionsOf(root);
  const { outputFiles = [], metafile } = await build({
    ...shared,
    ...options,
    write: false,
    metafile: true,
    entryPoints: entries.map((entry) => join(root, 'secure-site', entry)),
  });
  const files = outputFiles.map(({ path, contents }) => ({
    path: relative(shared.outdir, path),
    type: SCRIPT,
    body: Buffer.from(contents),
  }));
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => [relative('out', path), output] as const);
  return { files, outputs: Object.fromEntries(outputs) };
};

/** A script, what it imports, and what that imports, except for lazy chunks. */
const importedBy = ({ outputs }: BuiltScripts, path: string): readonly string[] => {
  const found = new Set<string>();
  const visit = (output: string): void => {
    found.add(output);
    for (const imported of outputs[output]?.imports ?? []) {
      const next = relative('out', imported.path);
      if (imported.kind === 'import-statement' && !found.has(next)) visit(next);
    }
  };
  visit(path);
  return [...found];
};

const sourcesOf = (scripts: BuiltScripts, path: string): readonly string[] =>
  importedBy(scripts, path).flatMap((each) => Object.keys(scripts.outputs[each]?.inputs ?? {}));

const allSourcesOf = ({ outputs }: BuiltScripts): readonly string[] => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));

/** Builds the documents: the same bytes from the same sources, wherever they are. */
export const buildDocumentsOf = async ({
  root = SANDBOX_ROOT,
  plantedInOperations,
  plantedInInterface,
}: DocumentBuildOptions = {}): Promise<BuiltDocuments> => {
  const pages = { format: 'esm', splitting: true } as const;
  const injected = (planted: string | undefined): { readonly inject: string[] } => ({ inject: planted === undefined ? [] : [planted] });
  const shown = { ...pages, ...injected(plantedInInterface) };
  const [frame, windows, operations, keys, worker, css] = await Promise.all([
    // Alone, so that it loads two files instead of ten. Browsers keep its cache apart from that of the windows anyway.
    buildScripts(root, ['documents/frame-page.ts'], shown),
    buildScripts(root, ['documents/window-page.ts', 'documents/device-page.ts', 'documents/social-page.ts'], shown),
    // Alone: no other document has the libraries of the chains.
    buildScripts(root, ['documents/operations-page.ts'], { ...pages, ...injected(plantedInOperations) }),
    // Alone, so that the origin of the keys has no file of another document.
    buildScripts(root, ['documents/keys-page.ts'], pages),
    // Alone, so that it shares no code with the documents, and a classic script, which imports nothing.
    buildScripts(root, ['keys/worker.ts', 'keys/window-worker.ts'], { format: 'iife' }),
    readFile(join(root, 'secure-site/documents/site.css')),
  ]);
  const style: BundleFile = { path: 'site.css', type: CSS, body: css };
  const document = (path: string, kind: DocumentFiles['kind'], scripts: BuiltScripts, entry: string): BundleFile => {
    const [, ...imports] = importedBy(scripts, entry);
    const integrity = Object.fromEntries([style, ...scripts.files].map((file) => [file.path, integrityOf(file.body)]));
    const html = documentHtml({ title: TITLE, kind, css: style.path, script: entry, imports, integrity });
    return { path, type: HTML, body: Buffer.from(html) };
  };
  const bundle = createBundle([
    document('sdk', 'frame', frame, 'frame-page.js'),
    document('window', 'window', windows, 'window-page.js'),
    document('dashboard', 'window', windows, 'window-page.js'),
    document('device', 'window', windows, 'device-page.js'),
    document('social', 'window', windows, 'social-page.js'),
    document(OPERATIONS, 'operations', operations, 'operations-page.js'),
    document('keys', 'keys', keys, KEYS_SCRIPT),
    document('window-keys', 'keys', keys, KEYS_SCRIPT),
    style,
    ...frame.files,
    ...windows.files,
    ...operations.files,
    ...keys.files,
    ...worker.files,
  ]);
  const sources: DocumentSources = {
    frame: sourcesOf(frame, 'frame-page.js'),
    window: sourcesOf(windows, 'window-page.js'),
    documents: [...allSourcesOf(frame), ...allSourcesOf(windows)],
    operations: allSourcesOf(operations),
    keys: allSourcesOf(keys),
    worker: allSourcesOf(worker),
  };
  return { bundle, sources };
};

let built: Promise<BuiltDocuments> | null = null;

/** Builds the documents, once for a process. */
export const buildDocuments = (): Promise<BuiltDocuments> => {
  built ??= buildDocumentsOf();
  return built;
};
