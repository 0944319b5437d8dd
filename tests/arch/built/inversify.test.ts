import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { bundleInversify } from '../../../scripts/vendor/inversify.mjs';
import { root } from '../root.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const built: readonly string[] = listFiles('.', join(root, 'dist'));
const FILE = 'dist/vendor/inversify.js';

describe('the published file of Inversify', () => {
  it('is made of the installed packages, with their licences in it and in the notices', async () => {
    const { code, licences } = await bundleInversify();
    expect(read(FILE)).toBe(code);
    expect(licences.length).toBeGreaterThan(0);
    for (const licence of licences) {
      expect(read(FILE)).toContain(licence);
      expect(read('THIRD-PARTY-NOTICES.md')).toContain(licence);
    }
  });

  it('compiles nothing from text, which a content security policy forbids', () => {
    expect(read(FILE)).not.toMatch(/\beval\s*\(|\bFunction\s*\(/);
  });

  it('imports nothing and touches no global at its import', () => {
    expect(read(FILE)).not.toMatch(/\bimport\b|\bReflect\.(define|decorate|metadata)|\bglobalThis\b/);
  });

  it('is all of Inversify that a compiled module or its types refer to', () => {
    const importers = built.filter((path) => /from '[./]+vendor\/inversify\.js'/.test(read(`dist/${path}`)));
    expect(importers).toEqual(['composition/container.js', 'composition/to-container-module.js']);
    const foreign = built.filter((path) =>
      /(from|import|import\()\s*'(inversify|@inversifyjs\/[^']+|reflect-metadata[^']*)'/.test(read(`dist/${path}`)),
    );
    expect(foreign).toEqual([]);
  });

  it('needs no package of a host', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    expect(Object.keys(dependencies ?? {}).filter((name) => /inversify|reflect-metadata/.test(name))).toEqual([]);
    expect(devDependencies?.['inversify']).toMatch(/^\d/);
  });

  it('throws where somebody reaches what was left out', async () => {
    const { Container } = (await import(join(root, FILE))) as {
      readonly Container: new () => Record<string, (...input: unknown[]) => unknown>;
    };
    const container = new Container();
    for (const method of ['bind', 'getAsync', 'snapshot', 'register']) expect(() => container[method]?.('x')).toThrow('docs/adr/0014');
  });
});
