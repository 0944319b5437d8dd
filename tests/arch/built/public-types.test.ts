import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { runTool } from '../../../scripts/lib/run.mjs';
import { root } from '../root.js';
import { entries, missing } from './built-package.js';

/** Without the reference: its examples are fragments. */
const isGuide = (path: string): boolean => path.endsWith('.md') && !path.startsWith('docs/reference/');
const documents: readonly string[] = ['README.md', ...listFiles('docs').filter(isGuide)];

/** Compiler options of a typical new app: strict, without unused names. */
const OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  experimentalDecorators: true,
  types: [],
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Names and texts of the code blocks of a document. */
const snippetsOf = (path: string): readonly (readonly [name: string, code: string])[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(([, kind, code = ''], index) => [
    `${path.replaceAll('/', '-')}-${index + 1}.${kind}`,
    code,
  ]);

const snippets = documents.flatMap(snippetsOf);

/** Inside the repository, where the package resolves by its own name. */
const FOLDER = join(root, '.cache/snippets');

/** Errors of the snippets, by TypeScript 7, which takes a third of the processor time of the version with an API. */
const compileSnippets = async (): Promise<{ readonly code: number; readonly output: string }> => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, code] of snippets) writeFileSync(join(FOLDER, name), code);
  const project = join(FOLDER, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions: OPTIONS, files: snippets.map(([name]) => name) }));
  return runTool('tsc', ['-p', project, '--pretty', 'false'], { quiet: true });
};

/** Reads the exports only: checks nothing. */
const program = ts.createProgram(
  entries.map(({ types }) => types),
  { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [], noEmit: true },
);
const checker = program.getTypeChecker();

const isType = (symbol: ts.Symbol): boolean => {
  if (symbol.declarations?.every(ts.isTypeOnlyExportDeclaration)) return true;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target.flags & ts.SymbolFlags.Value) === 0;
};

/** Exports of the type definitions of an entry, with types marked. */
const exportsOf = (types: string): readonly string[] => {
  const file = program.getSourceFile(types);
  const symbol = file && checker.getSymbolAtLocation(file);
  if (symbol === undefined) return [];
  return checker
    .getExportsOfModule(symbol)
    .map((exported) => `${isType(exported) ? 'type ' : ''}${exported.name}`)
    .sort();
};

describe('public API', () => {
  it('is built for every entry', () => {
    expect(missing()).toEqual([]);
  });

  it.each(entries)('of $specifier matches the snapshot', async ({ name, types }) => {
    await expect(`${exportsOf(types).join('\n')}\n`).toMatchFileSnapshot(`../snapshots/${name}.txt`);
  });

  it.each(entries)('of $specifier exports exactly the typed values at runtime', async ({ module, types }) => {
    const values = Object.keys((await import(module)) as object).sort();
    expect(values).toEqual(exportsOf(types).filter((name) => !name.startsWith('type ')));
  });
});

describe('code snippets in the docs', () => {
  it('are found', () => {
    expect(snippets.length).toBeGreaterThanOrEqual(7);
  });

  it('compile against the built package', async () => {
    expect(await compileSnippets()).toEqual({ code: 0, output: '' });
  });
});
