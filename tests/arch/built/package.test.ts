import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.js';
import { entries } from './built-package.js';

const packedFiles = (): readonly string[] => {
  const npm = process.env['npm_execpath'];
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const options: ExecFileSyncOptionsWithStringEncoding = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const output = npm?.endsWith('.js') ? execFileSync(process.execPath, [npm, ...args], options) : execFileSync('npm', args, options);
  const [packed] = JSON.parse(output) as readonly [{ readonly files: readonly { readonly path: string }[] }];
  return packed.files.map(({ path }) => path);
};

describe('packed package', () => {
  const files = packedFiles();

  it('contains only the built modules, their types and source maps, the licence, the README and the changelog', () => {
    expect(files.filter((path) => !path.startsWith('dist/')).sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    const layerFile = /^dist\/(domain|application|adapters|presentation|composition|server|testing)\/[a-z0-9./-]+\.(js|js\.map|d\.ts)$/;
    expect(files.filter((path) => path.startsWith('dist/') && !layerFile.test(path))).toEqual([]);
    expect(files.filter((path) => /\.(test|test-d|spec|stories)\./.test(path))).toEqual([]);
  });

  it('contains a type definition for each module', () => {
    const packed = new Set(files);
    expect(files.filter((path) => path.endsWith('.js') && path.startsWith('dist/') && !packed.has(path.replace(/\.js$/, '.d.ts')))).toEqual(
      [],
    );
  });

  it('contains a source map with the sources for each module, named by their place in the repository', () => {
    const modules = files.filter((path) => path.endsWith('.js'));
    const sources = modules.map((path) => {
      // Written by tsc. @see https://tc39.es/ecma426/
      const map = JSON.parse(readFileSync(join(root, `${path}.map`), 'utf8')) as {
        readonly sourcesContent?: readonly string[];
        readonly sources: readonly string[];
      };
      expect(join(dirname(path), map.sources[0] ?? '').replace(/\.tsx?$/, '')).toBe(path.replace(/^dist\/|\.js$/g, ''));
      return map.sourcesContent?.[0];
    });
    expect(sources.every((source) => source !== undefined && source !== '')).toBe(true);
    const packed = new Set(files);
    expect(modules.filter((path) => !packed.has(`${path}.map`))).toEqual([]);
  });

  it("starts its React entry with 'use client'", () => {
    const react = entries.find(({ name }) => name === 'react');
    expect(react && readFileSync(react.module, 'utf8')).toMatch(/^(\/\*[\s\S]*?\*\/\s*)?['"]use client['"];/);
  });
});
