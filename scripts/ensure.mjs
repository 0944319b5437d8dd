/** What an example needs before it starts: installs what is missing and builds the package unless it is up to date. */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

requireNode();
await ensureInstalled();
// Imported now: it needs the packages.
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
if (!(await ensurePackageBuilt())) process.exit(1);
