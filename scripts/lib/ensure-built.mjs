import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles, listFiles } from './files.mjs';
import { root } from './root.mjs';
import { runNode, runTool } from './run.mjs';

/** The layers that are compiled into the package. */
export const LAYERS = ['domain', 'application', 'adapters', 'presentation', 'composition', 'server', 'testing'];

const EXAMPLE = 'examples/react-vite';

const packageInputs = () => [
  ...LAYERS.flatMap((layer) => listFiles(layer)),
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'tsconfig.build.node.json',
  'scripts/build.mjs',
];

const stampOf = (name) => join(root, '.cache/stamps', name);

/** Whether an output exists and was built from the current inputs. */
const isFresh = (name, output, inputs) =>
  existsSync(join(root, output)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hashFiles(inputs);

/** Hash of everything that the package is built from. */
export const packageHash = () => hashFiles(packageInputs());

/** Stores the hash of the inputs of an output. */
export const stamp = (name, hash) => {
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), hash);
};

const ensureBuilt = async ({ name, output, inputs, build }) => {
  if (isFresh(name, output, inputs)) return true;
  // Hashed before the build, so that a change during the build makes it stale.
  const hash = hashFiles(inputs);
  console.log(`Building ${name} …`);
  const { code, output: log } = await build();
  if (code !== 0) {
    console.error(log);
    return false;
  }
  stamp(name, hash);
  return true;
};

/** Builds the package unless it is up to date. Resolves to whether that succeeded. */
export const ensurePackageBuilt = () =>
  ensureBuilt({
    name: 'latchkey',
    output: 'dist/composition/entry/index.js',
    inputs: packageInputs(),
    build: () => runNode(join(root, 'scripts/build.mjs'), [], { quiet: true }),
  });

/** Builds the package and the static files of the example unless they are up to date. Resolves to whether that succeeded. */
export const ensureExampleBuilt = async () =>
  (await ensurePackageBuilt()) &&
  ensureBuilt({
    name: 'react-vite',
    output: `${EXAMPLE}/dist/index.html`,
    inputs: [...packageInputs(), ...listFiles(EXAMPLE)],
    // Set explicitly: test runners set NODE_ENV to another value, and React's development build is twice as large.
    build: () =>
      runTool('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, EXAMPLE), env: { NODE_ENV: 'production' }, quiet: true }),
  });
