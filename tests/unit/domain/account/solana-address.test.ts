import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSolanaAddressFormat, isSolanaAddress } from '../../../../domain/account/solana-address.js';
import { itHolds } from '../properties.js';

describe('Solana addresses', () => {
  it.each([
    'So11111111111111111111111111111111111111112',
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  ])('accept %s', (value) => expect([isSolanaAddress(value), hasSolanaAddressFormat(value)]).toEqual([true, true]));

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
  ])('reject %s', (_, value) => expect([isSolanaAddress(value), hasSolanaAddressFormat(value)]).toEqual([false, false]));

  it.each([
    ['33 bytes', '1'.repeat(33)],
    ['more than 32 bytes hold', 'z'.repeat(44)],
    ['a Bitcoin address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('match the format but are invalid: %s', (_, value) =>
    expect([isSolanaAddress(value), hasSolanaAddressFormat(value)]).toEqual([false, true]),
  );

  itHolds('are base58 of exactly 32 bytes', fc.uint8Array({ minLength: 20, maxLength: 40 }), (key) => {
    expect(isSolanaAddress(base58.encode(key))).toBe(key.length === 32);
  });
});
