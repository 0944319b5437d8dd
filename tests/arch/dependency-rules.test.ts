import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CLEAN, INSTALLED, PLANTS } from './plants.js';

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
}

const root = resolve(import.meta.dirname, '../..');
const config = join(root, '.dependency-cruiser.mjs');
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const made: string[] = [];

const house = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-arch-'));
  made.push(folder);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const file of ['tsconfig.json', 'tsconfig.base.json']) copyFileSync(join(root, file), join(folder, file));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
    readonly devDependencies: object;
  };
  // Allowed in the domain, and in nobody's way while nothing needs them.
  const dependencies = { ...manifest.dependencies, '@scure/base': '2.0.0', valibot: '1.5.0' };
  const devDependencies = Object.fromEntries(Object.entries(manifest.devDependencies).filter(([name]) => !(name in dependencies)));
  write('package.json', JSON.stringify({ ...manifest, dependencies, devDependencies }));
  for (const name of INSTALLED) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  write('node_modules/@noble/hashes/sha3.js', '');
  symlinkSync('..', join(folder, 'node_modules/latchkey'));
  for (const [path, content] of Object.entries(files)) write(path, content);
  return folder;
};

const violations = (folder: string): readonly Violation[] => {
  const { stdout, stderr } = spawnSync(process.execPath, [cruiser, '--config', config, '--output-type', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly summary: { readonly violations: readonly Violation[] } }).summary.violations;
};

const spoken = (found: readonly Violation[]): readonly string[] => found.map(({ rule, from }) => `${rule.name}: ${from}`).sort();

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

describe('the dependency rules', () => {
  it('let a house in order pass', () => {
    expect(spoken(violations(house(CLEAN)))).toEqual([]);
  });

  it('each fire on a planted violation, and no other rule fires on it', () => {
    const files = Object.assign({}, CLEAN, ...PLANTS.map((plant) => plant.files));
    const expected = PLANTS.map(({ rule, files: planted }) => `${rule}: ${Object.keys(planted)[0]}`).sort();
    expect(spoken(violations(house(files)))).toEqual(expected);
  });

  it('have a plant each and tell the author what to do', () => {
    const rules = JSON.parse(
      execFileSync(
        process.execPath,
        ['--input-type=module', '-e', `import c from ${JSON.stringify(config)}; console.log(JSON.stringify(c.forbidden))`],
        {
          encoding: 'utf8',
        },
      ),
    ) as readonly { readonly name: string; readonly comment: string; readonly severity: string }[];
    expect([...new Set(PLANTS.map(({ rule }) => rule))].sort()).toEqual(rules.map(({ name }) => name).sort());
    for (const { comment, severity } of rules) {
      expect(severity).toBe('error');
      expect(comment).toMatch(/^\S.{40,}\.$/);
    }
  });
});
