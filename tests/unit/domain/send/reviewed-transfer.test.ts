import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { checkReviewed, type ReviewedTransfer, transferDigest } from '../../../../domain/send/reviewed-transfer.js';

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const TRANSFER: ReviewedTransfer = { chainId: toChainId('eip155:1'), to: FRIEND, token: TOKEN, value: 5n };

describe('transferDigest', () => {
  it('is the same for the same transfer, in any letter case that has no meaning', () => {
    const digest = transferDigest(TRANSFER);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(transferDigest({ ...TRANSFER, to: FRIEND.toLowerCase(), token: TOKEN.toUpperCase().replace('0X', '0x'), data: '0x' })).toBe(
      digest,
    );
  });

  it.each<[string, Partial<ReviewedTransfer>]>([
    ['on another network', { chainId: toChainId('eip155:137') }],
    ['to another recipient', { to: FRIEND.replace('E7', 'E8') }],
    ['of another token', { token: FRIEND }],
    ['of the coin', { token: null }],
    ['of another amount', { value: 50n }],
    ['of everything', { value: null }],
    ['with call data', { data: '0xa9059cbb' }],
  ])('is another one for a transfer %s', (_, changed) => {
    expect(transferDigest({ ...TRANSFER, ...changed })).not.toBe(transferDigest(TRANSFER));
    expect(() => checkReviewed(transferDigest(TRANSFER), { ...TRANSFER, ...changed })).toThrow(
      expect.objectContaining({ code: 'send/request-tampered' }),
    );
  });

  it('compares letter case where it has a meaning', () => {
    const onSolana = { ...TRANSFER, chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), to: 'AbC', token: null };
    expect(transferDigest(onSolana)).not.toBe(transferDigest({ ...onSolana, to: 'abc' }));
  });
});

describe('checkReviewed', () => {
  it('accepts what was reviewed, and everything if nothing was', () => {
    expect(() => checkReviewed(transferDigest(TRANSFER), TRANSFER)).not.toThrow();
    expect(() => checkReviewed(undefined, TRANSFER)).not.toThrow();
  });
});
