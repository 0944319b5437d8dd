import fc from 'fast-check';
import { type Hex, hexToBytes, toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeRlp, type RlpItem } from '../../../../../sandbox/secure-site/keys/rlp.js';
import { fromHex } from './support.js';

type Item = Hex | Item[];

const items = fc.letrec<{ item: Item; bytes: Hex; list: Item[] }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, tie('bytes'), tie('list')),
  bytes: fc.uint8Array({ maxLength: 80 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
  list: fc.array(tie('item'), { maxLength: 6 }),
})).item;

const toHex = (item: RlpItem): Item =>
  item instanceof Uint8Array ? `0x${Buffer.from(item).toString('hex')}` : item.map((each) => toHex(each));

describe('decodeRlp', () => {
  it('reads what viem writes', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(toHex(decodeRlp(hexToBytes(toRlp(item))))).toEqual(item);
      }),
    );
  });

  it.each([
    ['more bytes', '0101'],
    ['no bytes', ''],
    ['an early end', '820101'.slice(0, 4)],
    ['a byte with a prefix', '8101'],
    ['a long form of a short length', 'b80101'],
    ['a length with a leading zero', `b90038${'01'.repeat(56)}`],
    ['an item beyond its list', 'c1820101'],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeRlp(fromHex(hex))).toThrow(RangeError);
  });
});
