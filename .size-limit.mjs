/**
 * Maximum gzipped size of each entry in an app bundle with its static imports, without React and dynamic imports: about 5 % above the
 * last size, so that only a library that slips in fails here. What a page really loads is weighed by `npm run bench`.
 * @see tests/arch/built/module-graph.test.ts for what is loaded when
 */
const LIMITS = {
  // Includes the TransactionTracker class, which tree shaking removes for apps that import only createLatchkey.
  index: '85 KiB',
  // Includes every hook and the English texts of the modal; tree shaking removes unused ones.
  react: '45 KiB',
  dom: '31 KiB',
  eip155: '36 KiB',
  solana: '31 KiB',
  // Includes the address parsers, which tree shaking removes for apps that import only bip122().
  bip122: '39 KiB',
  polkadot: '30 KiB',
  // Includes SignClient and UniversalProvider, which tree shaking removes for apps that import only walletconnect().
  walletconnect: '51 KiB',
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
