import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { entries, missing } from './built-package.js';

const program = ts.createProgram(
  entries.map(({ types }) => types),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true, types: [] },
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
