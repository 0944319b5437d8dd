import { describe, expect, it } from 'vitest';
import { addRecentRecipient, parseRecentRecipients, type RecentRecipient } from '../../../../domain/send/recent-recipients.js';

const recipient = (address: string, overrides: Partial<RecentRecipient> = {}): RecentRecipient => ({
  ...{ namespace: 'eip155', address, name: null },
  ...overrides,
});

describe('recent recipients', () => {
  it('have the newest first, once, and fifty of a namespace', () => {
    const first = recipient('0xab');
    const others = Array.from({ length: 52 }, (_, index) => recipient(`0x${index}`));
    const sol = recipient('0xAB', { namespace: 'solana' });
    const list = [first, sol, ...others, recipient('0xAB', { name: 'a.eth' })].reduce(addRecentRecipient, []);
    expect(list.filter(({ namespace }) => namespace === 'eip155')).toHaveLength(50);
    expect(list[0]).toEqual(recipient('0xAB', { name: 'a.eth' }));
    expect(list.filter(({ address }) => address.toLowerCase() === '0xab')).toEqual([recipient('0xAB', { name: 'a.eth' }), sol]);
  });

  it('are read without what is no recipient, and with a clean name', () => {
    expect(parseRecentRecipients(null)).toEqual([]);
    expect(parseRecentRecipients('{')).toEqual([]);
    const stored = [recipient('0xab', { name: 'a\u202eb' }), { namespace: 'other', address: 'x', name: null }, recipient(''), 1];
    expect(parseRecentRecipients(JSON.stringify(stored))).toEqual([recipient('0xab', { name: 'ab' })]);
  });
});
