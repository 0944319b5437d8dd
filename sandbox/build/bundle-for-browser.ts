import { join } from 'node:path';
import { build } from 'esbuild';
import { SANDBOX_ROOT } from './sandbox-root.js';

/** Options of {@link bundleForBrowser}. */
export interface BundleOptions {
  /** Script that runs before the bundle. */
  readonly first?: string;
  /** Values of global identifiers in the bundle. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Bundles by entry and options. Sandboxes in one process share them. */
const bundled = new Map<string, Promise<string>>();

/**
 * Bundles one entry of this workspace into one browser script. The result is cached for the process.
 * @param entry path inside the workspace
 */
export const bundleForBrowser = (entry: string, options: BundleOptions = {}): Promise<string> => {
  const key = JSON.stringify([entry, options]);
  const script = bundled.get(key) ?? bundle(entry, options);
  bundled.set(key, script);
  return script;
};

const bundle = async (entry: string, { first, values = {} }: BundleOptions): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(SANDBOX_ROOT, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    define: { global: 'globalThis', ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])) },
    ...(first === undefined ? {} : { banner: { js: first } }),
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`The bundle of ${entry} is empty.`);
  return output.text;
};
