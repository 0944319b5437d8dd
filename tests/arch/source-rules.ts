import ts from 'typescript';
import type { SourceFile } from './source-files.js';

/** A rule about the text of a file, with an example that breaks it. */
export interface SourceRule {
  readonly name: string;
  readonly find: (file: SourceFile) => readonly string[];
  readonly plant: { readonly path: string; readonly text: string };
}

/** Data is not prose: a catalogue may be as long as what it lists. */
export const LONG_DATA: readonly string[] = ['domain/network/networks/eip155.ts', 'presentation/messages/en.ts'];

const MAX_LINES = 300;

const at = (file: SourceFile, node: ts.Node): string => {
  const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree));
  return `${file.path}:${line + 1}`;
};

const nodes = (file: SourceFile, matches: (node: ts.Node) => boolean): readonly string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (matches(node)) found.push(at(file, node));
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
};

const lines = (file: SourceFile, pattern: RegExp): readonly string[] =>
  file.text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}`] : []));

const has = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);

const isExported = (node: ts.Node): boolean => has(node, ts.SyntaxKind.ExportKeyword);

const isCallOf = (node: ts.Node, name: string): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ((ts.isIdentifier(node.expression) && node.expression.text === name) ||
    (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === name));

const isText = (node: ts.Node | undefined, text: string): boolean =>
  node !== undefined && ts.isStringLiteralLike(node) && node.text.toLowerCase() === text;

const HTML_SINKS = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'createContextualFragment',
  'srcdoc',
]);

const isHtmlSink = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) && HTML_SINKS.has(node.name.text)) ||
  (ts.isJsxAttribute(node) && HTML_SINKS.has(node.name.getText())) ||
  (isCallOf(node, 'write') && node.expression.getText().startsWith('document.'));

const isDocumented = (node: ts.Node): boolean => ts.getJSDocCommentsAndTags(node).length > 0;

const isDeclaration = (node: ts.Node): boolean =>
  ts.isVariableStatement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

const isBadTypeName = (node: ts.Node): boolean =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) &&
  node.name !== undefined &&
  /^(I[A-Z][a-z]|Default[A-Z])/.test(node.name.text);

/** Rules for what hosts get. */
export const SHIPPED_RULES: readonly SourceRule[] = [
  {
    name: `a file has at most ${MAX_LINES} lines`,
    find: ({ path, text }) => (!LONG_DATA.includes(path) && text.split('\n').length - 1 > MAX_LINES ? [path] : []),
    plant: { path: 'domain/planted.ts', text: '\n'.repeat(MAX_LINES + 1) },
  },
  {
    name: 'exports are named',
    find: (file) =>
      nodes(
        file,
        (node) =>
          ts.isExportAssignment(node) ||
          has(node, ts.SyntaxKind.DefaultKeyword) ||
          (ts.isExportSpecifier(node) && node.name.text === 'default'),
      ),
    plant: { path: 'domain/planted.ts', text: 'const a = 1;\nexport { a as default };\n' },
  },
  {
    name: 'nothing is any',
    find: (file) => nodes(file, (node) => node.kind === ts.SyntaxKind.AnyKeyword),
    plant: { path: 'domain/planted.ts', text: 'const a = 1 as any;\n' },
  },
  {
    name: 'no type is forced through unknown',
    find: (file) =>
      nodes(
        file,
        (node) =>
          ts.isAsExpression(node) && ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
      ),
    plant: { path: 'domain/planted.ts', text: 'const a = 1 as unknown as string;\n' },
  },
  {
    name: 'no checker is silenced',
    find: (file) => lines(file, /@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable/),
    plant: { path: 'domain/planted.ts', text: '// @ts-ignore\nconst a: string = 1;\n' },
  },
  {
    name: 'nothing is left unfinished',
    find: (file) => lines(file, /\b(TODO|FIXME|XXX|HACK)\b|not implemented|coming soon/i),
    plant: { path: 'domain/planted.ts', text: '// TODO: mend\n' },
  },
  {
    name: 'every export has a TSDoc comment',
    find: (file) => nodes(file, (node) => isDeclaration(node) && isExported(node) && !isDocumented(node)),
    plant: { path: 'domain/planted.ts', text: '// No TSDoc.\nexport const a = 1;\n' },
  },
  {
    name: 'only entry files re-export',
    find: (file) =>
      /^composition\/entry\//.test(file.path)
        ? []
        : nodes(file, (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined),
    plant: { path: 'domain/planted.ts', text: "export { b } from './b.js';\n" },
  },
  {
    name: 'type names have no I and no Default in front',
    find: (file) => nodes(file, isBadTypeName),
    plant: { path: 'domain/planted.ts', text: 'interface IPlanted {}\n' },
  },
  {
    name: 'code has no decorator and no namespace',
    find: (file) => nodes(file, (node) => ts.isDecorator(node) || ts.isModuleDeclaration(node) || ts.isEnumDeclaration(node)),
    plant: { path: 'domain/planted.ts', text: 'enum Planted { A }\n' },
  },
  {
    name: 'a message names its target origin',
    find: (file) => nodes(file, (node) => isCallOf(node, 'postMessage') && node.arguments.some((argument) => isText(argument, '*'))),
    plant: { path: 'adapters/planted.ts', text: "parent.postMessage({}, '*');\n" },
  },
  {
    name: 'no text becomes code',
    find: (file) =>
      nodes(
        file,
        (node) =>
          isCallOf(node, 'eval') ||
          isCallOf(node, 'Function') ||
          (ts.isNewExpression(node) && node.expression.getText(file.tree) === 'Function') ||
          ((isCallOf(node, 'setTimeout') || isCallOf(node, 'setInterval')) &&
            node.arguments[0] !== undefined &&
            ts.isStringLiteralLike(node.arguments[0])),
      ),
    plant: { path: 'adapters/planted.ts', text: "new Function('return 1')();\n" },
  },
  {
    name: 'no script element is made',
    find: (file) => nodes(file, (node) => isCallOf(node, 'createElement') && isText(node.arguments[0], 'script')),
    plant: { path: 'adapters/planted.ts', text: "document.createElement('script');\n" },
  },
  {
    name: 'no text becomes HTML',
    find: (file) => nodes(file, isHtmlSink),
    plant: { path: 'presentation/planted.tsx', text: 'const A = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;\n' },
  },
];

const isTestModifier = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  ['only', 'skip', 'todo', 'skipIf', 'runIf', 'fails', 'fixme', 'retry'].includes(node.name.text) &&
  /^(it|test|describe|suite)\b/.test(node.expression.getText());

/** Rules for tests. */
export const TEST_RULES: readonly SourceRule[] = [
  {
    name: 'no test is skipped, singled out, promised or expected to fail',
    find: (file) => nodes(file, isTestModifier),
    plant: { path: 'tests/planted.test.ts', text: "it.skip('x', () => {});\n" },
  },
  {
    name: 'no test sleeps',
    find: (file) => lines(file, /\bwaitForTimeout\(|\bsetTimeout\((resolve|done|res|r), *[1-9_A-Za-z]|node:timers\/promises|\bsleep\(/),
    plant: { path: 'tests/planted.test.ts', text: 'await new Promise((resolve) => setTimeout(resolve, 10));\n' },
  },
  {
    name: 'no stub is made by force',
    find: (file) =>
      nodes(
        file,
        (node) =>
          ts.isAsExpression(node) && ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
      ),
    plant: { path: 'tests/planted.test.ts', text: 'const a = {} as unknown as Port;\n' },
  },
  {
    name: 'every expectation can fail',
    find: (file) => lines(file, /expect\((true|false|1|null|undefined)\)\.to/),
    plant: { path: 'tests/planted.test.ts', text: 'expect(true).toBe(true);\n' },
  },
];
