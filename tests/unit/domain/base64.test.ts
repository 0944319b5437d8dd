import { base64nopad, base64urlnopad } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64ToBytes, base64ToText, utf8Text } from '../../../domain/base64.js';
import { itHolds } from './properties.js';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('base64 bytes', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('match RFC 4648 for "%s"', (text, base64) => {
    expect(base64nopad.encode(ascii(text))).toBe(base64);
    expect(base64ToBytes(base64)).toEqual(ascii(text));
    expect(base64ToBytes(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))).toEqual(ascii(text));
  });

  it('decode both alphabets', () => {
    const bytes = Uint8Array.of(0xfb, 0xef, 0xff);
    expect(base64nopad.encode(bytes)).toBe('++//');
    expect(base64urlnopad.encode(bytes)).toBe('--__');
    for (const text of ['++//', '--__', '+-/_']) expect(base64ToBytes(text)).toEqual(bytes);
  });

  itHolds('match the platform and round-trip', fc.uint8Array({ maxLength: 100 }), (bytes) => {
    expect(base64nopad.encode(bytes)).toBe(Buffer.from(bytes).toString('base64').replace(/=+$/, ''));
    expect(base64urlnopad.encode(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(base64ToBytes(base64nopad.encode(bytes))).toEqual(bytes);
    // Item-wise comparison of a million items takes the test runner 15 seconds.
    expect(Buffer.from(base64ToBytes(base64urlnopad.encode(bytes)) ?? []).equals(bytes)).toBe(true);
  });

  it.each(['A', 'A=', 'AAAAA', 'Zg===', 'Z g', 'Zg=x', 'Zg\n', 'Zé'])('reject "%s"', (text) => {
    expect(base64ToBytes(text)).toBeNull();
  });

  it('decode a megabyte', () => {
    const bytes = new Uint8Array(1_000_000).fill(0xa5);
    // Item-wise comparison of a million items takes the test runner 15 seconds.
    expect(Buffer.from(base64ToBytes(base64urlnopad.encode(bytes)) ?? []).equals(bytes)).toBe(true);
  });
});

describe('base64ToText', () => {
  itHolds(
    'matches the platform',
    fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) }),
    (text) => {
      expect(base64ToText(btoa(text))).toBe(text);
      expect(base64ToText(btoa(text).replace(/=+$/, ''))).toBe(text);
    },
  );

  it.each(['a', 'abcde', 'a-b_', 'a b=', '=abc', 'abc===', 'wc:topic'])('rejects %s', (text) => {
    expect(base64ToText(text)).toBeNull();
  });
});

describe('utf8Text', () => {
  itHolds('round-trips', fc.string({ unit: 'binary' }), (text) => {
    expect(utf8Text(new TextEncoder().encode(text))).toBe(text);
  });

  it.each([
    ['an unexpected continuation byte', [0x80]],
    ['a truncated character', [0xe2, 0x82]],
    ['an overlong encoding', [0xc0, 0xaf]],
    ['an unpaired surrogate', [0xed, 0xa0, 0x80]],
  ])('rejects %s', (_, bytes) => {
    expect(utf8Text(Uint8Array.from(bytes))).toBeNull();
  });
});
