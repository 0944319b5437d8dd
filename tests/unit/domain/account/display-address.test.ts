import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, NAME_LONG, NAME_SHORT, truncate } from '../../../../domain/account/display-address.js';
import { itHolds } from '../properties.js';

describe('truncate', () => {
  it.each([
    ['a name at its end', 'a-very-long-account-name.example', NAME_LONG, 'a-very-long-account-…'],
    ['a name in a button', 'a-very-long-account-name.example', NAME_SHORT, 'a-very-long-accoun…'],
    ['a text at its start', 'abcdefgh', { start: 0, end: 3 }, '…fgh'],
    ['an emoji, which stays whole', '🦊🦊🦊🦊🦊', { start: 1, end: 1 }, '🦊…🦊'],
    ['a short text, which stays whole', 'vitalik.eth', NAME_LONG, 'vitalik.eth'],
    ['a text that would not become shorter', 'abcdefghijk', { start: 4, end: 6 }, 'abcdefghijk'],
    ['nothing', '', NAME_LONG, ''],
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

describe('formatAddress', () => {
  it.each([
    ['EVM, four characters after 0x', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0xf39F...2266'],
    ['Solana', 'So11111111111111111111111111111111111111112', 'So11...1112'],
    ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1q...f3t4'],
    ['Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '15oF...6Sp5'],
    ['one that would not become shorter', '0x12345678abc', '0x12345678abc'],
  ])('shortens an address: %s', (_, address, shown) => expect(formatAddress(address)).toBe(shown));
});
