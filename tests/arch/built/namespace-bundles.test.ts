import { build, type Metafile } from 'esbuild';
import { build as viteBuild } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { NAMESPACES, type Namespace } from '../../../domain/caip/namespace.js';
import { root } from '../source-files.js';

/** The package that each family cannot do without, and no other needs. */
const SDKS: Readonly<Record<string, string>> = {
  eip155: 'viem',
  solana: '@solana/web3.js',
  bip122: 'bitcoinjs-lib',
  polkadot: '@polkadot/api',
};

/** Every set of namespaces that a host can choose. */
const SUBSETS: readonly (readonly Namespace[])[] = Array.from({ length: 2 ** NAMESPACES.length }, (_, bits) =>
  NAMESPACES.filter((_name, index) => (bits >> index) & 1),
);

/** A page that has these namespaces, as its author writes it. */
const pageWith = (namespaces: readonly string[]): string => `
  import { createLatchkey } from 'latchkey';
  ${namespaces.map((name) => `import { ${name} } from 'latchkey/${name}';`).join('\n')}
  export const client = createLatchkey({ networks: globalThis.networks, modules: [${namespaces.map((name) => `${name}()`).join(', ')}] });
`;

/**
 * A package that does not say that it has no side effects leaves this much behind where nothing of it is used: the lines by which
 * it imports what others use too, and a comment with its path.
 */
const IMPORTS_BYTES = 300;

/** All modules of a page, in all of its chunks, as paths from the repository's root. */
const modulesOf = async (contents: string): Promise<readonly string[]> => {
  const { metafile }: { readonly metafile: Metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: 'host.js' },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'out',
    write: false,
    metafile: true,
    external: ['react', 'react-dom'],
    logLevel: 'silent',
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > IMPORTS_BYTES ? [path] : [])),
  );
};

const isOf = (namespace: string) => (path: string) =>
  path.includes(`dist/adapters/${namespace}/`) || path.includes(`node_modules/${SDKS[namespace]}/`);

/** @see docs/adr/0023-parts-of-the-sdks-that-no-bundle-holds.md */
const isOutside = (path: string): boolean => /node_modules\/(rpc-websockets|smoldot|@substrate\/(connect|light-client))/.test(path);

const isForTests = (path: string): boolean => /dist\/testing\/|\.fake\.js$|\.contract\.js$/.test(path);

describe('a production build', () => {
  it.each(SUBSETS.map((subset) => [subset.join(' and ') || 'no namespace', subset] as const))(
    'with %s has their adapters and SDKs, and none of the others',
    async (_name, namespaces) => {
      const modules = await modulesOf(pageWith(namespaces));
      const found = NAMESPACES.filter((namespace) => modules.some(isOf(namespace)));
      expect(found).toEqual(namespaces);
      expect(namespaces.filter((name) => !modules.some((path) => path.includes(`node_modules/${SDKS[name]}/`)))).toEqual([]);
      expect(modules.filter((path) => isOutside(path) || isForTests(path))).toEqual([]);
    },
  );

  it('with everything that Latchkey has holds nothing of latchkey/testing', async () => {
    const all = ['', '/react', '/dom', '/walletconnect', ...NAMESPACES.map((name) => `/${name}`)];
    const modules = await modulesOf(all.map((entry) => `export * from 'latchkey${entry}';`).join('\n'));
    expect(modules.some((path) => path.includes('dist/adapters/walletconnect/'))).toBe(true);
    expect(modules.filter((path) => isOutside(path) || isForTests(path))).toEqual([]);
  });

  it('by Vite holds no more than that', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const source = pageWith(NAMESPACES);
    const host = {
      name: 'host',
      resolveId: (id: string) => (id === 'host' ? `${root}/host.js` : null),
      load: (id: string) => (id.endsWith('/host.js') ? source : null),
    };
    const result = await viteBuild({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [host],
      build: { write: false, minify: false, rolldownOptions: { input: 'host', preserveEntrySignatures: 'strict' } },
    });
    const { output } = Array.isArray(result) ? (result[0] ?? { output: [] }) : 'output' in result ? result : { output: [] };
    const modules = output.flatMap((part) => (part.type === 'chunk' ? Object.entries(part.modules) : []));
    const rendered = modules.flatMap(([path, { renderedLength }]) => (renderedLength > IMPORTS_BYTES ? [path] : []));
    expect(NAMESPACES.filter((namespace) => !rendered.some(isOf(namespace)))).toEqual([]);
    expect(rendered.filter((path) => isOutside(path) || isForTests(path))).toEqual([]);
  });

  it('would be seen through if it held a part of the tests, or a package that no bundle may hold', async () => {
    expect((await modulesOf("export * from 'latchkey/testing';")).some(isForTests)).toBe(true);
    expect((await modulesOf("export { CommonClient } from 'rpc-websockets';")).some(isOutside)).toBe(true);
  });
});
