/**
 * `npm run test:matrix`: long runs. Property tests with many more cases, hooks and views with the oldest React, interoperability with older
 * versions of the official client, sign-in messages with siwe, the public types with every supported TypeScript, the apps of the
 * guides with Next.js, Express, Hono, Vue, wagmi, ethers and wallet-adapter, and the embedded wallet in Firefox. Ends with
 * `N passed, N failed`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFirefox } from './lib/ensure-firefox.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { createGuideApp } from './lib/guide-app.mjs';
import { requireNode, root } from './lib/root.mjs';
import { runNode, runNpm } from './lib/run.mjs';
import { runVitest, TestRun } from './lib/test-run.mjs';

requireNode();
await ensureInstalled();
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
const run = new TestRun();

/** One check, which passes with exit code 0. */
const check = ({ code }) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const install = (folder) => runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });

/** Runs of each property test; `npm test` has 50. */
const FUZZ_RUNS = process.env.LATCHKEY_FUZZ_RUNS ?? '2000';

/** Versions that cannot read the declarations of inversify 8, so that apps need `skipLibCheck`. Our declarations must still compile. */
const OLDER_THAN_INVERSIFY = new Set(['typescript-5.5', 'typescript-5.6', 'typescript-5.7']);

/** Whether tsc reported errors in node_modules only. */
const onlyInDependencies = (output) => {
  const errors = output.split('\n').filter((line) => / error TS\d+: /.test(line));
  return errors.length > 0 && errors.every((line) => line.startsWith('node_modules/'));
};

/** Test files with property tests, or with tests of more moments in long runs. */
const longTests = () =>
  readdirSync(join(root, 'tests/unit'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => `tests/unit/${path.replaceAll('\\', '/')}`)
    .filter((path) => /from '(?:fast-check|.*\/moments\.js)'/.test(readFileSync(join(root, path), 'utf8')));

await run.step('build', async () => check({ code: (await ensurePackageBuilt()) ? 0 : 1 }));

await run.step(`property tests with ${FUZZ_RUNS} cases each`, () => runVitest('fuzz', longTests(), { LATCHKEY_FUZZ_RUNS: FUZZ_RUNS }));

const oldReact = join(root, 'tests/matrix/react-18');
await run.step('install React 18', async () => check(await install(oldReact)));
await run.step('React tests under React 18.2', () =>
  runVitest('react-18', ['--project=react*'], { LATCHKEY_REACT_FROM: join(oldReact, 'node_modules') }),
);

const peers = join(root, 'tests/matrix/interop');
await run.step('install the older versions of the official client', async () => check(await install(peers)));
await run.step('interoperability with the older versions of the official client, in both roles', () => {
  const tests = ['interop', 'link-mode'].map((name) => `tests/integration/walletconnect/${name}.test.ts`);
  return runVitest('interop', ['--project=integration-isolated', ...tests], { LATCHKEY_INTEROP_FROM: peers });
});

const siwe = join(root, 'tests/matrix/siwe');
await run.step('install siwe', async () => check(await install(siwe)));
await run.step('sign-in messages with siwe, in both directions', async () =>
  check(await runNode(join(siwe, 'check.mjs'), [], { cwd: siwe })),
);

const versions = join(root, 'tests/matrix/typescript');
await run.step('install the TypeScript versions', async () => check(await install(versions)));
const names = Object.keys(JSON.parse(readFileSync(join(versions, 'package.json'), 'utf8')).devDependencies);
const compiles = async (name) => {
  const compiler = join(versions, 'node_modules', name, 'bin/tsc');
  const { code, output } = await runNode(compiler, ['-p', join(versions, 'tsconfig.json'), '--pretty', 'false'], { quiet: true });
  const isOk = code === 0 || (OLDER_THAN_INVERSIFY.has(name) && onlyInDependencies(output));
  process.stdout.write(`${name}: ${isOk ? 'ok' : 'failed'}\n${output}`);
  return isOk;
};
await run.step(`public types under ${names.join(', ')}`, async () => {
  // One compiler per core.
  const halves = [0, 1].map(async (half) => {
    const results = [];
    for (const name of names.filter((_, index) => index % 2 === half)) results.push(await compiles(name));
    return results;
  });
  const results = (await Promise.all(halves)).flat();
  return { passed: results.filter(Boolean).length, failed: results.filter((isOk) => !isOk).length };
});

/** Guides whose name is not that of their app. */
const GUIDES = { next: 'nextjs.md', 'sign-in': 'sign-in-servers.md' };

/** Apps of guides, each with what checks it: arguments of Node in its folder. */
const GUIDE_APPS = {
  'email-login': [['node_modules/typescript/bin/tsc'], ['check.mjs']],
  next: [['--test-reporter=spec', 'check.mjs']],
  'sign-in': [['node_modules/typescript/bin/tsc'], ['--test-reporter=spec', 'check.mjs']],
  vue: [
    ['node_modules/vue-tsc/bin/vue-tsc.js', '--noEmit'],
    ['node_modules/vite/bin/vite.js', 'build'],
  ],
  wagmi: [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.wagmi-2.json'],
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.wagmi-3.json'],
    ['check.mjs'],
  ],
};
for (const [name, commands] of Object.entries(GUIDE_APPS)) {
  const guide = GUIDES[name] ?? `${name}.md`;
  const { folder, addPackage } = createGuideApp(name, guide);
  await run.step(`install the app of ${guide}`, async () => check(await install(folder)));
  addPackage();
  for (const [script, ...args] of commands)
    await run.step(`${guide}: ${[script, ...args].join(' ')}`, async () => check(await runNode(script, args, { cwd: folder })));
}
const firefox = join(root, 'tests/matrix/firefox');
const executable = await ensureFirefox();
if (executable === undefined)
  run.skip(
    'the embedded wallet in Firefox',
    'there is no Firefox here, and only root can install it: set LATCHKEY_FIREFOX to the path of one',
  );
else {
  await run.step("install Firefox's driver", async () => check(await install(firefox)));
  const name = 'the embedded wallet in Firefox';
  const runFlow = () => runNode(join(firefox, 'check.mjs'), [], { cwd: firefox, env: { LATCHKEY_FIREFOX: executable } });
  // A flow that fails is run once more.
  await run.step(name, async () => {
    if ((await runFlow()).code === 0) return { passed: 1, failed: 0 };
    const again = check(await runFlow());
    return again.failed === 0 ? { ...again, flaky: [name] } : again;
  });
}
run.close();
