import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureExampleBuilt } from './ensure-built.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { root } from './root.mjs';
import { runTool } from './run.mjs';
import { playwrightSums } from './tally.mjs';

/**
 * Builds what the pages need and runs Playwright in a real Chromium.
 * @param {readonly string[]} args Further arguments for `playwright test`.
 */
export const runBrowserTests = async (args = []) => {
  if (!(await ensureExampleBuilt())) throw new Error('The demo page does not build');
  const report = join(root, '.cache/playwright.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const env = { LATCHKEY_CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return playwrightSums(report, await runTool('playwright', ['test', '--reporter=list,json', ...args], { env }));
};
