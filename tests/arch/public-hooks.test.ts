import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.js';

/** Names that a file takes from other files, types left out: `[path of the other file, name]`. */
const importedValues = (file: SourceFile): readonly (readonly [string, string])[] =>
  file.tree.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const bindings = importClause?.namedBindings;
    if (!specifier.startsWith('.') || importClause?.isTypeOnly || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    const path = posix.join(posix.dirname(file.path), specifier);
    return bindings.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ name, propertyName }) => [path, (propertyName ?? name).text] as const);
  });

const isHook = ([path, name]: readonly [string, string]): boolean => path.startsWith('presentation/hooks/') && /^use[A-Z]/.test(name);

describe('the stock modal', () => {
  const stock = sourceFiles(['presentation/views', 'presentation/modal', 'presentation/components']);
  const [entry] = sourceFiles(['composition/entry']).filter(({ path }) => path === 'composition/entry/react.ts');

  it('uses no hook that latchkey/react does not export', () => {
    const exported = entry?.tree.statements
      .filter(ts.isExportDeclaration)
      .flatMap(({ exportClause }) =>
        exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [],
      );
    const used = [
      ...new Set(
        stock
          .flatMap(importedValues)
          .filter(isHook)
          .map(([, name]) => name),
      ),
    ].sort();
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !exported?.includes(name))).toEqual([]);
  });
});
