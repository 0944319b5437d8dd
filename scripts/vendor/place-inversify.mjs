import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { listFiles } from '../lib/files.mjs';
import { root } from '../lib/root.mjs';
import { bundleInversify } from './inversify.mjs';

/** Where the file stands among the compiled modules, and the notice that npm publishes with them. */
const PLACE = 'vendor/inversify.js';
const NOTICE = 'THIRD-PARTY-NOTICES.md';

/** An import of anything of Inversify's. */
const IMPORT = /(\bfrom |\bimport |\bimport\()(['"])((?:@inversifyjs\/[^'"]+)|inversify|reflect-metadata[^'"]*)\2/g;

/** An import of the file instead, seen from a compiled module. */
const importOf = (folder, path) => {
  const steps = relative(dirname(join(folder, path)), join(folder, PLACE))
    .split(sep)
    .join('/');
  return `'${steps.startsWith('.') ? steps : `./${steps}`}'`;
};

/**
 * Puts our file of Inversify among the compiled modules and has those that import Inversify import it.
 * @returns what is wrong with the result
 */
export const placeInversify = async (folder) => {
  const made = await bundleInversify().catch(({ message }) => ({ fault: message }));
  if (made.fault !== undefined) return [made.fault];
  const { code, packages, licences } = made;
  mkdirSync(dirname(join(folder, PLACE)), { recursive: true });
  let importers = 0;
  const faults = [];
  for (const path of listFiles('.', folder)) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const [whole, , , name] of text.matchAll(IMPORT)) {
      if (path.endsWith('.d.ts')) faults.push(`${path} has a type of ${name}, which a host does not install`);
      else if (name !== 'inversify' || !whole.startsWith('from '))
        faults.push(`${path} imports ${name}, which is not in the file of Inversify`);
    }
    const placed = path.endsWith('.js') ? text.replaceAll(IMPORT, (_, how) => `${how}${importOf(folder, path)}`) : text;
    if (placed === text) continue;
    importers += 1;
    writeFileSync(join(folder, path), placed);
  }
  if (importers === 0) faults.push('no module imports Inversify: its file is not needed');
  writeFileSync(join(folder, PLACE), code);
  const notice = readFileSync(join(root, NOTICE), 'utf8');
  for (const name of packages) if (!notice.includes(`\`${name}\``)) faults.push(`${NOTICE} does not name ${name}`);
  for (const licence of licences)
    if (!notice.includes(licence)) faults.push(`${NOTICE} lacks a licence: ${licence.split('\n', 3).join(' ')} …`);
  return faults;
};
