import { defineConfig } from 'vitest/config';

/** Long runs of the property tests (`npm run test:matrix`) set this; the setup file reads it. */
const fuzz = process.env['LATCHKEY_FUZZ_RUNS'];

/** A folder with another React to run the tests with (`npm run test:matrix`). Without it: the one of the repository. */
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

/** What both projects of integration tests are. */
const integration = {
  environment: 'node',
  globalSetup: ['tests/integration/support/shared-nodes.setup.ts'],
  testTimeout: 60_000,
  // Longer than a node may take to start: it says itself why it did not.
  hookTimeout: 120_000,
  // Real nodes and servers on two cores: one file at a time.
  fileParallelism: false,
  // Run once more when it fails; scripts/lib/test-run.mjs names those that pass then. No other project has a second run.
  retry: 1,
} as const;

/** Official clients, and pages of their own, keep state in their modules: each of these files loads all modules anew. */
const ISOLATED = [
  'tests/integration/walletconnect/**/*.test.ts',
  'tests/integration/{demo,origin,polkadot-strict-page,sign-client,sign-client-core,universal-provider}.test.ts',
  'tests/integration/sandbox/remote-wallet.test.ts',
];

export default defineConfig({
  test: {
    allowOnly: false,
    passWithNoTests: false,
    retry: 0,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // The default keeps one core free for the main process, which is half of a machine with two and does little.
    maxWorkers: '100%',
    // A net, not a measure: two cores may be busy with something else.
    testTimeout: fuzz === undefined ? 20_000 : 120_000,
    hookTimeout: 120_000,
    // A net too: one second is little where an SDK is being loaded.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['tests/setup/fuzz.ts', 'tests/setup/globals.ts'],
    coverage: { include: ['domain/**', 'application/**'], reporter: ['text-summary', 'json-summary'], reportsDirectory: '.cache/coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          // Our modules keep no state of their own, so files can share one registry of them: loaded anew for each, they cost more than the tests.
          isolate: false,
        },
      },
      {
        ...react,
        extends: true,
        test: {
          name: 'react',
          environment: 'happy-dom',
          // Beside the one of all projects.
          setupFiles: ['tests/setup/react.ts'],
          include: ['tests/react/**/*.test.tsx', 'tests/react/**/*.test.ts', 'tests/unit/**/*.test.tsx'],
          // What is loaded as it is in node_modules would find the other React there.
          ...(reactFrom === undefined ? {} : { server: { deps: { inline: ['@tanstack/react-virtual'] } } }),
        },
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
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'examples/*/tests/**/*.test.ts'],
          exclude: ISOLATED,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration-isolated',
          include: ISOLATED,
          // Every official client has a core of its own, as on pages of their own.
          env: { DISABLE_GLOBAL_CORE: 'true' },
          // After the others.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: ['tests/types/**/*.test-d.{ts,tsx}'], tsconfig: 'tests/types/tsconfig.json' },
        },
      },
    ],
  },
});
