/** `npm run build`: compiles the package to dist/, one module per file, ESM and type definitions. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS, packageHash, stamp } from './lib/ensure-built.mjs';
import { listFiles } from './lib/files.mjs';
import { requireNode, root } from './lib/root.mjs';
import { runTool } from './lib/run.mjs';

/** Returns the problems of the compiled files: unexpected files and missing entries. */
const findFaults = (folder) => {
  const faults = [];
  for (const path of listFiles('.', folder)) {
    if (!LAYERS.includes(path.split('/')[0]) || /\.(test|test-d|spec)\.|\.planted\./.test(path))
      faults.push(`${path} must not be in the package`);
    if (!/\.(js|js\.map|d\.ts)$/.test(path)) faults.push(`${path} is neither a module with its source map nor a type definition`);
  }
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const targets of Object.values(exports)) {
    for (const target of typeof targets === 'string' ? [targets] : Object.values(targets)) {
      const inDist = target.startsWith('./dist/') ? target.slice('./dist/'.length) : null;
      if (inDist !== null && !existsSync(join(folder, inDist))) faults.push(`package.json exports ${target}, which was not built`);
    }
  }
  return faults;
};

requireNode();
const hash = packageHash();
// Compiled into a temporary folder and swapped at the end, so that a failed build keeps the old output and no build is half visible. It is
// beside dist, because source maps hold relative paths.
const fresh = mkdtempSync(join(root, '.dist-'));
const compile = async (project) => (await runTool('tsc', ['-p', project, '--outDir', fresh])).code === 0;
// Node code is compiled separately, so that other code has no Node globals.
const isCompiled = (await compile('tsconfig.build.json')) && (await compile('tsconfig.build.node.json'));
const faults = isCompiled ? findFaults(fresh) : ['tsc found errors'];
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  rmSync(fresh, { recursive: true });
  process.exit(1);
}
const dist = join(root, 'dist');
const old = `${fresh}-old`;
if (existsSync(dist)) renameSync(dist, old);
renameSync(fresh, dist);
rmSync(old, { recursive: true, force: true });
stamp('latchkey', hash);
console.log(`dist: ${listFiles('.', dist).filter((path) => path.endsWith('.js')).length} modules`);
