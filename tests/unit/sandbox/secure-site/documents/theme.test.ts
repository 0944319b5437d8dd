import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, contrast, textOn } from '../../../../../sandbox/secure-site/documents/theme.js';

describe('the accent of an app', () => {
  it('is taken if it can be read on the page', () => {
    expect(accentOf('#0000AA', 'light')).toBe('#0000aa');
    expect(accentOf('#00a', 'light')).toBe('#0000aa');
    expect(accentOf('#ffff00', 'dark')).toBe('#ffff00');
  });

  it.each([
    ['too pale', '#ffff00', 'light'],
    ['too dark', '#000066', 'dark'],
    ['a name', 'red', 'light'],
    ['code', 'url(https://evil.example)', 'light'],
    ['no text', 5, 'light'],
  ] as const)('is dropped if it is %s', (_, color, mode) => {
    expect(accentOf(color, mode)).toBeNull();
  });

  it('always leaves 4.5:1 on both sides', () => {
    const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, (each) => {
        const accent = accentOf(each, 'light');
        return accent === null || (contrast(accent, '#ffffff') >= 4.5 && contrast(accent, textOn(accent)) >= 4.5);
      }),
    );
  });
});
