import { base58 } from '@scure/base';
import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../../domain/account/base58.js';
import { itHolds } from '../properties.js';

describe('base58', () => {
  /** @see https://datatracker.ietf.org/doc/html/draft-msporny-base58#section-5 */
  it.each([
    ['Hello World!', '2NEpo7TZRRrLZSi2U'],
    ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
    ['\u0000\u0000(\u007f\u00b4\u00cd', '11233QC4'],
  ])('encodes %j as in the draft', (text, encoded) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(base58.encode(bytes)).toBe(encoded);
    expect(decodeBase58(encoded)).toEqual(bytes);
  });

  itHolds('round-trips and matches another implementation', fc.uint8Array({ maxLength: 90 }), (bytes) => {
    expect(base58.encode(bytes)).toBe(getBase58Decoder().decode(bytes));
    expect(decodeBase58(base58.encode(bytes))).toEqual(bytes);
  });

  it.each(['0', 'O', 'I', 'l', ' ', 'é', '1'.repeat(5_000)])('rejects %j', (text) => {
    expect(decodeBase58(text)).toBe(null);
  });
});
