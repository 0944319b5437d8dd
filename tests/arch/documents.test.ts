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
].filter((path) => existsSync(join(root, path)));

/** Targets of links and pictures that lie in the repository, from its root. */
const targetsOf = (path: string): readonly string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:\]\(|src=")([^)\s#"]+)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(path), target));

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
