import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../../scripts/lib/run.mjs';
import { bench } from './pages.mjs';

const folder = join(bench, 'peers');

const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/** Version of an installed peer package. */
export const peerVersion = (name) => read(`node_modules/${name}/package.json`).version;

const isInstalled = () =>
  existsSync(join(folder, 'node_modules/.package-lock.json')) &&
  Object.entries(read('package.json').dependencies).every(
    ([name, version]) => existsSync(join(folder, 'node_modules', name, 'package.json')) && peerVersion(name) === version,
  );

/** Installs the peers by their own lockfile, without running their scripts, unless they are installed already. */
export const ensurePeers = async () => {
  if (isInstalled()) return;
  console.log('Installing the peers …');
  const { code, output } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, quiet: true });
  if (code !== 0) throw new Error(`npm ci failed in bench/peers: ${output}`);
};
