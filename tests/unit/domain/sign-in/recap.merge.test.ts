import { describe, expect, it } from 'vitest';
import { createRecap, decodeRecap, encodeRecap, mergeRecaps } from '../../../../domain/sign-in/recap.js';
import erc5573 from '../../../vectors/erc-5573.json' with { type: 'json' };
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';
import { arbitraryRecap, contentOf } from './arbitrary-recap.js';

describe('mergeRecaps', () => {
  it('matches ERC-5573, in either order', () => {
    const { a, b, merged } = erc5573.merging;
    expect(mergeRecaps(a, b)).toEqual(merged);
    expect(JSON.stringify(mergeRecaps(b, a))).toBe(JSON.stringify(merged));
  });

  itHolds('grants what either grants, and nothing else', arbitraryRecap, arbitraryRecap, (a, b) => {
    expect(contentOf(mergeRecaps(a, b))).toEqual([...new Set([...contentOf(a), ...contentOf(b)])].sort());
  });

  itHolds('gives the same result in either order, so that both peers sign the same text', arbitraryRecap, arbitraryRecap, (a, b) => {
    expect(encodeRecap(mergeRecaps(a, b))).toBe(encodeRecap(mergeRecaps(b, a)));
  });

  it('gives the same result in either order for names that look the same but differ', () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'].map((resource) => createRecap(resource, 'crud', ['read']));
    expect(composed).not.toEqual(decomposed);
    expect(encodeRecap(mergeRecaps(composed!, decomposed!))).toBe(encodeRecap(mergeRecaps(decomposed!, composed!)));
    expect(Object.keys(mergeRecaps(composed!, decomposed!).att)).toHaveLength(2);
  });

  itHolds('is idempotent and associative', arbitraryRecap, arbitraryRecap, arbitraryRecap, (a, b, c) => {
    expect(contentOf(mergeRecaps(a, a))).toEqual(contentOf(a));
    expect(encodeRecap(mergeRecaps(mergeRecaps(a, b), b))).toBe(encodeRecap(mergeRecaps(a, b)));
    expect(contentOf(mergeRecaps(mergeRecaps(a, b), c))).toEqual(contentOf(mergeRecaps(a, mergeRecaps(b, c))));
  });

  itHolds('round-trips through a resource URI', arbitraryRecap, arbitraryRecap, (a, b) => {
    expect(decodeRecap(encodeRecap(mergeRecaps(a, b)))).toEqual(mergeRecaps(a, b));
  });

  it('removes limits that differ only in member order', () => {
    const limited = (limit: Readonly<Record<string, unknown>>) => createRecap('eip155', 'request', ['a'], limit);
    const merged = mergeRecaps(
      limited({ chains: ['eip155:1'], times: { max: 1, min: 0 } }),
      limited({ times: { min: 0, max: 1 }, chains: ['eip155:1'] }),
    );
    expect(merged.att['eip155']?.['request/a']).toHaveLength(1);
    const [first, second] = [limited({ a: 1, b: 2 }), limited({ b: 2, a: 1 })];
    expect(encodeRecap(mergeRecaps(first, second))).toBe(encodeRecap(mergeRecaps(second, first)));
    expect(mergeRecaps(limited({ chains: ['eip155:1'] }), limited({})).att['eip155']?.['request/a']).toEqual([
      { chains: ['eip155:1'] },
      {},
    ]);
  });

  it('rejects an invalid ReCap', () => {
    const good = createRecap('eip155', 'request', ['a']);
    thrownBy('wallet-protocol/invalid-parameter', () => mergeRecaps(good, { att: {} }));
    thrownBy('wallet-protocol/invalid-parameter', () => mergeRecaps({ att: { eip155: {} } }, good));
  });
});
