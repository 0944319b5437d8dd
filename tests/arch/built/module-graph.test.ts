import { join, relative } from 'node:path';
import { build, type Metafile, type Platform } from 'esbuild';
import { build as viteBuild } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { SDK_ROOMS } from '../../../.dependency-cruiser.mjs';
import { root } from '../source-files.js';
import { entries } from './built-package.js';

const SDKS = SDK_ROOMS.flatMap(({ packages }) => packages);
const isSdk = (path: string): boolean => SDKS.some((name) => path.includes(`node_modules/${name}/`));
const isSdkRoom = (path: string): boolean => SDK_ROOMS.some(({ folder }) => path.includes(`dist/${folder}/`));

/** What only some views need, with everything that it brings. */
const VIEW_LIBRARIES = ['qr', '@tanstack/react-virtual', '@tanstack/virtual-core'];
const isViewLibrary = (path: string): boolean => VIEW_LIBRARIES.some((name) => path.includes(`node_modules/${name}/`));
const LATER = ['connecting-walletconnect', 'all-wallets', 'get-wallet', 'downloads', 'create'];
const isLaterView = (path: string): boolean =>
  isViewLibrary(path) ||
  LATER.some((view) => path.includes(`presentation/views/${view}/`)) ||
  /presentation\/components\/(draw-qr|qr-)/.test(path);

/** Bundles a host's module as its bundler does, with chunks. */
const bundle = async (source: string, platform: Platform = 'browser'): Promise<Metafile> =>
  (
    await build({
      stdin: { contents: source, resolveDir: root, sourcefile: 'host.js' },
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform,
      outdir: 'out',
      write: false,
      metafile: true,
      external: ['react', 'react-dom'],
      logLevel: 'silent',
    })
  ).metafile;

type Output = Metafile['outputs'][string];

/** Everything that loads with an entry or a chunk, through static imports only. */
const outputsWith = ({ outputs }: Metafile, entry: string): readonly Output[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const next of output.imports) if (next.kind === 'import-statement') visit(next.path);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === entry) visit(path);
  return [...seen].flatMap((path) => outputs[path] ?? []);
};

/** Sources of everything that loads with it. */
const loadedWith = (graph: Metafile, entry = 'host.js'): readonly string[] =>
  outputsWith(graph, entry).flatMap(({ inputs }) => Object.keys(inputs));

/** What is not in the bundle and loads with it. */
const outsideOf = (graph: Metafile, entry = 'host.js'): readonly string[] =>
  outputsWith(graph, entry).flatMap(({ imports }) =>
    imports.flatMap(({ path, external, kind }) => (external === true && kind === 'import-statement' ? [path] : [])),
  );

describe('the module graph', () => {
  it.each(entries)('of $specifier keeps every SDK out of what loads with it', async ({ module, name }) => {
    // A bundle for a browser finds none of Node's modules: that each of the others can be made says that it needs none.
    const loaded = loadedWith(await bundle(`export * from ${JSON.stringify(module)};`, name === 'node' ? 'node' : 'browser'));
    expect(loaded).toContain(relative(root, module));
    expect(loaded.filter((path) => isSdk(path) || isSdkRoom(path))).toEqual([]);
  });

  it('of latchkey/react keeps the QR encoder, the virtual list and the views that need them out of what loads with it and with the modal', async () => {
    const graph = await bundle("export * from 'latchkey/react';");
    const all = Object.values(graph.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    expect(VIEW_LIBRARIES.filter((name) => all.some((path) => path.includes(`node_modules/${name}/`)))).toEqual(VIEW_LIBRARIES);
    const withModal = loadedWith(graph, 'dist/presentation/modal/mount-modal.js');
    expect(withModal.some((path) => path.endsWith('views/connect/wallet-list.js'))).toBe(true);
    expect([...loadedWith(graph), ...withModal].filter(isLaterView)).toEqual([]);
    // Who sees a QR code fetches no list, and the reverse; the encoder comes on its own.
    expect(loadedWith(graph, 'dist/presentation/views/pairing-views.js').filter(isViewLibrary)).toEqual([]);
    const withList = loadedWith(graph, 'dist/presentation/views/list-views.js').filter(isViewLibrary);
    expect(withList.some((path) => path.includes('/qr/'))).toBe(false);
  });

  it('of a page with everything keeps the engine of the wallet protocol, its relay and its SDK for the choice of such a wallet', async () => {
    const all = ['latchkey', 'latchkey/react', 'latchkey/eip155', 'latchkey/walletconnect'].map((name) => `export * from '${name}';`);
    const graph = await bundle(all.join('\n'));
    const isEngine = (path: string): boolean =>
      /dist\/(application\/wallet-protocol\/(protocol-client|pairing-run|live-|engine\/(exchange|proposing|sessions|asking))|adapters\/walletconnect\/|adapters\/storage\/browser-record-store)/.test(
        path,
      ) || /node_modules\/(@walletconnect|ws)\//.test(path);
    const loaded = loadedWith(graph);
    expect(loaded.some((path) => path.endsWith('application/wallet-protocol/remote-wallets.js'))).toBe(true);
    expect(loaded.filter((path) => isEngine(path) || isSdk(path) || isSdkRoom(path) || isLaterView(path))).toEqual([]);
    // It is there, in a chunk of its own; the SDK comes with it.
    const later = loadedWith(graph, 'dist/composition/start-protocol-client.js');
    expect(later.some((path) => path.endsWith('application/wallet-protocol/protocol-client.js'))).toBe(true);
    // The same engine as the one of SignClient, and of that only what an app needs.
    expect(later.some((path) => path.endsWith('wallet-protocol/engine/proposing.js'))).toBe(true);
    const isOfWallets = (path: string): boolean =>
      /wallet-protocol\/engine\/(sign-engine|approving|answering|authenticating|auth-answering|pairings|inviting)\.js/.test(path);
    expect(later.filter(isOfWallets)).toEqual([]);
    const sources = Object.values(graph.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    expect(sources.some((path) => path.includes('node_modules/@walletconnect/core/'))).toBe(true);
    // Nor does it come with the modal.
    expect(loadedWith(graph, 'dist/presentation/modal/mount-modal.js').filter(isEngine)).toEqual([]);
  });

  it('of latchkey/eip155 has viem, in chunks that load when they are needed', async () => {
    const graph = await bundle("export * from 'latchkey/eip155';");
    const all = Object.values(graph.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    expect(all.some(isSdk)).toBe(true);
    expect(all.some(isSdkRoom)).toBe(true);
  });

  it('of latchkey/dom has React come with the modal, not with a button', async () => {
    const graph = await bundle("export * from 'latchkey/dom';");
    expect(loadedWith(graph).some((path) => path.endsWith('presentation/dom/mount-button.js'))).toBe(true);
    expect(outsideOf(graph)).toEqual([]);
    expect(outsideOf(graph, 'dist/presentation/modal/mount-modal.js')).toContain('react');
    expect(outsideOf(await bundle("export * from 'latchkey/react';"))).toContain('react');
  });

  it('of a page cannot have latchkey/node in it, which a script can', async () => {
    const source = "import { fileStorage } from 'latchkey/node';\nconsole.log(fileStorage);";
    await expect(bundle(source)).rejects.toThrow(/"fileStorage"|not-for-browsers/);
    const host = {
      resolveId: (id: string) => (id === 'host' ? join(root, 'host.js') : null),
      load: (id: string) => (/host\.js$/.test(id) ? source : null),
    };
    const options = { root, logLevel: 'silent', build: { write: false, rolldownOptions: { input: 'host' } } } as const;
    await expect(viteBuild({ ...options, configFile: false, plugins: [{ name: 'host', ...host }] })).rejects.toThrow(/fileStorage/);
    const loaded = loadedWith(await bundle(source, 'node'));
    expect(loaded.some((path) => path.includes('dist/adapters/storage/node/'))).toBe(true);
  });

  it('would be seen through if an entry loaded viem at once', async () => {
    expect(loadedWith(await bundle("import { isAddress } from 'viem'; console.log(isAddress);")).some(isSdk)).toBe(true);
  });

  it('of the example page keeps every SDK out of what loads with the page', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const result = await viteBuild({ root: join(root, 'examples/react-vite'), logLevel: 'silent', build: { write: false } });
    const { output } = Array.isArray(result) ? (result[0] ?? { output: [] }) : 'output' in result ? result : { output: [] };
    const chunks = new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])));
    const seen = new Set<string>();
    const visit = (name: string): void => {
      const chunk = chunks.get(name);
      if (chunk === undefined || seen.has(name)) return;
      seen.add(name);
      for (const next of chunk.imports) visit(next);
    };
    for (const [name, { isEntry }] of chunks) if (isEntry) visit(name);
    const sources = [...seen].flatMap((name) => chunks.get(name)?.moduleIds ?? []);
    expect(sources.some((path) => path.includes('react-dom'))).toBe(true);
    expect(sources.filter((path) => isSdk(path) || isSdkRoom(path))).toEqual([]);
    expect([...chunks.values()].some(({ moduleIds }) => moduleIds.some(isSdk))).toBe(true);
  });
});
