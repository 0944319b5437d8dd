/** `npm run e2e -- --grep @connect`: E2E tests in a real Chromium. Installs and builds what is missing; ends with `N passed`. */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

requireNode();
await ensureInstalled();
const { ensureChromium } = await import('./lib/ensure-chromium.mjs');
const { ensureExampleBuilt } = await import('./lib/ensure-built.mjs');
const { runPlaywright } = await import('./lib/test-run.mjs');

if (!(await ensureExampleBuilt())) throw new Error('The demo page could not be built');
const args = process.argv.slice(2);
const { passed, failed, flaky = [] } = await runPlaywright(args, { LATCHKEY_CHROMIUM: await ensureChromium() });
// `--list` runs no tests.
if (args.includes('--list')) process.exit();
console.log(failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`);
for (const name of flaky) console.log(`flaky: ${name}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
