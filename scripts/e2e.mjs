/** `npm run e2e -- --grep @connect`: flows in a real Chromium. Works after `npm ci --ignore-scripts` alone; ends with `N passed`. */
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

requireNode();
await ensureInstalled();
const args = process.argv.slice(2);
const { passed, failed } = await runBrowserTests(args);
// A list runs nothing, so there is nothing to add up.
if (args.includes('--list')) process.exit();
console.log(failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
