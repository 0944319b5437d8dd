import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesFromEvent, chainFromEvent } from '../../../../../domain/wallet-protocol/provider/event-payload.js';
import { itHolds } from '../../properties.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const APPROVED = [
  'eip155:1',
  'eip155:137',
  'eip155:mainnet',
  SOLANA,
  `solana:${DEVNET}`,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'bip122:10',
];

describe('chainFromEvent', () => {
  it.each([
    ['eip155:1', 137, 'eip155:137'],
    ['eip155:1', '137', 'eip155:137'],
    ['eip155:1', '0x89', 'eip155:137'],
    ['eip155:1', 'eip155:137', 'eip155:137'],
    ['eip155:1', 'eip155:0x89', 'eip155:137'],
    ['eip155:1', 1, 'eip155:1'],
    ['eip155:10', '0x1', 'eip155:1'],
    [SOLANA, DEVNET, `solana:${DEVNET}`],
    [SOLANA, `solana:${DEVNET}`, `solana:${DEVNET}`],
    [SOLANA, '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', SOLANA],
    ['polkadot:x', '91b171bb158e2d3848fa23a9f1c25182', 'polkadot:91b171bb158e2d3848fa23a9f1c25182'],
  ])('on %s with the data %j returns %s', (sentOn, data, expected) => {
    expect(chainFromEvent(sentOn, data, APPROVED)).toBe(expected);
  });

  const values: readonly unknown[] = [
    ...[undefined, null, '', ' ', 0, -1, 1.5, Number.NaN, {}, ['0x89'], { chainId: '0x89' }, true],
    ...['mainnet', 'eip155:mainnet', 'NaN', '1e0', '01', '0x', '0xg', '1:1', 'eip155:', 'eip155:1:2', 'x y'],
    ...['1'.repeat(33), '10', '0xa', 'eip155:10', 'solana:1', SOLANA, '__proto__'],
  ];
  it.each(values.map((data) => [data] as const))('is null for %j, which is not the reference of an approved chain', (data) => {
    expect(chainFromEvent('eip155:1', data, APPROVED)).toBeNull();
  });

  it.each([['0xa'], ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'], ['1'], [null]])('is null for %j outside of eip155', (data) => {
    expect([chainFromEvent(SOLANA, data, APPROVED), chainFromEvent('bip122:10', data, APPROVED)]).toEqual([null, null]);
  });

  itHolds('accepts a number in any notation', fc.integer({ min: 1, max: 2 ** 51 }), (number) => {
    const ways = [number, String(number), `0x${number.toString(16)}`, `eip155:${number}`];
    expect(new Set(ways.map((way) => chainFromEvent('eip155:1', way, [`eip155:${number}`])))).toEqual(new Set([`eip155:${number}`]));
  });

  itHolds('returns nothing but approved chains', fc.anything(), fc.constantFrom('eip155:1', SOLANA, 'cosmos:x'), (data, sentOn) => {
    expect([null, ...APPROVED]).toContain(chainFromEvent(sentOn, data, APPROVED));
  });
});

describe('addressesFromEvent', () => {
  it('returns addresses of CAIP-10 ids and plain addresses, without duplicates', () => {
    expect(addressesFromEvent(['eip155:1:0xa', 'eip155:137:0xa', '0xb'])).toEqual(['0xa', '0xb']);
    expect(addressesFromEvent([`${SOLANA}:4Nd1`])).toEqual(['4Nd1']);
  });

  it('is empty if the wallet shares no accounts', () => {
    expect(addressesFromEvent([])).toEqual([]);
  });

  it.each([[undefined], [null], ['0xa'], [{ 0: '0xa' }], [[5]], [['0xa', null]], [['']]])('is null for %j', (data) => {
    expect(addressesFromEvent(data)).toBeNull();
  });
});
