/** Run before an example starts: installs missing packages and builds Latchkey unless it is up to date. */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode } from './lib/root.mjs';

requireNode();
await ensureInstalled();
// Imported after the installation because it needs the packages.
const { ensurePackageBuilt } = await import('./lib/ensure-built.mjs');
if (!(await ensurePackageBuilt())) process.exit(1);
