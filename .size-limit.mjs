/**
 * Maximum gzipped size of each entry in an app bundle with its static imports, without React and dynamic imports.
 * @see tests/arch/built/module-graph.test.ts for what is loaded when
 */
const LIMITS = {
  // Includes the TransactionTracker class, which tree shaking removes for apps that import only createLatchkey.
  index: '71 KiB',
  // Includes every hook and the English texts of the modal; tree shaking removes unused ones.
  react: '31 KiB',
  dom: '21 KiB',
  eip155: '34 KiB',
  solana: '29 KiB',
  // Includes the address parsers, which tree shaking removes for apps that import only bip122().
  bip122: '36 KiB',
  polkadot: '27 KiB',
  // Includes SignClient and UniversalProvider, which tree shaking removes for apps that import only walletconnect().
  walletconnect: '48 KiB',
};

const externalDynamicImports = {
  name: 'external-dynamic-imports',
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)),
};

export default Object.entries(LIMITS).map(([name, limit]) => ({
  name: name === 'index' ? 'latchkey' : `latchkey/${name}`,
  path: `dist/composition/entry/${name}.js`,
  ignore: ['react', 'react-dom'],
  limit,
  gzip: true,
  modifyEsbuildConfig: (config) => ({ ...config, format: 'esm', target: 'es2022', plugins: [externalDynamicImports] }),
}));
