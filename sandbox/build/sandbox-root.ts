import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Folder of this workspace, independent of where the running code was bundled to. */
export const SANDBOX_ROOT = dirname(createRequire(import.meta.url).resolve('@latchkey/sandbox/package.json'));
