import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runNpm } from './run.mjs';

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Why the installed packages are not those of the lockfile; `null` when they are. */
const whyStale = () => {
  const installedLock = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return 'nothing is installed yet';
  const installed = readPackages(installedLock);
  for (const [path, wanted] of Object.entries(readPackages(join(root, 'package-lock.json')))) {
    if (!path.includes('node_modules/') || wanted.link) continue;
    const found = installed[path];
    if (found === undefined ? !wanted.optional && !wanted.devOptional && !wanted.peer : found.version !== wanted.version)
      return `${path} is ${found?.version ?? 'missing'}, the lockfile says ${wanted.version}`;
  }
  return null;
};

/** Installs the packages of the lockfile, without running their scripts, unless they are there already. */
export const ensureInstalled = async () => {
  const reason = whyStale();
  if (reason === null) return;
  console.log(`Installing packages (${reason}) …`);
  const { code, output } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { quiet: true });
  if (code === 0) return;
  console.error(output);
  console.error('npm ci failed: is the registry reachable?');
  process.exit(1);
};
