import { describe, expect, it } from 'vitest';
import { formatJson, formatValue, withoutSecrets } from '../../../domain/format-value.js';

describe('untrusted values in messages', () => {
  it('are formatted like in a template literal, or as JSON', () => {
    expect([undefined, null, 5, 'a', {}, [1, [2]], Symbol('s')].map(formatValue)).toEqual([
      'undefined',
      'null',
      '5',
      'a',
      '[object Object]',
      '1,2',
      'Symbol(s)',
    ]);
    expect([undefined, null, 'a', { a: [1] }].map(formatJson)).toEqual(['undefined', 'null', '"a"', '{"a":[1]}']);
  });

  it('are formatted without string conversion, and truncated if long', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect([Object.create(null), [Symbol('s')], { toString: 5, valueOf: 5 }].map(formatValue)).toEqual([
      '[object Object]',
      '[object Array]',
      '[object Object]',
    ]);
    expect([1n, { big: 1n }, circle].map(formatJson)).toEqual(['1', '[object Object]', '']);
    expect(formatValue('x'.repeat(1_000_000))).toBe(`${'x'.repeat(1_000)}…`);
    expect(formatJson('x'.repeat(1_000_000))).toHaveLength(1_001);
  });

  it('are stripped of possible keys and signatures', () => {
    expect(withoutSecrets(`symKey=${'a'.repeat(64)}&x=1`, 'key')).toBe('symKey=…&x=1');
    expect(withoutSecrets(`{"result":"0x${'a'.repeat(130)}"}`, 'signature')).toBe('{"result":"…"}');
    expect(withoutSecrets(`{"hash":"0x${'a'.repeat(64)}"}`, 'signature')).toBe(`{"hash":"0x${'a'.repeat(64)}"}`);
  });
});
