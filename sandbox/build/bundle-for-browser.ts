import { join } from 'node:path';
import { build } from 'esbuild';
import { SANDBOX_ROOT } from './sandbox-root.js';

/** Bundles one entry of this workspace into one script that a browser runs as it is. @param entry path inside the workspace */
export const bundleForBrowser = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(SANDBOX_ROOT, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`The bundle of ${entry} is empty.`);
  return output.text;
};
