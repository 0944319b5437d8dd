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
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
const { runBrowserTests } = await import('./lib/browser-tests.mjs');

const chromium = await ensureChromium();
const env = { LATCHKEY_CHROMIUM: chromium };
const tally = new Tally();

/** Every TypeScript project of the repository but the build, which is a step of its own. */
const projects = [
  'tsconfig.json',
  'tsconfig.domain.json',
  ...['sandbox', ...subfolders('examples'), ...subfolders('tests')]
    .map((folder) => `${folder}/tsconfig.json`)
    .filter((path) => existsSync(join(root, path))),
];

function subfolders(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
}

await tally.step('build', async () => check({ code: (await ensurePackageBuilt()) ? 0 : 1 }));
for (const project of projects) {
  await tally.step(`typecheck ${project}`, async () => check(await runTool('tsc', ['-p', project, '--noEmit', '--pretty', 'false'])));
}
await tally.step('format and lint', async () => check(await runTool('biome', ['ci', '--error-on-warnings', '.'])));
await tally.step('dependency rules', async () => check(await runTool('depcruise', ['--config', '.dependency-cruiser.mjs', '.'])));
await tally.step('unused code', async () => check(await runTool('knip')));
await tally.step('package shape (publint)', async () => check(await runTool('publint', ['--strict'])));
await tally.step('package types (attw)', async () => check(await runTool('attw', ['--pack', '.', '--profile', 'esm-only', '--no-emoji'])));
for (const gate of ['lockfile', 'licences', 'secrets']) {
  await tally.step(`${gate} gate`, async () => check(await runNode(join(root, `scripts/gates/${gate}.mjs`))));
}
await tally.step('unit, contract, React, type, architecture and integration tests', async () => {
  const report = join(root, '.cache/vitest.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  return vitestSums(
    report,
    await runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { env }),
  );
});
await tally.step('flows in a browser', () => runBrowserTests());
// A report, not a check: no test fails on a figure. It is a failure only when it cannot be made.
await tally.step('size report', async () => check(await runNode(join(root, 'scripts/size.mjs'), [], { env })));
tally.close();
