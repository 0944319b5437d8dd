/**
 * `npm test`: installs what is missing, browser included, and runs everything that a change can break. Goes on after a failure, so that one run
 * shows all of them. Ends with `N passed, N failed`, and `flaky: <name>` for each test that failed first and passed when it was run again.
 */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

requireNode();
await ensureInstalled();
// Imported now: these need the packages.
const { ensureChromium } = await import('./lib/ensure-chromium.mjs');
const { ensureExampleBuilt } = await import('./lib/ensure-built.mjs');
const { runPlaywright, runScript, runVitest, TestRun } = await import('./lib/test-run.mjs');

const env = { LATCHKEY_CHROMIUM: await ensureChromium() };
const run = new TestRun();

await run.step('build', async () => ((await ensureExampleBuilt()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
await run.step('static checks', () => runScript('check'));
await run.step('unit, contract, React, type and package tests', () => runVitest('unit', ['--project=!integration*'], env));
// One after the other: both start real nodes, and each has both cores.
await run.step('integration tests', () => runVitest('integration', ['--project=integration*'], env));
await run.step('flows in a browser', () => runPlaywright([], env));
// A report: no test fails on a figure.
await run.step('sizes', async () => ({ ...(await runScript('size')), passed: 1, failed: 0 }));
run.close();
