import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/** Code blocks of a guide that name a file, as in "```tsx app/page.tsx", by that name. */
const guideFiles = (guide) => {
  const text = readFileSync(join(root, 'docs/guides', guide), 'utf8');
  return new Map([...text.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path, code]) => [path, code]));
};

/**
 * Writes the app of a guide to a folder outside of the source: the files of `tests/matrix/<name>` and the code blocks of the guide.
 * Returns the folder, and a function that adds the built package after `npm ci`. Its dependencies are those of the repository.
 */
export const createGuideApp = (name, guide) => {
  const folder = join(root, '.cache/guides', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'tests/matrix', name), folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  const files = guideFiles(guide);
  if (files.size === 0) throw new Error(`${guide} has no code blocks that name a file`);
  for (const [path, code] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  const addPackage = () => {
    const target = join(folder, 'node_modules/latchkey');
    cpSync(join(root, 'dist'), join(target, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(target, 'package.json'));
    // The app may have other versions of these.
    for (const name of Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies)) {
      const link = join(target, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link, 'junction');
    }
  };
  return { folder, addPackage };
};
