/**
 * `npm test`: installs what is missing, browser included, and runs everything that a change can break. Goes on after a failure, so that
 * one run shows all of them. Ends with `N passed, N failed`.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode, root } from './lib/root.mjs';
import { runNode, runTool } from './lib/run.mjs';
import { check, Tally, vitestSums } from './lib/tally.mjs';

requireNode();
await ensureInstalled();
// Imported now: these need the packages.
const { ensureChromium } = await import('./lib/ensure-chromium.mjs');
const { ensureExampleBuilt } = await import('./lib/ensure-built.mjs');
const { runBrowserTests } = await import('./lib/browser-tests.mjs');

const chromium = await ensureChromium();
const env = { LATCHKEY_CHROMIUM: chromium };
const tally = new Tally();

/** Every TypeScript project of the repository but the build, which is a step of its own, and the type tests, which vitest compiles. */
const projects = [
  'tsconfig.json',
  'tsconfig.domain.json',
  ...['sandbox', ...subfolders('examples'), ...subfolders('tests')]
    .map((folder) => `${folder}/tsconfig.json`)
    .filter((path) => path !== 'tests/types/tsconfig.json' && existsSync(join(root, path))),
];

function subfolders(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
}

/** Runs a tool for a step beside others: it keeps what it writes. */
const tool = async (name, ...args) => check(await runTool(name, args, { quiet: true }));

/** Runs vitest with the projects that `filter` selects, and further arguments; `options` as for any program. */
const vitest = async (filter, options = {}, ...more) => {
  const report = join(root, `.cache/vitest-${filter}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const args = ['run', `--project=${filter}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more];
  return vitestSums(report, await runTool('vitest', args, { env, ...options }));
};

await tally.step('build', async () => check({ code: (await ensureExampleBuilt()) ? 0 : 1 }));
await tally.together({
  ...Object.fromEntries(
    projects.map((project) => [`typecheck ${project}`, () => tool('tsc', '-p', project, '--noEmit', '--pretty', 'false')]),
  ),
  'format and lint': () => tool('biome', 'ci', '--error-on-warnings', '.'),
  'dependency rules': () => tool('depcruise', '--config', '.dependency-cruiser.mjs', '.'),
  'unused code': () => tool('knip'),
  'package shape (publint)': () => tool('publint', '--strict'),
  'package types (attw)': () => tool('attw', '--pack', '.', '--profile', 'esm-only', '--no-emoji'),
  ...Object.fromEntries(
    ['lockfile', 'licences', 'secrets'].map((gate) => [
      `${gate} gate`,
      async () => check(await runNode(join(root, `scripts/gates/${gate}.mjs`), [], { quiet: true })),
    ]),
  ),
});
await tally.step('unit, contract, React, type and architecture tests', () => vitest('!integration'));
// Both wait for nodes, clocks and pages more than they work, so one has the cores while the other waits. More than three things at a time
// would make pages wait for cores instead.
await tally.together({
  'flows in a browser': () => runBrowserTests(),
  'integration tests': () => vitest('integration', { quiet: true }, '--maxWorkers=1'),
});
// A report, not a check: no test fails on a figure. It is a failure only when it cannot be made.
await tally.step('size report', async () => check(await runNode(join(root, 'scripts/size.mjs'), [], { env })));
tally.close();
