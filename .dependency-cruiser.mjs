/**
 * Import rules between layers, see docs/internals/architecture.md. The comment of each rule tells how to fix a violation.
 * Unresolved imports and undeclared packages are found by tsc and knip.
 */

/** Folders with one SDK each, and the packages that only they may import. */
export const SDK_FOLDERS = [
  { folder: 'adapters/eip155/viem', packages: ['viem'] },
  { folder: 'adapters/solana/web3', packages: ['@solana/web3.js'] },
  { folder: 'adapters/bip122/bitcoinjs', packages: ['bitcoinjs-lib', 'coinselect'] },
  { folder: 'adapters/walletconnect/core', packages: ['@walletconnect/core'] },
  { folder: 'adapters/sign-client/official', packages: ['@walletconnect/core'] },
  { folder: 'adapters/polkadot/sdk', packages: ['@polkadot/api'] },
];

const SHIPPED = '^(domain|application|adapters|presentation|composition|server)/';
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;
const REACT = ['react', 'react-dom', '@types/react', '@types/react-dom'];
/** Node's built-in modules; another rule restricts them to some adapters. */
const NODE = '^(node:)?(crypto|fs|path|process|v8|worker_threads)$';
const SDKS = SDK_FOLDERS.flatMap(({ packages: names }) => names);
/** Internal building blocks of hooks, which are not exported. */
const INTERNAL_HOOKS = 'use-(action|observable|read|runs|stable-memo|wallet-list)\\.';
const FOLDERS = SDK_FOLDERS.map(({ folder }) => folder).join('|');

/** Allows a layer only the listed imports. `$1` in the list is the first group of `from`. */
const allowList = (layer, allowed, comment, from = `^${layer}/`) => ({
  name: `${layer}-imports`,
  comment,
  severity: 'error',
  from: { path: from },
  to: { couldNotResolve: false, pathNot: allowed },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files import each other. Move the shared code into a third file, or pass it to the lower one as an argument.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circular-features',
      comment:
        'Two features import each other. Move the shared code into the lower one. Only ports and shared, which all features use, may import each other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(application|domain)/[^/]+$', pathNot: '^application/(ports|shared)$' },
      to: { path: '^(application|domain)/[^/]+$', circular: true },
    },
    {
      name: 'shipped-code-needs-no-dev-dependency',
      comment:
        'Shipped code imports a package that apps do not install. Make it a dependency or an optional peer, with an ADR, or do not use it.',
      severity: 'error',
      from: { path: `${SHIPPED}|^testing/`, pathNot: '\\.test-d\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'] },
    },
    allowList(
      'domain',
      ['^domain/', packages('valibot', '@noble/hashes', '@scure/base')],
      'domain imports itself, valibot, @noble/hashes and @scure/base only. Take clock, random and I/O as arguments; move effects to application.',
      '^domain/(?!signatures/)',
    ),
    allowList(
      'domain-signatures',
      ['^domain/', packages('@noble/curves', '@noble/hashes', '@scure/base', '@scure/sr25519')],
      'domain/signatures imports domain, @noble/curves, @noble/hashes, @scure/base and @scure/sr25519 only.',
      '^domain/signatures/',
    ),
    allowList(
      'application',
      ['^(domain|application)/', packages('rxjs')],
      'application imports domain, application and rxjs only. Declare a port in application/ports and let an adapter implement it.',
    ),
    allowList(
      'adapters',
      [
        '^(domain|application/(ports|shared)|adapters/($1|shared))/',
        packages('rxjs', 'valibot', '@noble/curves', '@noble/hashes', '@scure/base', ...SDKS),
        NODE,
      ],
      'An adapter family imports itself, adapters/shared, domain, application/ports, application/shared, rxjs, valibot and its SDK only. Move code that two families share to domain or adapters/shared. Use cases call adapters, not the reverse.',
      '^adapters/(?!sign-client/)([^/]+)/',
    ),
    allowList(
      'adapters-sign-client',
      ['^(domain|application/(ports|shared|wallet-protocol)|adapters/(sign-client|shared))/', packages('rxjs', '@walletconnect/core')],
      'adapters/sign-client is the API of the official clients over our engine: it may also import application/wallet-protocol. The composition creates its dependencies.',
      '^adapters/sign-client/',
    ),
    allowList(
      'presentation',
      [
        '^(domain|application|presentation)/',
        packages(...REACT, 'rxjs', 'qr', 'abitype', '@tanstack/react-virtual', '@tanstack/virtual-core'),
      ],
      'presentation imports domain, application, react, react-dom, rxjs, the types of abitype and the view libraries of docs/internals/architecture.md only. It must not import adapters, SDKs or the container: call a use case through a hook.',
    ),
    allowList(
      'server',
      ['^(domain|server)/', packages('@noble/hashes', '@scure/base', 'valibot')],
      'server imports domain only. It runs without a page: take a Request and return a Response.',
    ),
    allowList(
      'testing',
      ['^(domain|application|server|testing)/', packages('rxjs', '@noble/curves', '@noble/hashes', '@scure/base', 'bitcoinjs-lib')],
      'testing imports domain, application, server, rxjs and signing libraries only, so that integrators can use it with any runner. Take the runner and the subject as arguments.',
    ),
    {
      name: 'stock-modal-uses-public-api',
      comment:
        'The stock modal uses the public API only: hooks of latchkey/react, components, features, theme, messages, the domain and public types. Add or extend a hook in presentation/hooks instead.',
      severity: 'error',
      from: { path: '^presentation/(views|modal|components|features)/' },
      to: {
        path: '^(application|presentation)/',
        pathNot: `^presentation/((views|modal|components|features|theme|messages)/|hooks/(?!${INTERNAL_HOOKS}))`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'hooks-are-public',
      comment: 'The stock modal uses public hooks only: export this one from composition/entry/react.ts, or add it to INTERNAL_HOOKS.',
      severity: 'error',
      module: { path: '^presentation/hooks/use-', pathNot: INTERNAL_HOOKS, numberOfDependentsLessThan: 1 },
      from: { path: '^composition/entry/react\\.ts$' },
    },
    {
      name: 'container-stays-in-composition',
      comment:
        'Only composition may import inversify and reflect-metadata. Write a plain class that takes its ports; wire it in composition/modules.',
      severity: 'error',
      from: { pathNot: '^(composition|tests|examples)/' },
      to: { path: packages('inversify', '@inversifyjs/[^/]+', 'reflect-metadata') },
    },
    {
      name: 'node-stays-in-its-folder',
      comment: "Node's built-in modules may be imported in adapters/storage/node only. Move the call there, behind the port.",
      severity: 'error',
      from: { path: '^(adapters|composition)/', pathNot: '^adapters/storage/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sdks-stay-in-their-folders',
      comment: `An SDK may be imported by files of its own folder only (${FOLDERS}). Move the call there, behind the port, and use CAIP ids and base units outside.`,
      severity: 'error',
      from: { pathNot: `^(${FOLDERS}|tests|testing|sandbox|examples|bench|scripts)/` },
      to: { path: packages(...SDKS) },
    },
    {
      name: 'sdk-folders-are-lazy',
      comment: 'Import a folder with an SDK by import() only (type-only imports are allowed), so that the SDK stays in its own chunk.',
      severity: 'error',
      from: { pathNot: `^(${FOLDERS}|tests)/` },
      to: { path: `^(${FOLDERS})/`, dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'test-code-is-not-shipped',
      comment:
        'Fakes, contract suites and test wallets are shipped through composition/entry/testing.ts only; tests, tools, sandbox and examples are never shipped. Bind a real adapter, or move the helper to testing/.',
      severity: 'error',
      from: { path: SHIPPED, pathNot: ['\\.fake\\.tsx?$', '^composition/entry/testing\\.ts$'] },
      to: { path: ['^(testing|tests|scripts|sandbox|examples|bench)/', '\\.fake\\.tsx?$'] },
    },
    {
      name: 'sandbox-and-examples-use-the-package-name',
      comment: "sandbox and examples use Latchkey as apps do: import 'latchkey' or one of its entries, never a file of the repository.",
      severity: 'error',
      from: { path: '^(sandbox|examples)/' },
      to: { path: `${SHIPPED}|^(testing|tests|scripts|dist)/`, dependencyTypes: ['local'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: {
      path: ['^tests/vectors/', '^examples/[^/]+/dist/', '^bench/(dist|peers)/', '(^|/)\\.cache/', '(^|/)test-results/'],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      mainFields: ['types', 'module', 'main'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.jsx', '.json', '.d.ts'],
    },
    combinedDependencies: true,
  },
};
