import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../scripts/lib/files.mjs';
import { root } from './source-files.js';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...listFiles('docs').filter((path: string) => path.endsWith('.md')),
  'sandbox/README.md',
  'bench/README.md',
  ...listFiles('examples').filter((path: string) => path.endsWith('README.md')),
].filter((path) => existsSync(join(root, path)));

/** Targets of links and pictures that lie in the repository, from its root. */
const targetsOf = (path: string): readonly string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:\]\(|src=")([^)\s#"]+)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(path), target));

/** What a heading is called in an address, as the usual renderers of Markdown do it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string): readonly string[] => [...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Links of a document to a heading that is not there. */
const lostAnchorsOf = (path: string, text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)]
    .filter(([, target = '', anchor = '']) => {
      const file = target === '' ? path : posix.join(posix.dirname(path), target);
      return file.endsWith('.md') && !anchorsIn(target === '' ? text : readFileSync(join(root, file), 'utf8')).includes(anchor);
    })
    .map(([link]) => link);

/** Commands of a document that belong to the repository: scripts of package.json and files that Node runs. */
const commandsOf = (path: string): readonly string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/\b(?:npm (?:run [\w:-]+|test)|node [\w./-]+\.mjs)/g)].map(([command]) => command);

const isReal = (command: string): boolean => {
  const [program, ...words] = command.split(' ');
  const name = words.at(-1) ?? '';
  if (program === 'node') return existsSync(join(root, name));
  return Object.hasOwn(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts, name);
};

describe('the documents', () => {
  it('are found', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/connect.md']));
    expect(targetsOf('CONTRIBUTING.md').length).toBeGreaterThan(10);
  });

  it.each(documents)('%s points at nothing that is not there', (path) => {
    expect(targetsOf(path).filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it.each(documents)('%s points at no heading that is not there', (path) => {
    expect(lostAnchorsOf(path, readFileSync(join(root, path), 'utf8'))).toEqual([]);
    const planted = '# Here\n[found](#here) [found](docs/connect.md#the-use-case) [lost](#there) [lost](docs/connect.md#nowhere)';
    expect(lostAnchorsOf('planted.md', planted)).toEqual(['](#there)', '](docs/connect.md#nowhere)']);
  });

  it.each(['README.md', 'CONTRIBUTING.md'])('%s names no command that is not there', (path) => {
    expect(commandsOf(path)).toContain('npm run demo');
    expect(commandsOf(path).filter((command) => !isReal(command))).toEqual([]);
    expect(['npm run no-such-script', 'node scripts/no-such-file.mjs'].filter(isReal)).toEqual([]);
  });

  it('README.md starts with what Latchkey is, a picture, the two commands and a quick start of ten lines', () => {
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    const screenful = text.split('\n').slice(0, 45).join('\n');
    expect(screenful).toMatch(/^# Latchkey\n\n\S/);
    expect(screenful).toMatch(/<img src="docs\/images\/modal\.png"[^>]* alt="[^"]+"/);
    for (const command of ['npm run demo', 'npm test']) expect(screenful).toContain(command);
    const quickStart = /```tsx\n([\s\S]*?)```/
      .exec(screenful)?.[1]
      ?.split('\n')
      .filter((line) => line !== '');
    expect(quickStart?.length).toBeLessThanOrEqual(10);
  });
});
