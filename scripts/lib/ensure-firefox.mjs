import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const KNOWN_PATHS = {
  darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  linux: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
};

const findInstalled = () => {
  const configured = process.env.LATCHKEY_FIREFOX;
  if (configured !== undefined && configured !== '') {
    if (existsSync(configured)) return configured;
    throw new Error(`LATCHKEY_FIREFOX is set to ${configured}, which does not exist`);
  }
  return (KNOWN_PATHS[process.platform] ?? []).find((path) => existsSync(path));
};

const installFromSystem = async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Firefox with apt-get …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', 'firefox-esr'], { env, quiet: true });
  if (code !== 0) console.error(output);
  return findInstalled();
};

/**
 * Finds or installs Firefox, in this order: LATCHKEY_FIREFOX, the usual paths, the system package, which only root can install.
 * @returns {Promise<string | undefined>} Path of the executable; `undefined` if there is none and none could be installed.
 */
export const ensureFirefox = async () => findInstalled() ?? (await installFromSystem());
