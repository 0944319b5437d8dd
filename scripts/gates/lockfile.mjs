/**
 * The lockfile gate: it names no registry but the public one, every package has its integrity hash, and it is complete on every
 * platform, so that `npm ci --ignore-scripts` works on a fresh machine of any kind.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/root.mjs';

/** What is wrong with the `packages` of a lockfile. */
export const findLockfileFaults = (packages) => {
  const faults = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.link || !path.includes('node_modules/')) continue;
    if (entry.resolved !== undefined && !entry.resolved.startsWith('https://registry.npmjs.org/'))
      faults.push(`${path} is resolved to ${entry.resolved}`);
    // A build for another platform may be listed without its hash, where the registry at hand does not hold it.
    if (entry.integrity === undefined && !entry.inBundle && !(entry.optional && entry.os)) faults.push(`${path} has no integrity hash`);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const places = [
        `${path}/node_modules/${name}`,
        `node_modules/${name}`,
        `${path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))}/node_modules/${name}`,
      ];
      if (!places.some((place) => packages[place] !== undefined))
        faults.push(`${path} may need ${name}, which is not in the lockfile: pin a version all of whose platform builds exist`);
    }
  }
  return faults;
};

/** Judges every tracked lockfile. */
export const checkLockfiles = () => {
  const paths = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const faults = paths.flatMap((path) => {
    const { packages } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return findLockfileFaults(packages).map((fault) => `${path}: ${fault}`);
  });
  return { paths, faults };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { paths, faults } = checkLockfiles();
  for (const fault of faults) console.error(fault);
  console.log(`lockfiles: ${paths.length}, ${faults.length} faults`);
  process.exit(faults.length === 0 && paths.length > 0 ? 0 : 1);
}
