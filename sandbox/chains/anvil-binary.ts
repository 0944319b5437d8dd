import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
};

const FILE = process.platform === 'win32' ? 'anvil.exe' : 'anvil';

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const fromPackage = (): string | null => {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (platform === undefined) return null;
  const name = `@foundry-rs/anvil-${platform}`;
  try {
    // The platform package is a dependency of the wrapper, so it is looked for from there.
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs');
    return join(createRequire(wrapper).resolve(`${name}/package.json`), '..', 'bin', FILE);
  } catch {
    return null;
  }
};

const fromPath = (): readonly string[] => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, FILE));

/**
 * Finds the anvil program: the environment variable `LATCHKEY_ANVIL`, then the npm package of this platform, then `PATH`.
 * @throws Error that names the three places when there is none
 * @see https://getfoundry.sh/anvil
 */
export const anvilBinary = (): string => {
  const wanted = process.env['LATCHKEY_ANVIL'];
  const candidates = wanted === undefined ? [fromPackage(), ...fromPath()] : [wanted];
  const found = candidates.find((path) => path !== null && isExecutable(path));
  if (found === undefined || found === null) {
    throw new Error(
      `The sandbox found no anvil for ${process.platform}-${process.arch}. Install the optional dependencies of @foundry-rs/anvil, put anvil on PATH, or set LATCHKEY_ANVIL to its path.`,
    );
  }
  return found;
};
