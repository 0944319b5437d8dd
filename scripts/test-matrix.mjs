/**
 * `npm run test:matrix`: long runs. Property tests with many more cases, the hooks and views under the oldest React, the wallet protocol
 * between ours and every supported version of the official client, and the public types under every supported TypeScript.
 * Ends with `N passed, N failed`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode, root } from './lib/root.mjs';
import { runNode, runNpm, runTool } from './lib/run.mjs';
import { check, Tally, vitestSums } from './lib/tally.mjs';

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
const tally = new Tally();

/** Cases of each property test in a long run; the usual is 100. */
const FUZZ_RUNS = process.env.LATCHKEY_FUZZ_RUNS ?? '5000';

/** Test files that hold a property. */
const propertyTests = () =>
  readdirSync(join(root, 'tests/unit'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => `tests/unit/${path.replaceAll('\\', '/')}`)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("from 'fast-check'"));

await tally.step('build', async () => check({ code: (await ensurePackageBuilt()) ? 0 : 1 }));

await tally.step(`property tests with ${FUZZ_RUNS} cases each`, async () => {
  const report = join(root, '.cache/fuzz.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const args = ['run', ...propertyTests(), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return vitestSums(report, await runTool('vitest', args, { env: { LATCHKEY_FUZZ_RUNS: FUZZ_RUNS } }));
});

const oldReact = join(root, 'tests/matrix/react-18');
await tally.step('install React 18', async () =>
  check(await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: oldReact })),
);
await tally.step('React tests under React 18.2', async () => {
  const report = join(root, '.cache/react-18.json');
  rmSync(report, { force: true });
  const args = ['run', '--project', 'react', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return vitestSums(report, await runTool('vitest', args, { env: { LATCHKEY_REACT_FROM: join(oldReact, 'node_modules') } }));
});

const peers = join(root, 'tests/matrix/interop');
await tally.step('install the versions of the official client', async () =>
  check(await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: peers })),
);
await tally.step('interoperation of every client with every other, in both roles', async () => {
  const report = join(root, '.cache/interop.json');
  rmSync(report, { force: true });
  const tests = ['interop', 'link-mode'].map((name) => `tests/integration/walletconnect/${name}.test.ts`);
  const args = ['run', '--project', 'integration', ...tests, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return vitestSums(report, await runTool('vitest', args, { env: { LATCHKEY_INTEROP_FROM: peers } }));
});

const versions = join(root, 'tests/matrix/typescript');
await tally.step('install the TypeScript versions', async () =>
  check(await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: versions })),
);
for (const name of Object.keys(JSON.parse(readFileSync(join(versions, 'package.json'), 'utf8')).devDependencies)) {
  await tally.step(`public types under ${name}`, async () =>
    check(await runNode(join(versions, 'node_modules', name, 'bin/tsc'), ['-p', join(versions, 'tsconfig.json'), '--pretty', 'false'])),
  );
}
tally.close();
