import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles, listFiles } from './files.mjs';
import { root } from './root.mjs';
import { runNode, runTool } from './run.mjs';

/** The floors that are compiled into the package. */
export const FLOORS = ['domain', 'application', 'adapters', 'presentation', 'composition', 'server', 'testing'];

const EXAMPLE = 'examples/react-vite';

const packageInputs = () => [
  ...FLOORS.flatMap((floor) => listFiles(floor)),
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'tsconfig.build.node.json',
  'scripts/build.mjs',
];

const stampOf = (name) => join(root, '.cache/stamps', name);

/** Whether an output exists and was made from the inputs as they are. */
const isFresh = (name, output, inputs) =>
  existsSync(join(root, output)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hashFiles(inputs);

/** Hash of everything that the package is built from. */
export const packageHash = () => hashFiles(packageInputs());

/** Remembers what an output was made from. */
export const stamp = (name, hash) => {
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), hash);
};

const make = async ({ name, output, inputs, build }) => {
  if (isFresh(name, output, inputs)) return true;
  // Hashed before the build: what changes meanwhile makes it stale again.
  const hash = hashFiles(inputs);
  console.log(`Building ${name} …`);
  const { code, output: said } = await build();
  if (code !== 0) {
    console.error(said);
    return false;
  }
  stamp(name, hash);
  return true;
};

/** Builds the package unless its output is up to date. Resolves to whether there is one. */
export const ensurePackageBuilt = () =>
  make({
    name: 'latchkey',
    output: 'dist/composition/entry/index.js',
    inputs: packageInputs(),
    build: () => runNode(join(root, 'scripts/build.mjs'), [], { quiet: true }),
  });

/** Builds the package and the example's static files unless they are up to date. Resolves to whether there are any. */
export const ensureExampleBuilt = async () =>
  (await ensurePackageBuilt()) &&
  make({
    name: 'react-vite',
    output: `${EXAMPLE}/dist/index.html`,
    inputs: [...packageInputs(), ...listFiles(EXAMPLE)],
    // Said outright: a test runner that calls us has set NODE_ENV to something else, and React's development build weighs twice as much.
    build: () =>
      runTool('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, EXAMPLE), env: { NODE_ENV: 'production' }, quiet: true }),
  });
