import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAlikeOf } from '../../../../domain/account/look-alike-address.js';

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7';
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

describe('lookAlikeOf', () => {
  it('finds the known address that another one imitates, and where they differ', () => {
    const imitation = '0x52908411198527886e0f7030069857d2e4169ee7';
    expect(lookAlikeOf('eip155', imitation, ['0xde709f2102306220921060314715629080e2fb77', FRIEND])).toEqual({
      resembles: FRIEND,
      differences: [8, 9, 10],
    });
  });

  it('takes known addresses for themselves, in either letter case', () => {
    expect(lookAlikeOf('eip155', FRIEND.toLowerCase(), [FRIEND])).toBeNull();
    expect(lookAlikeOf('eip155', FRIEND, [])).toBeNull();
  });

  it('compares letter case where it is significant', () => {
    const [own, other] = ['9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g', '9B5Xszugdmaxcz7usqhpzdks5ZQSmWxrmzCSvtJ6Ns6g'];
    expect(lookAlikeOf('solana', other, [own])?.differences.length).toBeGreaterThan(0);
  });

  it('stops every address with the same ends, and no other', () => {
    fc.assert(
      fc.property(hex(4), hex(4), hex(32), hex(32), (start, end, middle, otherMiddle) => {
        fc.pre(middle !== otherMiddle);
        expect(lookAlikeOf('eip155', `0x${start}${otherMiddle}${end}`, [`0x${start}${middle}${end}`])).not.toBeNull();
      }),
    );
    fc.assert(
      fc.property(hex(40), hex(40), (one, other) => {
        fc.pre(one.slice(0, 4) !== other.slice(0, 4) || one.slice(-4) !== other.slice(-4));
        expect(lookAlikeOf('eip155', `0x${one}`, [`0x${other}`])).toBeNull();
      }),
    );
  });
});
