/**
 * `npm test`: installs what is missing, including the browser, and runs all checks and tests. Continues after a failure. Ends with
 * `N passed, N failed`, and `flaky: <name>` for each test that passed on a retry.
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode, root } from './lib/root.mjs';

/** Of the checks that compute, so that the pages and nodes of the other tests get the processor when they need it. */
const LOW_PRIORITY = 5;

const UNIT_PROJECTS = ['unit', 'react*', 'arch', 'built'].map((name) => `--project=${name}`);

requireNode();
await ensureInstalled();
// Imported after the installation because they need the packages.
const { ensureChromium } = await import('./lib/ensure-chromium.mjs');
const { ensureExampleBuilt } = await import('./lib/ensure-built.mjs');
const { startInBackground } = await import('./lib/run.mjs');
const { runScript, runVitest, TestRun } = await import('./lib/test-run.mjs');

const env = { LATCHKEY_CHROMIUM: await ensureChromium() };
const run = new TestRun();

await run.step('build', async () => ((await ensureExampleBuilt()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
// These mostly wait for nodes and pages, and the checks in between mostly compute.
const totals = join(mkdtempSync(join(tmpdir(), 'latchkey-')), 'totals.json');
const realComponents = startInBackground(join(root, 'scripts/lib/real-components.mjs'), { env: { ...env, LATCHKEY_SUMS: totals } });
setPriority(LOW_PRIORITY);
await run.step('static checks', () => runScript('check'));
await run.step('unit, contract, React and package tests', () => runVitest('unit', UNIT_PROJECTS, env));
await run.step('integration tests with nodes of their own', () => runVitest('standalone', ['--project=standalone'], env));
// A report only: sizes do not fail the run.
await run.step('sizes', async () => ({ ...(await runScript('size')), passed: 1, failed: 0 }));
await run.step('integration and E2E tests, started after the build', async () => {
  await realComponents.show();
  // A run without totals did not finish.
  return existsSync(totals) ? JSON.parse(readFileSync(totals, 'utf8')) : { passed: 0, failed: 1 };
});
run.close();
