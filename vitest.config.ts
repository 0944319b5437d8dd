import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { OFFICIAL_UNHANDLED_REJECTIONS } from './tests/integration/support/interop/official-faults.js';

/** Folder with another React version to test with (`npm run test:matrix`). Default: the version of the repository. */
const reactFrom = process.env['LATCHKEY_REACT_FROM'];

const react =
  reactFrom === undefined
    ? {}
    : {
        resolve: {
          alias: ['react', 'react-dom', '@testing-library/react'].map((name) => ({
            find: new RegExp(`^${name}(?=/|$)`),
            replacement: `${reactFrom}/${name}`,
          })),
        },
      };

/** Settings of the integration projects. */
const integration = {
  environment: 'node',
  globalSetup: ['tests/integration/support/shared-nodes.setup.ts'],
  // Generous, because the machine may be busy. A failure is found by the limits of its waits.
  testTimeout: 180_000,
  // Longer than the start timeout of a node, which has the better error message.
  hookTimeout: 180_000,
  // One file at a time, because the tests run real nodes and servers.
  fileParallelism: false,
  // Retried once; scripts/lib/test-run.mjs reports tests that pass on a retry as flaky. No other project retries.
  retry: 1,
} as const;

/** Runs without a DOM. In a worker with the other files it would change what React loads for them. */
const SERVER_RENDERING = 'tests/react/hooks/server.test.tsx';

/** These files need fresh modules: official clients keep state in their modules. */
const ISOLATED = [
  'tests/integration/walletconnect/**/*.test.ts',
  'tests/integration/{demo,origin,polkadot-strict-page,sign-client,sign-client-core,universal-provider}.test.ts',
  'tests/integration/sandbox/remote-wallet.test.ts',
];

/** These start their own nodes and processes, and have generous time limits: `npm test` runs them apart from the other integration tests. */
const STANDALONE = ['tests/integration/examples-headless.test.ts', 'tests/integration/sandbox/{smart-accounts,verify-frame}.test.ts'];

/**
 * True for a rejection that the official clients are known to leave unhandled. Tests collect these while they run, but one may come from a
 * timer after its test.
 */
const isOfficialFault = ({ message = '', stack = '' }: { readonly message?: string; readonly stack?: string }): boolean =>
  /node_modules\/@(?:walletconnect|reown)\//.test(stack) &&
  OFFICIAL_UNHANDLED_REJECTIONS.some((each) => `${message} ${stack}`.includes(each));

export default defineConfig({
  test: {
    onUnhandledError: (error) => (isOfficialFault(error) ? false : undefined),
    allowOnly: false,
    passWithNoTests: false,
    retry: 0,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // The default reserves one core for the main process, which is half of a machine with two cores.
    maxWorkers: '100%',
    // Generous, because the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Generous, because loading an SDK can take more than a second.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['tests/setup/fuzz.ts', 'tests/setup/globals.ts'],
    coverage: { include: ['domain/**', 'application/**'], reporter: ['text-summary', 'json-summary'], reportsDirectory: '.cache/coverage' },
    projects: [
      {
        extends: true,
        // The sandbox imports the package by its name, which would be its last build.
        resolve: {
          alias: [{ find: /^latchkey\/(frame|server)$/, replacement: fileURLToPath(new URL('composition/entry/$1.ts', import.meta.url)) }],
        },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          // Our modules are stateless, so files can share them: loading them for each file would take longer than the tests.
          isolate: false,
        },
      },
      {
        ...react,
        extends: true,
        test: {
          name: 'react',
          environment: 'happy-dom',
          // In addition to those of all projects.
          setupFiles: ['tests/setup/react.ts'],
          include: ['tests/react/**/*.test.tsx', 'tests/react/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          exclude: [SERVER_RENDERING],
          // As in the unit tests. The setup file clears the document after each test.
          isolate: false,
          // Inlined, because a package loaded from node_modules would import the React there.
          ...(reactFrom === undefined ? {} : { server: { deps: { inline: ['@tanstack/react-virtual'] } } }),
        },
      },
      {
        ...react,
        extends: true,
        test: { name: 'react-server', environment: 'node', include: [SERVER_RENDERING] },
      },
      {
        extends: true,
        test: { name: 'arch', environment: 'node', include: ['tests/arch/*.test.ts'], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'built',
          environment: 'node',
          include: ['tests/arch/built/*.test.ts'],
          globalSetup: ['tests/arch/built/build.setup.ts'],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'examples/*/tests/**/*.test.ts'],
          exclude: [...ISOLATED, ...STANDALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...integration, name: 'standalone', include: STANDALONE },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration-isolated',
          include: ISOLATED,
          // Gives every official client its own core, as on separate pages.
          env: { DISABLE_GLOBAL_CORE: 'true' },
          // Runs after the other projects.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
