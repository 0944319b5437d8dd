import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ICON_BYTES, safeIcon, sanitizeName } from '../../../../domain/connection/connector-label.js';
import { itHolds } from '../properties.js';

describe('sanitizeName', () => {
  it.each([
    ['  MetaMask \n', 'MetaMask'],
    ['Meta\u0000Mask', 'Meta Mask'],
    ['\u202eksaMateM', 'ksaMateM'],
    ['Meta\u200bMask\u2066', 'MetaMask'],
    ['a\t\r\n b', 'a b'],
    ['Z\u0300\u0301\u0302\u0303\u0304\u0305', 'Z\u0300\u0301\u0302'],
    ['e\u0301', '\u00e9'],
    ['x'.repeat(100), 'x'.repeat(64)],
    ['🦊'.repeat(100), '🦊'.repeat(64)],
    ['\ud83e', ''],
    ['\u200b\u202e', ''],
    ['Meta\u2800Mask\u2800', 'MetaMask'],
    ['\u115f\u1160\u3164\uffa0\u17b4\u034f\u180b\ufe0f\u{e0100}\u2800', ''],
    ['<img src=x>', '<img src=x>'],
    [null, ''],
    [5, ''],
  ])('turns %j into %j', (name, shown) => expect(sanitizeName(name)).toBe(shown));

  itHolds('gives a short, visible and stable name for any input', fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
    const shown = sanitizeName(name);
    expect(Array.from(shown).length).toBeLessThanOrEqual(64);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(shown).toBe(shown.trim());
    expect(sanitizeName(shown)).toBe(shown);
  });

  it('removes every default-ignorable code point', () => {
    const ignorable = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) =>
      /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code)),
    );
    expect(ignorable.length).toBeGreaterThan(4_000);
    for (const code of [...ignorable, 0x2800])
      expect([code, sanitizeName(`Meta${String.fromCodePoint(code)}Mask`)]).toEqual([code, 'MetaMask']);
  });

  it('is fast for ten million characters, because it truncates first', () => {
    expect(sanitizeName('\u202e'.repeat(10_000_000))).toBe('');
  });
});

describe('safeIcon', () => {
  it.each([
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/jpeg;base64,AA',
    'data:image/gif;base64,AA',
    'data:image/webp;base64,AA',
    'data:image/svg+xml,%3Csvg%3E%3C/svg%3E',
    'data:image/svg+xml;utf8,<svg onload="alert(1)"></svg>',
  ])('accepts %s', (icon) => expect(safeIcon(icon)).toBe(icon));

  it('trims whitespace', () => expect(safeIcon('\n data:image/png;base64,AA ')).toBe('data:image/png;base64,AA'));

  it.each([
    'https://wallet.example/icon.png',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svgxml,x',
    'data:image/pngx,AA',
    'javascript:alert(1)',
    'blob:https://a.example/x',
    'x data:image/png;base64,AA',
    '',
    null,
    undefined,
    {},
  ])('rejects %s', (icon) => expect(safeIcon(icon)).toBeNull());

  it('rejects icons above the limit: 256 KiB by default', () => {
    const prefix = 'data:image/png;base64,';
    const of = (length: number): string => prefix.padEnd(length, 'A');
    expect(MAX_ICON_BYTES).toBe(262_144);
    expect(safeIcon(of(MAX_ICON_BYTES))).not.toBeNull();
    expect(safeIcon(of(MAX_ICON_BYTES + 1))).toBeNull();
    expect(safeIcon(of(10_000_000))).toBeNull();
    expect(safeIcon(of(101), 100)).toBeNull();
  });
});
