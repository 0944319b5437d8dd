import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse, root, type SourceFile, sourceFiles } from './source-files.js';

const pascal = (kebab: string): string => kebab.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const isHidden = (member: ts.ClassElement): boolean =>
  (member.name !== undefined && ts.isPrivateIdentifier(member.name)) || ts.isConstructorDeclaration(member);

/** What a use case's file says about itself: its exported classes and what can be called on them. */
const shapeOf = (file: SourceFile): readonly { readonly name: string; readonly open: readonly string[] }[] =>
  file.tree.statements.filter(ts.isClassDeclaration).map((declaration) => ({
    name: declaration.name?.text ?? '',
    open: declaration.members.filter((member) => !isHidden(member)).map((member) => member.name?.getText(file.tree) ?? ''),
  }));

const useCases = sourceFiles(['application']).filter(({ path }) => path.endsWith('.use-case.ts'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.use-case.ts'.length);

describe('a use case', () => {
  it('is found', () => {
    expect(useCases.map(({ path }) => path)).toContain('application/connect/connect-wallet.use-case.ts');
  });

  it.each(useCases)('$path is one class named after its file; execute is its one method, and a watch can also be read at once', (file) => {
    const name = nameOf(file.path);
    const [shape, ...others] = shapeOf(file);
    expect(others).toEqual([]);
    expect(shape?.name).toBe(pascal(name));
    expect(shape?.open).toEqual(name.startsWith('watch-') ? ['current', 'execute'] : ['execute']);
  });

  it.each(useCases)('$path has a unit test of its own', ({ path }) => {
    const mirror = path.replace('application/', 'tests/unit/application/');
    expect(
      [mirror.replace('.use-case.ts', '.test.ts'), mirror.replace('.ts', '.test.ts')].filter((test) => existsSync(join(root, test))),
    ).toHaveLength(1);
  });

  it('is seen through when it has a second way in', () => {
    const planted = parse('application/a/do-it.use-case.ts', 'export class DoIt { execute() {} retry() {} #inner() {} constructor() {} }');
    expect(shapeOf(planted)).toEqual([{ name: 'DoIt', open: ['execute', 'retry'] }]);
  });
});

describe('a port', () => {
  const ports = sourceFiles(['application/ports']).filter(({ path }) => path.endsWith('.port.ts'));

  it.each(ports)('$path has a fake beside it and a contract that both it and the adapters keep', ({ path }) => {
    const name = path.slice('application/ports/'.length, -'.port.ts'.length);
    expect(existsSync(join(root, `application/ports/${name}.fake.ts`))).toBe(true);
    expect(existsSync(join(root, `testing/contracts/${name}.contract.ts`))).toBe(true);
  });
});
