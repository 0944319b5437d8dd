import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this workspace, wherever the running code was bundled to. */
export const SANDBOX_ROOT = dirname(createRequire(import.meta.url).resolve('@latchkey/sandbox/package.json'));
