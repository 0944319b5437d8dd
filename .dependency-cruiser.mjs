/**
 * Who may import whom: section "Floors" of docs/adr/0001-architecture-and-floors.md. Each comment tells the author of a violation what
 * to do. That an import leads somewhere, to a package that is declared, is said by tsc and knip.
 */

/** Folders that hold one SDK each, and the packages that may be imported in them only. */
export const SDK_FOLDERS = [
  { folder: 'adapters/eip155/viem', packages: ['viem'] },
  { folder: 'adapters/solana/web3', packages: ['@solana/web3.js'] },
  { folder: 'adapters/bip122/bitcoinjs', packages: ['bitcoinjs-lib', 'coinselect'] },
  { folder: 'adapters/walletconnect/core', packages: ['@walletconnect/core'] },
  { folder: 'adapters/polkadot/sdk', packages: ['@polkadot/api'] },
  { folder: 'adapters/polkadot/signatures', packages: ['@scure/sr25519'] },
];

const SHIPPED = '^(domain|application|adapters|presentation|composition|server)/';
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;
const REACT = ['react', 'react-dom', '@types/react', '@types/react-dom'];
/** Node's own modules; a rule of their own says which adapters may have them. */
const NODE = '^(node:)?(crypto|fs|path|process|v8|worker_threads)$';
const SDKS = SDK_FOLDERS.flatMap(({ packages: names }) => names);
/** Hooks that are made of these have an export; these have none. */
const HOOK_PARTS = 'use-(action|held|observable|read|wallet-list)\\.';
const FOLDERS = SDK_FOLDERS.map(({ folder }) => folder).join('|');

/** A layer may import what is listed, and nothing else. `$1` in the list is what the first group of `from` matched. */
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
      comment: 'Two files need each other. Move what both need into a third file, or let the lower one take it as an argument.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circular-features',
      comment:
        'Two features need each other. Move what both need into the one that the other builds on. Only ports and shared, which all features build on, know each other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(application|domain)/[^/]+$', pathNot: '^application/(ports|shared)$' },
      to: { path: '^(application|domain)/[^/]+$', circular: true },
    },
    {
      name: 'shipped-code-needs-no-dev-dependency',
      comment:
        'Shipped code imports a package that hosts do not get. Make it a dependency or an optional peer, with an ADR, or do without.',
      severity: 'error',
      from: { path: `${SHIPPED}|^testing/`, pathNot: '\\.test-d\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'] },
    },
    allowList(
      'domain',
      ['^domain/', packages('valibot', '@noble/hashes', '@scure/base')],
      'domain imports itself, valibot, @noble/hashes and @scure/base only. Take clock, random and the outside world as arguments; move effects to application.',
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
      'application imports domain, application and rxjs only. Say what you need as a port in application/ports and let an adapter implement it.',
    ),
    allowList(
      'adapters',
      [
        '^(domain|application/(ports|shared)|adapters/($1|shared))/',
        packages('rxjs', 'valibot', '@noble/curves', '@noble/hashes', '@scure/base', ...SDKS),
        NODE,
      ],
      'An adapter family imports itself, adapters/shared, domain, application/ports, application/shared, rxjs, valibot and its SDK only. Move what two families need to domain or adapters/shared. Use cases call adapters, not the reverse.',
      '^adapters/(?!sign-client/)([^/]+)/',
    ),
    allowList(
      'adapters-sign-client',
      ['^(domain|application/(ports|shared|wallet-protocol)|adapters/(sign-client|shared))/', packages('rxjs')],
      'adapters/sign-client is the API of the official clients over our engine: it imports application/wallet-protocol besides what the other adapters may. The composition makes its parts.',
      '^adapters/sign-client/',
    ),
    allowList(
      'presentation',
      [
        '^(domain|application|presentation)/',
        packages(...REACT, 'rxjs', 'qr', 'abitype', '@tanstack/react-virtual', '@tanstack/virtual-core'),
      ],
      'presentation imports domain, application, react, react-dom, rxjs, the types of abitype and the view libraries of docs/adr/0012 only. It knows no adapter, no SDK and no container: call a use case through a hook.',
    ),
    allowList(
      'server',
      ['^(domain|server)/', packages('@noble/hashes', '@scure/base', 'valibot')],
      'server imports domain only. It runs where there is no page: take a Request, give a Response.',
    ),
    allowList(
      'testing',
      ['^(domain|application|testing)/', packages('rxjs', '@noble/curves', '@noble/hashes', '@scure/base', 'bitcoinjs-lib')],
      'testing imports domain, application, rxjs and what signs only, so that integrators can use it with any runner. Take the runner and the subject as arguments.',
    ),
    {
      name: 'stock-modal-uses-public-parts',
      comment:
        'The stock modal is built from what a host has too: hooks of latchkey/react, components, features, theme, messages, the domain and public types. Add or extend a hook in presentation/hooks instead.',
      severity: 'error',
      from: { path: '^presentation/(views|modal|components|features)/' },
      to: {
        path: '^(application|presentation)/',
        pathNot: `^presentation/((views|modal|components|features|theme|messages)/|hooks/(?!${HOOK_PARTS}))`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'hooks-are-public',
      comment: 'The stock modal uses hooks that a host has too: export this one from composition/entry/react.ts, or name it in HOOK_PARTS.',
      severity: 'error',
      module: { path: '^presentation/hooks/use-', pathNot: HOOK_PARTS, numberOfDependentsLessThan: 1 },
      from: { path: '^composition/entry/react\\.ts$' },
    },
    {
      name: 'container-stays-in-composition',
      comment:
        'Inversify and reflect-metadata are known to composition only. Write a plain class that takes its ports; wire it in composition/modules.',
      severity: 'error',
      from: { pathNot: '^(composition|tests|examples)/' },
      to: { path: packages('inversify', '@inversifyjs/[^/]+', 'reflect-metadata') },
    },
    {
      name: 'node-stays-in-its-room',
      comment: "Node's own modules may be imported in adapters/storage/node only. Put the call there, behind the port.",
      severity: 'error',
      from: { path: '^(adapters|composition)/', pathNot: '^adapters/storage/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sdks-stay-in-their-folders',
      comment: `An SDK may be imported by files of its own folder only (${FOLDERS}). Put the call there, behind the port, and speak CAIP ids and base units outside.`,
      severity: 'error',
      from: { pathNot: `^(${FOLDERS}|tests|testing|sandbox|examples|bench|scripts)/` },
      to: { path: packages(...SDKS) },
    },
    {
      name: 'sdk-folders-are-lazy',
      comment:
        'A folder with an SDK is reached by import() only (a type-only import is free), so that the SDK stays in a chunk of its own.',
      severity: 'error',
      from: { pathNot: `^(${FOLDERS}|tests)/` },
      to: { path: `^(${FOLDERS})/`, dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'what-is-for-tests-is-not-shipped',
      comment:
        'Fakes, contract suites and test wallets reach hosts through composition/entry/testing.ts only; tests, tools, sandbox and examples never do. Bind a real adapter, or move the helper to testing/.',
      severity: 'error',
      from: { path: SHIPPED, pathNot: ['\\.fake\\.tsx?$', '^composition/entry/testing\\.ts$'] },
      to: { path: ['^(testing|tests|scripts|sandbox|examples|bench)/', '\\.fake\\.tsx?$'] },
    },
    {
      name: 'neighbours-use-the-package-name',
      comment: "sandbox and examples use Latchkey as a host does: import 'latchkey' or one of its entries, never a file of the repository.",
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
