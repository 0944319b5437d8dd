import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { OPERATION_LABELS } from '../../../domain/activity/operation-label.js';
import { en } from '../../../presentation/messages/en.js';
import { pseudo, pseudoText } from '../support/pseudo.js';

/** Attributes whose values users read or assistive technology announces. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
  'hint',
  'note',
  'text',
  'detail',
]);
const HAS_LETTER = /\p{L}/u;

/** Literal user-visible texts of a component: between tags and in the attributes above. */
const literalTexts = (path: string, source: string): readonly string[] => {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const literals = (node: ts.Node): readonly string[] => {
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    if (ts.isJsxExpression(node)) return node.expression === undefined ? [] : literals(node.expression);
    if (ts.isParenthesizedExpression(node)) return literals(node.expression);
    if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
    if (ts.isBinaryExpression(node)) return [...literals(node.left), ...literals(node.right)];
    return [];
  };
  const visit = (node: ts.Node): void => {
    const isChild = (ts.isJsxText(node) || ts.isJsxExpression(node)) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
    const isRead = ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText(tree)) && node.initializer !== undefined;
    const texts = isChild ? literals(node) : isRead && node.initializer !== undefined ? literals(node.initializer) : [];
    for (const text of texts) if (HAS_LETTER.test(text)) found.push(`${path}: ${text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

const components = ['modal', 'views', 'components'].flatMap((folder) =>
  readdirSync(join('presentation', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join('presentation', folder, name)),
);

describe('the message catalogue', () => {
  it('contains every text of the views', () => {
    expect(components.length).toBeGreaterThan(30);
    expect(components.flatMap((path) => literalTexts(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  it.each([
    ['a text', '<p>Hello</p>'],
    ['a text in braces', "<p>{'Hello'}</p>"],
    ['a text in a choice', "<p>{yes ? 'Hello' : m.bye}</p>"],
    ['a text with a value', ['<p>{`Hello $', '{name}`}</p>'].join('')],
    ['a label', '<button aria-label="Hello" />'],
    ['a placeholder', "<input placeholder={'Hello'} />"],
    ['a tooltip', '<p title="Hello" />'],
  ])('detects %s in a view', (_kind, tsx) => {
    expect(literalTexts('planted.tsx', `const a = ${tsx};`)).toHaveLength(1);
  });

  it('ignores values, punctuation and class names', () => {
    expect(literalTexts('planted.tsx', '<p className="note">{m.hello} {name}: 1 … {`(1)`}</p>')).toEqual([]);
  });

  it('has no unused text', () => {
    const sources = readdirSync('presentation', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('messages'))
      .map((name) => readFileSync(join('presentation', name), 'utf8'))
      .join('');
    // The list reads these by the operation.
    expect(sources).toContain('m[OPERATION_LABELS[');
    const labels: readonly string[] = Object.values(OPERATION_LABELS);
    const direct = Object.keys(en).filter((key) => !labels.includes(key));
    expect(direct.filter((key) => !new RegExp(`(\\bm\\.|[{,] ?)${key}\\b`).test(sources))).toEqual([]);
  });

  it('has no empty text', () => {
    const texts = Object.values(en).filter((entry) => typeof entry === 'string');
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('formats counts with plural forms', () => {
    expect([0, 1, 2].map(en.walletsFound)).toEqual(['0 wallets found', '1 wallet found', '2 wallets found']);
    expect([0, 1, 2].map(en.networksFound)).toEqual(['0 networks found', '1 network found', '2 networks found']);
  });

  it('keeps the texts that the specification quotes', () => {
    expect([en.disconnectFailed, en.balanceFailed, en.networkNotFound]).toEqual([
      'Failed to disconnect',
      'Token Balance Unavailable',
      'Network not found',
    ]);
  });
});

describe('the pseudo-locale', () => {
  it('has every text, accented and 40 % longer', () => {
    expect(Object.keys(pseudo)).toEqual(Object.keys(en));
    expect(pseudoText('Connect')).toBe('[Çôññéçţ···]');
    expect(pseudo.connectWallet).toBe(pseudoText(en.connectWallet));
    expect(pseudo.openWallet('Harbor')).toBe(pseudoText('Continue in Harbor'));
    for (const entry of Object.values(en)) {
      if (typeof entry === 'string') expect(pseudoText(entry).length).toBeGreaterThanOrEqual(Math.floor(entry.length * 1.4));
    }
  });
});
