import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, BACKGROUNDS, contrast, textOn } from '../../../../../sandbox/secure-site/documents/theme.js';

describe('the accent of an app', () => {
  it('is taken if it can be read on the page', () => {
    expect(accentOf('#0000AA', 'light')).toBe('#0000aa');
    expect(accentOf('#00a', 'light')).toBe('#0000aa');
    expect(accentOf('#ffff00', 'dark')).toBe('#ffff00');
  });

  it.each([
    ['a name', 'red', 'light'],
    ['code', 'url(https://evil.example)', 'light'],
    ['no text', 5, 'light'],
  ] as const)('is dropped if it is %s', (_, color, mode) => {
    expect(accentOf(color, mode)).toBeNull();
  });

  it.each([
    ['a darker', '#e5b567', 'light', '#896d3e'],
    ['a lighter', '#000066', 'dark', '#8080b3'],
  ] as const)('is %s shade of it if it cannot be read on the page', (_, color, mode, shade) => {
    expect(accentOf(color, mode)).toBe(shade);
  });

  it('always leaves 4.5:1 on both sides', () => {
    const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, fc.constantFrom('light', 'dark'), (each, mode) => {
        const accent = accentOf(each, mode) ?? '';
        return contrast(accent, BACKGROUNDS[mode]) >= 4.5 && contrast(accent, textOn(accent)) >= 4.5;
      }),
    );
  });
});
