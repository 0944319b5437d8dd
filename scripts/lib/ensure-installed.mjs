import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runNpm } from './run.mjs';

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Returns how the installed packages differ from the lockfile; `null` if they do not. */
const stalenessReason = () => {
  const installedLock = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return 'nothing is installed yet';
  const installed = readPackages(installedLock);
  for (const [path, locked] of Object.entries(readPackages(join(root, 'package-lock.json')))) {
    if (!path.includes('node_modules/') || locked.link) continue;
    const found = installed[path];
    if (found === undefined ? !locked.optional && !locked.devOptional && !locked.peer : found.version !== locked.version)
      return `${path} is ${found?.version ?? 'missing'}, but ${locked.version} in the lockfile`;
  }
  return null;
};

/** Installs the packages of the lockfile, without running their scripts, unless they are installed already. */
export const ensureInstalled = async () => {
  const reason = stalenessReason();
  if (reason === null) return;
  console.log(`Installing packages (${reason}) …`);
  const { code, output } = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { quiet: true });
  if (code === 0) return;
  console.error(output);
  console.error('npm ci failed: is the registry reachable?');
  process.exit(1);
};
