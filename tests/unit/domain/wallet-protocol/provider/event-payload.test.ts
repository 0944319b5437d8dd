import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { announcedAddresses, announcedChain } from '../../../../../domain/wallet-protocol/provider/event-payload.js';
import { itHolds } from '../../properties.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

describe('the chain of chainChanged', () => {
  it.each([
    ['eip155:1', 137, 'eip155:137'],
    ['eip155:1', '137', 'eip155:137'],
    ['eip155:1', '0x89', 'eip155:137'],
    ['eip155:1', 'eip155:137', 'eip155:137'],
    ['eip155:1', 'eip155:0x89', 'eip155:137'],
    ['eip155:1', 1, 'eip155:1'],
    [SOLANA, '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    [SOLANA, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '68d56f15f85d3136970ec16946040bc1', 'polkadot:68d56f15f85d3136970ec16946040bc1'],
  ])('sent on %s with %j is %s', (sentOn, data, expected) => {
    expect(announcedChain(sentOn, data)).toBe(expected);
  });

  it.each([[undefined], [null], [''], [' '], [0], [-1], [1.5], [Number.NaN], [{}], [['0x89']], ['eip155:'], ['x y'], ['1'.repeat(33)]])(
    'is the one that it was sent on where %j names none',
    (data) => {
      expect(announcedChain('eip155:1', data)).toBe('eip155:1');
    },
  );

  itHolds('is the same chain in whichever way a number is written', fc.integer({ min: 1, max: 2 ** 51 }), (number) => {
    const ways = [number, String(number), `0x${number.toString(16)}`, `eip155:${number}`];
    expect(new Set(ways.map((way) => announcedChain('eip155:1', way)))).toEqual(new Set([`eip155:${number}`]));
  });
});

describe('the addresses of accountsChanged', () => {
  it('are those of CAIP-10 ids and texts as they are, each once', () => {
    expect(announcedAddresses(['eip155:1:0xa', 'eip155:137:0xa', '0xb'])).toEqual(['0xa', '0xb']);
    expect(announcedAddresses([`${SOLANA}:4Nd1`])).toEqual(['4Nd1']);
  });

  it('are none where the wallet shares none any more', () => {
    expect(announcedAddresses([])).toEqual([]);
  });

  it.each([[undefined], [null], ['0xa'], [{ 0: '0xa' }], [[5]], [['0xa', null]], [['']]])(
    'are not told where %j is no list of accounts',
    (data) => {
      expect(announcedAddresses(data)).toBeNull();
    },
  );
});
