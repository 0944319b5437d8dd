import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { SANDBOX_ROOT } from '../../build/sandbox-root.js';

/** A script or a style sheet, whose name has a hash of its content. */
export interface DocumentAsset {
  readonly type: string;
  readonly body: string;
}

/** The script of a document. */
export interface DocumentScript {
  readonly path: string;
  /** Paths of the scripts that it imports, so that the browser loads them at once. */
  readonly imports: readonly string[];
  /** Source files in it and in what it imports, without lazy chunks. */
  readonly sources: readonly string[];
}

/** The scripts and the style sheet of the site's documents. */
export interface DocumentAssets {
  /** By path. */
  readonly files: ReadonlyMap<string, DocumentAsset>;
  readonly frame: DocumentScript;
  readonly window: DocumentScript;
  readonly device: DocumentScript;
  readonly social: DocumentScript;
  /** Path of the worker's script of frames. */
  readonly worker: string;
  /** Path of the one of windows, which also exports phrases. */
  readonly windowWorker: string;
  /** Source files in the workers' scripts. */
  readonly workerSources: readonly string[];
  readonly css: string;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const FOLDER = '/assets';
const entryOf = (name: string): string => join(SANDBOX_ROOT, `secure-site/documents/${name}.ts`);

const OPTIONS = {
  bundle: true,
  write: false,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'silent',
  outdir: FOLDER,
  metafile: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
} as const;

const readScripts = (outputs: readonly { readonly path: string; readonly text: string }[]): [string, DocumentAsset][] =>
  outputs.map(({ path, text }) => [`${FOLDER}/${basename(path)}`, { type: SCRIPT, body: text }]);

const find = (files: ReadonlyMap<string, DocumentAsset>, name: string): string => {
  const path = [...files.keys()].find((each) => each.startsWith(`${FOLDER}/${name}-`));
  if (path === undefined) throw new Error(`The bundle has no ${name}.`);
  return path;
};

/** The output of a script, what it imports, and what that imports, except for lazy chunks. */
const outputsOf = (outputs: Metafile['outputs'], path: string): readonly string[] => {
  const found = new Set<string>();
  const visit = (output: string): void => {
    found.add(output);
    for (const { path: imported, kind } of outputs[output]?.imports ?? [])
      if (kind === 'import-statement' && !found.has(imported)) visit(imported);
  };
  const output = Object.keys(outputs).find((each) => basename(each) === basename(path));
  if (output !== undefined) visit(output);
  return [...found];
};

const sourcesOf = ({ outputs }: Metafile, path: string): readonly string[] =>
  outputsOf(outputs, path).flatMap((each) => Object.keys(outputs[each]?.inputs ?? {}));

const buildAll = async (): Promise<DocumentAssets> => {
  const buildPages = (...names: readonly string[]) =>
    build({ ...OPTIONS, entryPoints: names.map(entryOf), format: 'esm', splitting: true });
  const [frame, windows, workers, css] = await Promise.all([
    // Alone, so that it loads two files instead of ten. Browsers keep its cache apart from that of the windows anyway.
    buildPages('frame-page'),
    buildPages('window-page', 'device-page', 'social-page'),
    // Alone, so that they share no code with the documents, and classic scripts, which import nothing.
    build({
      ...OPTIONS,
      entryPoints: ['worker', 'window-worker'].map((name) => join(SANDBOX_ROOT, `secure-site/keys/${name}.ts`)),
      format: 'iife',
    }),
    readFile(join(SANDBOX_ROOT, 'secure-site/documents/site.css'), 'utf8'),
  ]);
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  const cssPath = `${FOLDER}/site-${hash}.css`;
  const files = new Map<string, DocumentAsset>([
    ...readScripts(frame.outputFiles),
    ...readScripts(windows.outputFiles),
    ...readScripts(workers.outputFiles),
    [cssPath, { type: 'text/css; charset=utf-8', body: css }],
  ]);
  const scriptOf = (name: string, metafile: Metafile): DocumentScript => {
    const path = find(files, name);
    const [, ...imports] = outputsOf(metafile.outputs, path);
    return { path, imports: imports.map((each) => `${FOLDER}/${basename(each)}`), sources: sourcesOf(metafile, path) };
  };
  const [worker, windowWorker] = [find(files, 'worker'), find(files, 'window-worker')];
  return {
    files,
    frame: scriptOf('frame-page', frame.metafile),
    window: scriptOf('window-page', windows.metafile),
    device: scriptOf('device-page', windows.metafile),
    social: scriptOf('social-page', windows.metafile),
    worker,
    windowWorker,
    workerSources: [worker, windowWorker].flatMap((path) => sourcesOf(workers.metafile, path)),
    css: cssPath,
  };
};

let built: Promise<DocumentAssets> | null = null;

/** Bundles the documents' scripts, once for a process. */
export const buildDocuments = (): Promise<DocumentAssets> => {
  built ??= buildAll();
  return built;
};
