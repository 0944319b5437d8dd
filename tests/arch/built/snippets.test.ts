import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { root } from '../root.js';

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

/** Compiler diagnostics of the snippets. */
const faultsOf = (snippets: ReadonlyMap<string, string>): readonly string[] => {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => snippets.has(path) || fileExists(path);
  host.readFile = (path) => snippets.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const code = snippets.get(path);
    return code === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, code, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram([...snippets.keys()], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName.slice(root.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
};

describe('code snippets in the docs', () => {
  const snippets = new Map(documents.flatMap((path) => [...snippetsOf(path, readFileSync(join(root, path), 'utf8'))]));

  it('are found', () => {
    expect(snippets.size).toBeGreaterThanOrEqual(7);
  });

  it('compile against the built package', () => {
    expect(faultsOf(snippets)).toEqual([]);
  });
});
