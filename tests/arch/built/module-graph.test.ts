import { join, relative } from 'node:path';
import { build, type Metafile, type Platform } from 'esbuild';
import { build as viteBuild } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SDK_FOLDERS } from '../../../.dependency-cruiser.mjs';
import { NAMESPACES, type Namespace } from '../../../domain/caip/namespace.js';
import { root } from '../root.js';
import { entries } from './built-package.js';

const SDKS = SDK_FOLDERS.flatMap(({ packages }) => packages);
const isSdk = (path: string): boolean => SDKS.some((name) => path.includes(`node_modules/${name}/`));
const isSdkFolder = (path: string): boolean => SDK_FOLDERS.some(({ folder }) => path.includes(`dist/${folder}/`));

/** What only some views need, with everything that it brings. */
const VIEW_LIBRARIES = ['qr', '@tanstack/react-virtual', '@tanstack/virtual-core'];
const isViewLibrary = (path: string): boolean => VIEW_LIBRARIES.some((name) => path.includes(`node_modules/${name}/`));
const LATER = ['connecting-walletconnect', 'all-wallets', 'get-wallet', 'downloads', 'create'];
const isLaterView = (path: string): boolean =>
  isViewLibrary(path) ||
  LATER.some((view) => path.includes(`presentation/views/${view}/`)) ||
  /presentation\/components\/(draw-qr|qr-)/.test(path);

/** The package that each family cannot do without, and no other needs. */
const SDK_OF: Readonly<Record<Namespace, string>> = {
  eip155: 'viem',
  solana: '@solana/web3.js',
  bip122: 'bitcoinjs-lib',
  polkadot: '@polkadot/api',
};

const isOf = (namespace: Namespace) => (path: string) =>
  path.includes(`dist/adapters/${namespace}/`) || path.includes(`node_modules/${SDK_OF[namespace]}/`);

/** @see docs/adr/0023-parts-of-the-sdks-that-no-bundle-holds.md */
const isOutside = (path: string): boolean => /node_modules\/(rpc-websockets|smoldot|@substrate\/(connect|light-client))/.test(path);

const isForTests = (path: string): boolean => /dist\/testing\/|\.fake\.js$|\.contract\.js$/.test(path);

/**
 * A package that does not say that it has no side effects leaves this much behind where nothing of it is used: the lines by which
 * it imports what others use too, and a comment with its path.
 */
const IMPORTS_BYTES = 300;

/** A page that has these namespaces, as its author writes it. */
const pageWith = (namespaces: readonly string[]): string => `
  import { createLatchkey } from 'latchkey';
  ${namespaces.map((name) => `import { ${name} } from 'latchkey/${name}';`).join('\n')}
  export const client = createLatchkey({ networks: globalThis.networks, modules: [${namespaces.map((name) => `${name}()`).join(', ')}] });
`;

/** Bundles hosts' modules, by name, as their bundler does, with chunks. */
const bundle = async (sources: Readonly<Record<string, string>>, platform: Platform = 'browser'): Promise<Metafile> =>
  (
    await build({
      entryPoints: Object.keys(sources).map((name) => ({ in: `host:${name}`, out: name })),
      plugins: [
        {
          name: 'hosts',
          setup: ({ onResolve, onLoad }) => {
            onResolve({ filter: /^host:/ }, ({ path }) => ({ path: path.slice('host:'.length), namespace: 'host' }));
            onLoad({ filter: /.*/, namespace: 'host' }, ({ path }) => ({ contents: sources[path] ?? '', resolveDir: root }));
          },
        },
      ],
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

/** An entry or a chunk by its source, and everything that it imports, and that these import. */
const outputsWith = ({ outputs }: Metafile, entry: string, kinds: readonly string[] = ['import-statement']): readonly Output[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const next of output.imports) if (kinds.includes(next.kind)) visit(next.path);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === entry) visit(path);
  if (seen.size === 0) throw new Error(`${entry} is in no chunk of its own`);
  return [...seen].flatMap((path) => outputs[path] ?? []);
};

/** Sources of everything that loads with it. */
const loadedWith = (graph: Metafile, entry: string): readonly string[] =>
  outputsWith(graph, entry).flatMap(({ inputs }) => Object.keys(inputs));

/** Sources of everything that it may ever load, as far as more than imports is left of them. */
const heldBy = (graph: Metafile, entry: string): readonly string[] =>
  outputsWith(graph, entry, ['import-statement', 'dynamic-import']).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > IMPORTS_BYTES ? [path] : [])),
  );

/** What is not in the bundle and loads with it. */
const outsideOf = (graph: Metafile, entry: string): readonly string[] =>
  outputsWith(graph, entry).flatMap(({ imports }) =>
    imports.flatMap(({ path, external, kind }) => (external === true && kind === 'import-statement' ? [path] : [])),
  );

const browserEntries = entries.filter(({ name }) => name !== 'node');

/** One bundle for all questions: a page for each entry, for each namespace, for none of them, and for everything. */
const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(browserEntries.map(({ name, module }) => [name, `export * from ${JSON.stringify(module)};`])),
  ...Object.fromEntries(NAMESPACES.map((name) => [`page-${name}`, pageWith([name])])),
  'page-none': pageWith([]),
  'page-all': browserEntries
    .filter(({ name }) => name !== 'testing')
    .map(({ specifier }) => `export * from '${specifier}';`)
    .join('\n'),
};

let graph: Metafile;

beforeAll(async () => {
  graph = await bundle(pages);
});

describe('the module graph', () => {
  // A bundle for a browser finds none of Node's modules: that it can be made says that it needs none.
  it.each(browserEntries)('of $specifier keeps every SDK out of what loads with it', ({ module, name }) => {
    const loaded = loadedWith(graph, `host:${name}`);
    expect(loaded).toContain(relative(root, module));
    expect(loaded.filter((path) => isSdk(path) || isSdkFolder(path))).toEqual([]);
  });

  it.each(['none', ...NAMESPACES] as const)('of a page with the namespace %s has its adapters and SDK, and those of no other', (name) => {
    const held = heldBy(graph, `host:page-${name}`);
    expect(NAMESPACES.filter((namespace) => held.some(isOf(namespace)))).toEqual(name === 'none' ? [] : [name]);
    if (name !== 'none') expect(held.some((path) => path.includes(`node_modules/${SDK_OF[name]}/`))).toBe(true);
  });

  it('of a page with everything holds no part of the tests, and none of an SDK that we do without', () => {
    const held = heldBy(graph, 'host:page-all');
    expect(NAMESPACES.filter((namespace) => held.some(isOf(namespace)))).toEqual(NAMESPACES);
    expect(held.some((path) => path.includes('dist/adapters/walletconnect/'))).toBe(true);
    expect(held.filter((path) => isOutside(path) || isForTests(path))).toEqual([]);
  });

  it('of latchkey/react keeps the QR encoder, the virtual list and the views that need them out of what loads with it and with the modal', () => {
    const all = heldBy(graph, 'host:react');
    expect(VIEW_LIBRARIES.filter((name) => all.some((path) => path.includes(`node_modules/${name}/`)))).toEqual(VIEW_LIBRARIES);
    const withModal = loadedWith(graph, 'dist/presentation/modal/mount-modal.js');
    expect(withModal.some((path) => path.endsWith('views/connect/wallet-list.js'))).toBe(true);
    expect([...loadedWith(graph, 'host:react'), ...withModal].filter(isLaterView)).toEqual([]);
    // Who sees a QR code fetches no list, and the reverse; the encoder comes on its own.
    expect(loadedWith(graph, 'dist/presentation/views/pairing-views.js').filter(isViewLibrary)).toEqual([]);
    const withList = loadedWith(graph, 'dist/presentation/views/list-views.js').filter(isViewLibrary);
    expect(withList.some((path) => path.includes('/qr/'))).toBe(false);
  });

  it('of a page with everything keeps the engine of the wallet protocol, its relay and its SDK for the choice of such a wallet', () => {
    const isEngine = (path: string): boolean =>
      /dist\/(application\/wallet-protocol\/(protocol-client|pairing-run|live-|engine\/(exchange|proposing|sessions|asking))|adapters\/walletconnect\/|adapters\/storage\/browser-record-store)/.test(
        path,
      ) || /node_modules\/(@walletconnect|ws)\//.test(path);
    const loaded = loadedWith(graph, 'host:page-all');
    expect(loaded.some((path) => path.endsWith('application/wallet-protocol/remote-wallets.js'))).toBe(true);
    expect(loaded.filter((path) => isEngine(path) || isSdk(path) || isSdkFolder(path) || isLaterView(path))).toEqual([]);
    // It is there, in a chunk of its own; the SDK comes with it.
    const later = loadedWith(graph, 'dist/composition/modules/wallet-protocol.module.js');
    expect(later.some((path) => path.endsWith('application/wallet-protocol/protocol-client.js'))).toBe(true);
    // The same engine as the one of SignClient, and of that only what an app needs.
    expect(later.some((path) => path.endsWith('wallet-protocol/engine/proposing.js'))).toBe(true);
    const isOfWallets = (path: string): boolean =>
      /wallet-protocol\/engine\/(sign-engine|approving|answering|authenticating|auth-answering|pairings|inviting)\.js/.test(path);
    expect(later.filter(isOfWallets)).toEqual([]);
    expect(heldBy(graph, 'host:page-all').some((path) => path.includes('node_modules/@walletconnect/core/'))).toBe(true);
    // Nor does it come with the modal.
    expect(loadedWith(graph, 'dist/presentation/modal/mount-modal.js').filter(isEngine)).toEqual([]);
  });

  it.each([
    'eip155/eip155-session',
    'eip155/eip155-calls',
    'eip155/nodes/eip155-reader',
    'solana/open-session',
    'solana/remote-wallet',
    'solana/solana-node',
    'bip122/open-session',
    'polkadot/open-session',
  ])('of a first use of %s has nothing of an SDK', (module) => {
    expect(loadedWith(graph, `dist/adapters/${module}.js`).filter(isSdk)).toEqual([]);
  });

  it('of tokens and signatures of an EVM chain has nothing of names', () => {
    for (const module of ['viem/erc20-balances', 'viem/contract-signature', 'recover-signer'])
      expect(loadedWith(graph, `dist/adapters/eip155/${module}.js`).filter((path) => /ens-n|adraffy/.test(path))).toEqual([]);
  });

  it('of latchkey/dom has React come with the modal, not with a button', () => {
    expect(loadedWith(graph, 'host:dom').some((path) => path.endsWith('presentation/dom/mount-button.js'))).toBe(true);
    expect(outsideOf(graph, 'host:dom')).toEqual([]);
    expect(outsideOf(graph, 'dist/presentation/modal/mount-modal.js')).toContain('react');
    expect(outsideOf(graph, 'host:react')).toContain('react');
  });

  it('of a page cannot have latchkey/node in it, which a script can, without an SDK', async () => {
    const script = { script: "import { fileStorage } from 'latchkey/node';\nconsole.log(fileStorage);" };
    await expect(bundle(script)).rejects.toThrow(/"fileStorage"|not-for-browsers/);
    const loaded = loadedWith(await bundle(script, 'node'), 'host:script');
    expect(loaded.some((path) => path.includes('dist/adapters/storage/node/'))).toBe(true);
    expect(loaded.filter((path) => isSdk(path) || isSdkFolder(path))).toEqual([]);
  });

  it('of the example page, by Vite, keeps every SDK out of what loads with the page, and holds no part of the tests', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const result = await viteBuild({
      root: join(root, 'examples/react-vite'),
      logLevel: 'silent',
      build: { write: false, minify: false, reportCompressedSize: false },
    });
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
    expect(sources.filter((path) => isSdk(path) || isSdkFolder(path))).toEqual([]);
    const held = [...chunks.values()].flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([path, { renderedLength }]) => (renderedLength > IMPORTS_BYTES ? [path] : [])),
    );
    expect(NAMESPACES.filter((namespace) => !held.some(isOf(namespace)))).toEqual([]);
    expect(held.filter((path) => isOutside(path) || isForTests(path))).toEqual([]);
  });
});
