import { describe, expect, it } from 'vitest';
import { isSolanaAddress } from '../../../../domain/account/solana-address.js';

describe('a Solana address', () => {
  it.each([
    'So11111111111111111111111111111111111111112',
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  ])('is recognised: %s', (value) => expect(isSolanaAddress(value)).toBe(true));

  it.each([
    ['31 characters', '1'.repeat(31)],
    ['45 characters', '1'.repeat(45)],
    ['a zero', `0${'1'.repeat(31)}`],
    ['a capital o', `O${'1'.repeat(31)}`],
    ['a capital i', `I${'1'.repeat(31)}`],
    ['a small L', `l${'1'.repeat(31)}`],
    ['text before it', `send to 11111111111111111111111111111111`],
    ['a line break behind it', `${'1'.repeat(32)}\n`],
    ['an EVM address', '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'],
    ['nothing', null],
  ])('is refused with %s', (_, value) => expect(isSolanaAddress(value)).toBe(false));
});
