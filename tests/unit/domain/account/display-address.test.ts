import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_LONG, ADDRESS_SHORT, NAME_LONG, NAME_SHORT, truncate } from '../../../../domain/account/display-address.js';
import { itHolds } from '../properties.js';

const ADDRESS = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';

describe('truncate', () => {
  it.each([
    ['an address in a button', ADDRESS, ADDRESS_LONG, '0xab…5Bfcdb'],
    ['an address in the account view', ADDRESS, ADDRESS_SHORT, '0xab…fcdb'],
    ['a name at its end', 'a-very-long-account-name.example', NAME_LONG, 'a-very-long-account-…'],
    ['a name in a button', 'a-very-long-account-name.example', NAME_SHORT, 'a-very-long-accoun…'],
    ['a text at its start', 'abcdefgh', { start: 0, end: 3 }, '…fgh'],
    ['an emoji, which stays whole', '🦊🦊🦊🦊🦊', { start: 1, end: 1 }, '🦊…🦊'],
    ['a short text, which stays whole', 'vitalik.eth', NAME_LONG, 'vitalik.eth'],
    ['a text that would not become shorter', 'abcdefghijk', ADDRESS_LONG, 'abcdefghijk'],
    ['nothing', '', ADDRESS_LONG, ''],
  ])('truncates %s', (_, value, how, shown) => expect(truncate(value, how)).toBe(shown));

  itHolds(
    'never grows, keeps start and end, and is unchanged or has exactly one ellipsis',
    fc.string({ unit: 'grapheme-ascii' }),
    fc.nat(12),
    fc.nat(12),
    (value, start, end) => {
      const shown = truncate(value, { start, end });
      if (shown === value) return;
      expect(shown.length).toBeLessThan(value.length);
      expect(shown).toBe(`${value.slice(0, start)}…${value.slice(value.length - end)}`);
    },
  );
});
