import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../../../domain/wallet-protocol/base64.js';

const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });

describe('base64', () => {
  it.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('is that of RFC 4648 for "%s", without padding', (text, encoded) => {
    expect(toBase64(text)).toBe(encoded);
    expect(fromBase64(encoded)).toBe(text);
  });

  it('is what the platform writes and reads, for any ASCII text', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(toBase64(text)).toBe(btoa(text).replace(/=+$/, ''));
        expect(fromBase64(btoa(text))).toBe(text);
      }),
    );
  });

  it.each(['a', 'abcde', 'a-b_', 'a b=', '=abc', 'abc===', 'wc:topic'])('is none: %s', (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
