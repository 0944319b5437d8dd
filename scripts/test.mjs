/**
 * `npm test`: installs what is missing, including the browser, and runs all checks and tests. Continues after a failure. Ends with
 * `N passed, N failed`, and `flaky: <name>` for each test that passed on a retry.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

requireNode();
await ensureInstalled();
// Imported after the installation because they need the packages.
const { ensureChromium } = await import('./lib/ensure-chromium.mjs');
const { ensureExampleBuilt } = await import('./lib/ensure-built.mjs');
const { runPlaywright, runScript, runVitest, TestRun } = await import('./lib/test-run.mjs');

const env = { LATCHKEY_CHROMIUM: await ensureChromium() };
const run = new TestRun();

await run.step('build', async () => ((await ensureExampleBuilt()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
await run.step('static checks', () => runScript('check'));
await run.step('unit, contract, React, type and package tests', () => runVitest('unit', ['--project=!integration*'], env));
// Run sequentially, because both start real nodes.
await run.step('integration tests', () => runVitest('integration', ['--project=integration*'], env));
await run.step('E2E tests', () => runPlaywright([], env));
// A report only: sizes do not fail the run.
await run.step('sizes', async () => ({ ...(await runScript('size')), passed: 1, failed: 0 }));
run.close();
