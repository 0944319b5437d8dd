/**
 * What each entry may weigh in a host's bundle, gzipped, with all that loads with it: React is the host's, and what is imported later is
 * left out. @see tests/arch/built/module-graph.test.ts for what loads when
 */
const LIMITS = {
  // With the class of the transaction tracker, for subclasses; a page that imports createLatchkey alone takes none of it.
  index: '67 KiB',
  // Every hook at once: a page takes those that it imports.
  react: '28 KiB',
  dom: '20 KiB',
  eip155: '34 KiB',
  solana: '29 KiB',
  // With what reads addresses and their checksums; a page that imports bip122() alone takes none of it.
  bip122: '36 KiB',
  polkadot: '27 KiB',
  // With SignClient and UniversalProvider; a page that imports walletconnect() alone takes neither.
  walletconnect: '47 KiB',
};

const later = {
  name: 'later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)),
};

export default Object.entries(LIMITS).map(([name, limit]) => ({
  name: name === 'index' ? 'latchkey' : `latchkey/${name}`,
  path: `dist/composition/entry/${name}.js`,
  ignore: ['react', 'react-dom'],
  limit,
  gzip: true,
  modifyEsbuildConfig: (config) => ({ ...config, format: 'esm', target: 'es2022', plugins: [later] }),
}));
