/**
 * Who may import whom. The plan is section "Floors" of docs/adr/0001-architecture-and-floors.md; tests/arch/dependency-rules.test.ts
 * plants one violation per rule. Each comment tells the author of a violation what to do.
 */

/** Folders that hold one SDK each, and the packages that may be imported in them only. */
export const SDK_ROOMS = [
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
/** Node's own modules: the rules about the room for them follow below. */
const NODE = '^(node:)?(crypto|fs|path|process|v8|worker_threads)$';
const SDKS = SDK_ROOMS.flatMap((room) => room.packages);

const allowList = (floor, allowed, comment) => ({
  name: `${floor}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${floor}/` },
  to: { couldNotResolve: false, pathNot: allowed },
});

const sdkRoom = ({ folder, packages: names }) => [
  {
    name: `${names[0]}-stays-in-its-room`,
    comment: `${names.join(', ')} may be imported by files under ${folder}/ only. Put the call there, behind the port, and speak CAIP ids and base units outside.`,
    severity: 'error',
    from: { pathNot: `^(${folder}|tests|testing|sandbox|examples|bench|scripts)/` },
    to: { path: packages(...names) },
  },
  {
    name: `${names[0]}-room-is-lazy`,
    comment: `${folder}/ bears an SDK: reach it by import() only (a type-only import is free), so that the SDK stays in a chunk of its own.`,
    severity: 'error',
    from: { pathNot: `^(${folder}|tests)/` },
    to: { path: `^${folder}/`, dependencyTypesNot: ['dynamic-import', 'type-only'] },
  },
];

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
      name: 'no-unresolvable',
      comment:
        'The import leads nowhere, so no other rule can judge it. Mend the path (with its .js ending), install the package or build first.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'The package is not in package.json: it only happens to be installed. Declare it if it earns its place.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'shipped-code-needs-no-dev-dependency',
      comment:
        'Shipped code imports a package that hosts do not get. Make it a dependency or an optional peer, with an ADR, or do without.',
      severity: 'error',
      from: { path: `${SHIPPED}|^testing/`, pathNot: '\\.test-d\\.ts$' },
      // The build puts its own file of Inversify in the place of the package.
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'],
        pathNot: packages('inversify'),
      },
    },
    allowList(
      'domain',
      ['^domain/', packages('valibot', '@noble/hashes', '@scure/base')],
      'domain imports itself, valibot, @noble/hashes and @scure/base only. Take clock, random and the outside world as arguments; move effects to application.',
    ),
    allowList(
      'application',
      ['^(domain|application)/', packages('rxjs')],
      'application imports domain, application and rxjs only. Say what you need as a port in application/ports and let an adapter implement it.',
    ),
    allowList(
      'adapters',
      ['^(domain|adapters|application/(ports|shared))/', packages('rxjs', '@noble/curves', '@noble/hashes', '@scure/base', ...SDKS), NODE],
      'adapters import domain, application/ports, application/shared, rxjs and their own SDK only. Use cases call adapters, not the reverse.',
    ),
    {
      name: 'adapter-families-stand-apart',
      comment: 'One adapter family imports another. Move what both need to domain or application/shared.',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: '^adapters/$1/' },
    },
    allowList(
      'presentation',
      ['^(domain|application|presentation)/', packages(...REACT, 'rxjs', 'qr', '@tanstack/react-virtual', '@tanstack/virtual-core')],
      'presentation imports domain, application, react, react-dom, rxjs and the view libraries of docs/adr/0012 only. It knows no adapter, no SDK and no container: call a use case through a hook.',
    ),
    {
      name: 'stock-modal-uses-public-parts',
      comment:
        'The stock modal is built from what a host has too: public hooks, components, theme, messages, the domain and public types. Add or extend a hook in presentation/hooks instead.',
      severity: 'error',
      from: { path: '^presentation/(views|modal|components)/' },
      to: {
        path: '^(application|presentation)/',
        pathNot: '^presentation/(views|modal|components|hooks|theme|messages)/',
        dependencyTypesNot: ['type-only'],
      },
    },
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
      name: 'container-stays-in-composition',
      comment:
        'Inversify is known to composition/container.ts and to-container-module.ts only, and reflect-metadata to nobody: Latchkey is published with a small file of it (docs/adr/0014). Write a plain class that takes its ports; wire it in composition/modules.',
      severity: 'error',
      from: { pathNot: '^(composition/(container|to-container-module)\\.ts$|tests/)' },
      to: { path: packages('inversify', '@inversifyjs/[^/]+', 'reflect-metadata') },
    },
    {
      name: 'composition-is-portable',
      comment: 'composition runs in browsers and on servers alike: no Node built-in. Put the call behind a port.',
      severity: 'error',
      from: { path: '^composition/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-stays-in-its-room',
      comment: "Node's own modules may be imported in adapters/storage/node only. Put the call there, behind the port.",
      severity: 'error',
      from: { path: '^adapters/', pathNot: '^adapters/storage/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-room-is-for-the-node-entry',
      comment:
        'What needs Node is reached by latchkey/node only, so that no page gets it. Bind it in composition/modules/file-storage.module.ts.',
      severity: 'error',
      from: { pathNot: '^(adapters/storage/node/|composition/(entry/node|modules/file-storage\\.module)\\.ts$|tests/)' },
      to: { path: '^(adapters/storage/node/|composition/modules/file-storage\\.module)' },
    },
    ...SDK_ROOMS.flatMap(sdkRoom),
    {
      name: 'composition-is-the-top',
      comment:
        'Only tests import composition from outside; everything else is imported by it. Take what you need as a port or an argument.',
      severity: 'error',
      from: { pathNot: '^(composition|tests)/' },
      to: { path: '^composition/' },
    },
    {
      name: 'fakes-and-suites-are-not-shipped',
      comment: 'Fakes, contract suites and test wallets reach hosts through composition/entry/testing.ts only. Bind a real adapter.',
      severity: 'error',
      from: { path: SHIPPED, pathNot: ['\\.fake\\.tsx?$', '^composition/entry/testing\\.ts$'] },
      to: { path: ['^testing/', '\\.fake\\.tsx?$'] },
    },
    {
      name: 'tests-are-leaves',
      comment: 'Nothing imports from tests/ or scripts/ but themselves and bench/. Move the helper to testing/ if others need it.',
      severity: 'error',
      from: { pathNot: '^(tests|scripts|bench)/|^[a-z]+\\.config\\.ts$' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'nothing-shipped-imports-the-sandbox',
      comment:
        'The sandbox stands beside the package and must never weigh on it. Import it in tests/integration, tests/e2e and scripts only.',
      severity: 'error',
      from: { pathNot: '^(sandbox|tests|scripts|examples|bench)/' },
      to: { path: '^sandbox/' },
    },
    {
      name: 'neighbours-use-the-package-name',
      comment: "sandbox and examples use Latchkey as a host does: import 'latchkey' or one of its entries, never a file of the repository.",
      severity: 'error',
      from: { path: '^(sandbox|examples)/' },
      to: { path: `${SHIPPED}|^(testing|dist)/`, dependencyTypes: ['local'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: {
      path: [
        '^tests/vectors/',
        '^scripts/vendor/inversify/',
        '^examples/[^/]+/dist/',
        '^bench/(dist|peers)/',
        '(^|/)\\.cache/',
        '(^|/)test-results/',
      ],
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
