import { basename, join, relative } from 'node:path';
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

/** Libraries that only some views need, with their dependencies. */
const VIEW_LIBRARIES = ['qr', '@tanstack/react-virtual', '@tanstack/virtual-core'];
const isViewLibrary = (path: string): boolean => VIEW_LIBRARIES.some((name) => path.includes(`node_modules/${name}/`));
const LAZY_VIEWS = ['connecting-walletconnect', 'all-wallets', 'get-wallet', 'downloads', 'create'];
const isLazyView = (path: string): boolean =>
  isViewLibrary(path) ||
  LAZY_VIEWS.some((view) => path.includes(`presentation/views/${view}/`)) ||
  /presentation\/components\/(draw-qr|qr-)/.test(path);

/** The package that only the adapters of a namespace need. */
const SDK_OF: Readonly<Record<Namespace, string>> = {
  eip155: 'viem',
  solana: '@solana/web3.js',
  bip122: 'bitcoinjs-lib',
  polkadot: '@polkadot/api',
};

const isOf = (namespace: Namespace) => (path: string) =>
  path.includes(`dist/adapters/${namespace}/`) || path.includes(`node_modules/${SDK_OF[namespace]}/`);

/** @see docs/adr/0023-copyleft-packages-kept-out-of-bundles.md */
const isExcludedDependency = (path: string): boolean =>
  /node_modules\/(rpc-websockets|smoldot|@substrate\/(connect|light-client))/.test(path);

const isForTests = (path: string): boolean => /dist\/testing\/|\.fake\.js$|\.contract\.js$/.test(path);

/**
 * Upper bound of the bytes that tree shaking keeps of an unused package without `sideEffects: false`: its imports of shared modules
 * and a comment with its path.
 */
const IMPORTS_BYTES = 300;

/** Source of an app with these namespaces. */
const pageWith = (namespaces: readonly string[]): string => `
  import { createLatchkey } from 'latchkey';
  ${namespaces.map((name) => `import { ${name} } from 'latchkey/${name}';`).join('\n')}
  export const client = createLatchkey({ networks: globalThis.networks, modules: [${namespaces.map((name) => `${name}()`).join(', ')}] });
`;

/** Bundles the modules of apps, by name, with code splitting. */
const bundle = async (sources: Readonly<Record<string, string>>, platform: Platform = 'browser'): Promise<Metafile> =>
  (
    await build({
      entryPoints: Object.keys(sources).map((name) => ({ in: `app:${name}`, out: name })),
      plugins: [
        {
          name: 'apps',
          setup: ({ onResolve, onLoad }) => {
            onResolve({ filter: /^app:/ }, ({ path }) => ({ path: path.slice('app:'.length), namespace: 'app' }));
            onLoad({ filter: /.*/, namespace: 'app' }, ({ path }) => ({ contents: sources[path] ?? '', resolveDir: root }));
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

/** The output of an entry point and all its transitive imports of the given kinds. */
const outputsWith = ({ outputs }: Metafile, entry: string, kinds: readonly string[] = ['import-statement']): readonly Output[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const next of output.imports) if (kinds.includes(next.kind)) visit(next.path);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === entry) visit(path);
  if (seen.size === 0) throw new Error(`${entry} has no separate chunk`);
  return [...seen].flatMap((path) => outputs[path] ?? []);
};

/** Sources that load with an entry point, through static imports. */
const loadedWith = (graph: Metafile, entry: string): readonly string[] =>
  outputsWith(graph, entry).flatMap(({ inputs }) => Object.keys(inputs));

/** Sources that an entry point can load, static or dynamic, without unused ones of which only imports are left. */
const reachableFrom = (graph: Metafile, entry: string): readonly string[] =>
  outputsWith(graph, entry, ['import-statement', 'dynamic-import']).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > IMPORTS_BYTES ? [path] : [])),
  );

/** External modules that load with an entry point. */
const externalsOf = (graph: Metafile, entry: string): readonly string[] =>
  outputsWith(graph, entry).flatMap(({ imports }) =>
    imports.flatMap(({ path, external, kind }) => (external === true && kind === 'import-statement' ? [path] : [])),
  );

const browserEntries = entries.filter(({ name }) => name !== 'node');

/** One bundle for all tests, with an app for each entry, for each namespace, without a namespace and with everything. */
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

describe('module graph', () => {
  // The browser bundle would fail if an entry imported Node's built-in modules.
  it.each(browserEntries)('of $specifier does not load SDKs statically', ({ module, name }) => {
    const loaded = loadedWith(graph, `app:${name}`);
    expect(loaded).toContain(relative(root, module));
    expect(loaded.filter((path) => isSdk(path) || isSdkFolder(path))).toEqual([]);
  });

  it.each(['none', ...NAMESPACES] as const)(
    'of an app with the namespace %s contains only the adapters and SDK of that namespace',
    (name) => {
      const reachable = reachableFrom(graph, `app:page-${name}`);
      expect(NAMESPACES.filter((namespace) => reachable.some(isOf(namespace)))).toEqual(name === 'none' ? [] : [name]);
      if (name !== 'none') expect(reachable.some((path) => path.includes(`node_modules/${SDK_OF[name]}/`))).toBe(true);
    },
  );

  it('of an app with everything contains no test code and no excluded dependency', () => {
    const reachable = reachableFrom(graph, 'app:page-all');
    expect(NAMESPACES.filter((namespace) => reachable.some(isOf(namespace)))).toEqual(NAMESPACES);
    expect(reachable.some((path) => path.includes('dist/adapters/walletconnect/'))).toBe(true);
    expect(reachable.filter((path) => isExcludedDependency(path) || isForTests(path))).toEqual([]);
  });

  it('of latchkey/react and of the modal does not load the QR encoder, the virtual list and their views statically', () => {
    const all = reachableFrom(graph, 'app:react');
    expect(VIEW_LIBRARIES.filter((name) => all.some((path) => path.includes(`node_modules/${name}/`)))).toEqual(VIEW_LIBRARIES);
    const withModal = loadedWith(graph, 'dist/presentation/modal/mount-modal.js');
    expect(withModal.some((path) => path.endsWith('views/connect/wallet-list.js'))).toBe(true);
    expect([...loadedWith(graph, 'app:react'), ...withModal].filter(isLazyView)).toEqual([]);
    // Texts load with the views that show them.
    expect(withModal.filter((path) => path.includes('presentation/messages/')).map((path) => basename(path))).not.toContain('email.js');
    // QR code and list views are in separate chunks, and the QR encoder in its own.
    expect(loadedWith(graph, 'dist/presentation/views/pairing-views.js').filter(isViewLibrary)).toEqual([]);
    const withList = loadedWith(graph, 'dist/presentation/views/list-views.js').filter(isViewLibrary);
    expect(withList.some((path) => path.includes('/qr/'))).toBe(false);
  });

  it('of an app with everything does not load the wallet protocol engine, its relay and its SDK statically', () => {
    const isEngine = (path: string): boolean =>
      /dist\/(application\/wallet-protocol\/(protocol-client|pairing-attempt|live-|engine\/(rpc-exchange|session-proposer|sessions|session-requester)|provider\/shared-provider)|adapters\/sign-client\/shared-client|adapters\/walletconnect\/|adapters\/storage\/browser-record-store)/.test(
        path,
      ) || /node_modules\/(@walletconnect|ws)\//.test(path);
    const loaded = loadedWith(graph, 'app:page-all');
    expect(loaded.some((path) => path.endsWith('application/wallet-protocol/remote-wallets.js'))).toBe(true);
    expect(loaded.filter((path) => isEngine(path) || isSdk(path) || isSdkFolder(path) || isLazyView(path))).toEqual([]);
    // The engine is in its own chunk, with the SDK.
    const lazy = loadedWith(graph, 'dist/composition/modules/wallet-protocol.module.js');
    expect(lazy.some((path) => path.endsWith('application/wallet-protocol/protocol-client.js'))).toBe(true);
    // It shares the engine of SignClient, without the modules for wallets.
    expect(lazy.some((path) => path.endsWith('wallet-protocol/engine/session-proposer.js'))).toBe(true);
    const isForWallets = (path: string): boolean =>
      /wallet-protocol\/engine\/(sign-engine|proposal-responder|session-responder|auth-requester|auth-responder|pairings|connect-operation)\.js/.test(
        path,
      );
    expect(lazy.filter(isForWallets)).toEqual([]);
    expect(reachableFrom(graph, 'app:page-all').some((path) => path.includes('node_modules/@walletconnect/core/'))).toBe(true);
    // The modal does not load it statically either.
    expect(loadedWith(graph, 'dist/presentation/modal/mount-modal.js').filter(isEngine)).toEqual([]);
  });

  it('of an app and of the modal does not load the embedded wallet statically', () => {
    const isEmbedded = (path: string): boolean =>
      /dist\/(?:adapters\/secure-frame\/|application\/embedded-wallet\/frame-session|presentation\/views\/email-views)/.test(path);
    for (const start of ['app:page-eip155', 'dist/presentation/modal/mount-modal.js'])
      expect(loadedWith(graph, start).filter(isEmbedded)).toEqual([]);
    expect(loadedWith(graph, 'dist/composition/modules/embedded-wallet.module.js').some(isEmbedded)).toBe(true);
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
  ])('of %s does not load SDKs statically', (module) => {
    expect(loadedWith(graph, `dist/adapters/${module}.js`).filter(isSdk)).toEqual([]);
  });

  it('of EVM tokens and signatures does not load ENS code', () => {
    for (const module of ['adapters/eip155/viem/erc20-balances', 'domain/signatures/evm-message'])
      expect(loadedWith(graph, `dist/${module}.js`).filter((path) => /ens-n|adraffy/.test(path))).toEqual([]);
  });

  it('of latchkey/dom loads React with the modal, not with a button', () => {
    expect(loadedWith(graph, 'app:dom').some((path) => path.endsWith('presentation/dom/mount-button.js'))).toBe(true);
    expect(externalsOf(graph, 'app:dom')).toEqual([]);
    expect(externalsOf(graph, 'dist/presentation/modal/mount-modal.js')).toContain('react');
    expect(externalsOf(graph, 'app:react')).toContain('react');
  });

  it('of a browser app cannot import latchkey/node; a Node script can, without an SDK', async () => {
    const script = { script: "import { fileStorage } from 'latchkey/node';\nconsole.log(fileStorage);" };
    await expect(bundle(script)).rejects.toThrow(/"fileStorage"|not-for-browsers/);
    const loaded = loadedWith(await bundle(script, 'node'), 'app:script');
    expect(loaded.some((path) => path.includes('dist/adapters/storage/node/'))).toBe(true);
    expect(loaded.filter((path) => isSdk(path) || isSdkFolder(path))).toEqual([]);
  });

  it('of latchkey/server is domain and server code only, without Node modules, so that it runs in workers', async () => {
    const script = { script: "import * as server from 'latchkey/server';\nconsole.log(server);" };
    const loaded = loadedWith(await bundle(script), 'app:script');
    expect(loaded.some((path) => path.endsWith('dist/server/sign-in-handler.js'))).toBe(true);
    expect(
      loaded.filter((path) => /dist\/(?:adapters|application|composition\/(?!entry\/)|presentation)\//.test(path) || isSdk(path)),
    ).toEqual([]);
  });

  it('of the example built by Vite does not load SDKs statically and contains no test code', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const result = await viteBuild({
      root: join(root, 'examples/react-vite'),
      logLevel: 'silent',
      build: { write: false, minify: false, reportCompressedSize: false },
    });
    const { output } = Array.isArray(result) ? (result[0] ?? { output: [] }) : 'output' in result ? result : { output: [] };
    const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
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
    const reachable = [...chunks.values()].flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([path, { renderedLength }]) => (renderedLength > IMPORTS_BYTES ? [path] : [])),
    );
    expect(NAMESPACES.filter((namespace) => !reachable.some(isOf(namespace)))).toEqual([]);
    expect(reachable.filter((path) => isExcludedDependency(path) || isForTests(path))).toEqual([]);
  });
});
