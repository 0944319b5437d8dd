import { existsSync } from 'node:fs';
import { run, runTool } from './run.mjs';

const KNOWN_PATHS = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser'],
};

const findInstalled = () => {
  const configured = process.env.LATCHKEY_CHROMIUM;
  if (configured !== undefined && configured !== '') {
    if (existsSync(configured)) return configured;
    throw new Error(`LATCHKEY_CHROMIUM is set to ${configured}, which does not exist`);
  }
  return (KNOWN_PATHS[process.platform] ?? []).find((path) => existsSync(path));
};

/** Returns the Chromium that Playwright has already downloaded, if any. */
const findDownloaded = async () => {
  const script = "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath())";
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', script], { quiet: true });
  return code === 0 && existsSync(output.trim()) ? output.trim() : undefined;
};

const installFromSystem = async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium with apt-get …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env, quiet: true });
  if (code !== 0) console.error(output);
  return findInstalled();
};

const download = async () => {
  console.log('Downloading Chromium with Playwright …');
  const { code, output } = await runTool('playwright', ['install', 'chromium'], { quiet: true });
  if (code !== 0) console.error(output);
  return findDownloaded();
};

/**
 * Finds or installs a Chromium, in this order: LATCHKEY_CHROMIUM, the usual paths, Playwright's download, the system package, a new
 * download. The npm packages must be installed before.
 * @returns {Promise<string>} Path of the executable.
 */
export const ensureChromium = async () => {
  const found = findInstalled() ?? (await findDownloaded()) ?? (await installFromSystem()) ?? (await download());
  if (found !== undefined) return found;
  throw new Error('No Chromium found and none could be installed: set LATCHKEY_CHROMIUM to the path of one');
};
