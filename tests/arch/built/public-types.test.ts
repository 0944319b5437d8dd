import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { root } from '../root.js';
import { entries, missing } from './built-package.js';

/** Without the reference: its examples are fragments. */
const isGuide = (path: string): boolean => path.endsWith('.md') && !path.startsWith('docs/reference/');
const documents: readonly string[] = ['README.md', ...listFiles('docs').filter(isGuide)];

/** Compiler options of a typical new app: strict, without unused names. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  experimentalDecorators: true,
  types: [],
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The code blocks of a document as virtual files in the root of the repository. */
const snippetsOf = (path: string, text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(([, kind, code = ''], index) => [
      join(root, `${path.replaceAll('/', '-')}-${index + 1}.${kind}`),
      code,
    ]),
  );

const snippets = new Map(documents.flatMap((path) => [...snippetsOf(path, readFileSync(join(root, path), 'utf8'))]));

/** One program for the entries and the snippets, because loading the types takes longer than checking them. */
const createProgram = (): ts.Program => {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => snippets.has(path) || fileExists(path);
  host.readFile = (path) => snippets.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const code = snippets.get(path);
    return code === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, code, ts.ScriptTarget.ES2023);
  };
  return ts.createProgram([...entries.map(({ types }) => types), ...snippets.keys()], OPTIONS, host);
};

const program = createProgram();
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
    expect(snippets.size).toBeGreaterThanOrEqual(7);
  });

  it('compile against the built package', () => {
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => `${file?.fileName.slice(root.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    expect(faults).toEqual([]);
  });
});
