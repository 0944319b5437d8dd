import { describe, expect, it } from 'vitest';
import { decodeRecap, encodeRecap, makeRecap, mergeRecaps } from '../../../../../domain/wallet-protocol/authentication/recap.js';
import erc5573 from '../../../../vectors/erc-5573.json' with { type: 'json' };
import { itHolds } from '../../properties.js';
import { thrownBy } from '../../throws.js';
import { arbitraryRecap, contentOf } from './arbitrary-recap.js';

describe('two ReCaps made one', () => {
  it('are those of ERC-5573, in either order', () => {
    const { a, b, merged } = erc5573.merging;
    expect(mergeRecaps(a, b)).toEqual(merged);
    expect(JSON.stringify(mergeRecaps(b, a))).toBe(JSON.stringify(merged));
  });

  itHolds('allow what either allows, and nothing else', arbitraryRecap, arbitraryRecap, (a, b) => {
    expect(contentOf(mergeRecaps(a, b))).toEqual([...new Set([...contentOf(a), ...contentOf(b)])].sort());
  });

  itHolds('are the same to the letter in either order, so that both peers sign one text', arbitraryRecap, arbitraryRecap, (a, b) => {
    expect(encodeRecap(mergeRecaps(a, b))).toBe(encodeRecap(mergeRecaps(b, a)));
  });

  it('are the same in either order also where two names look the same and are not', () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'].map((resource) => makeRecap(resource, 'crud', ['read']));
    expect(composed).not.toEqual(decomposed);
    expect(encodeRecap(mergeRecaps(composed!, decomposed!))).toBe(encodeRecap(mergeRecaps(decomposed!, composed!)));
    expect(Object.keys(mergeRecaps(composed!, decomposed!).att)).toHaveLength(2);
  });

  itHolds(
    'gain nothing from being merged again, alone or with a third in any grouping',
    arbitraryRecap,
    arbitraryRecap,
    arbitraryRecap,
    (a, b, c) => {
      expect(contentOf(mergeRecaps(a, a))).toEqual(contentOf(a));
      expect(encodeRecap(mergeRecaps(mergeRecaps(a, b), b))).toBe(encodeRecap(mergeRecaps(a, b)));
      expect(contentOf(mergeRecaps(mergeRecaps(a, b), c))).toEqual(contentOf(mergeRecaps(a, mergeRecaps(b, c))));
    },
  );

  itHolds('survive the way through a resource', arbitraryRecap, arbitraryRecap, (a, b) => {
    expect(decodeRecap(encodeRecap(mergeRecaps(a, b)))).toEqual(mergeRecaps(a, b));
  });

  it('keep one limit of those that say the same in another order', () => {
    const limited = (limit: Readonly<Record<string, unknown>>) => makeRecap('eip155', 'request', ['a'], limit);
    const merged = mergeRecaps(
      limited({ chains: ['eip155:1'], times: { max: 1, min: 0 } }),
      limited({ times: { min: 0, max: 1 }, chains: ['eip155:1'] }),
    );
    expect(merged.att['eip155']?.['request/a']).toHaveLength(1);
    const [one, two] = [limited({ a: 1, b: 2 }), limited({ b: 2, a: 1 })];
    expect(encodeRecap(mergeRecaps(one, two))).toBe(encodeRecap(mergeRecaps(two, one)));
    expect(mergeRecaps(limited({ chains: ['eip155:1'] }), limited({})).att['eip155']?.['request/a']).toEqual([
      { chains: ['eip155:1'] },
      {},
    ]);
  });

  it('are refused where one of them is none', () => {
    const good = makeRecap('eip155', 'request', ['a']);
    thrownBy('wallet-protocol/invalid-parameter', () => mergeRecaps(good, { att: {} }));
    thrownBy('wallet-protocol/invalid-parameter', () => mergeRecaps({ att: { eip155: {} } }, good));
  });
});
