import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../domain/activity/activity-item.js';
import { activityRows } from '../../../../domain/activity/activity-rows.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

const BASE = { quantity: '1', valueUsd: null } as const;
const token = (direction: Transfer['direction']): Transfer => ({
  ...BASE,
  kind: 'fungible',
  direction,
  name: 'USD Coin',
  symbol: 'USDC',
  iconUrl: null,
});
const nft: Transfer = { ...BASE, kind: 'nft', direction: 'in', name: 'Badge', previewUrl: null, isSpam: false };

const rowsOf = (...transfers: readonly Transfer[]) =>
  activityRows({
    ...{
      id: 'a',
      chainId: toChainId('eip155:1'),
      operation: 'trade',
      status: 'confirmed',
      hash: null,
      minedAtMs: 0,
      sentFrom: null,
      sentTo: null,
    },
    transfers,
  }).map((row) => [row.key, row.transfers]);

describe('lines of a transaction', () => {
  it('are one without a transfer, with one, and for the two sides of a trade', () => {
    expect(rowsOf()).toEqual([['a', []]]);
    expect(rowsOf(nft)).toEqual([['a', [nft]]]);
    expect(rowsOf(token('out'), nft)).toEqual([['a', [token('out'), nft]]]);
  });

  it('are one for each of several transfers, and of two NFTs', () => {
    expect(rowsOf(token('out'), token('in'), nft)).toEqual([
      ['a 0', [token('out')]],
      ['a 1', [token('in')]],
      ['a 2', [nft]],
    ]);
    expect(rowsOf(nft, nft)).toEqual([
      ['a 0', [nft]],
      ['a 1', [nft]],
    ]);
  });

  it('leave spam NFTs out', () => {
    const spam: Transfer = { ...nft, isSpam: true };
    expect(rowsOf(spam, token('in'))).toEqual([['a', [token('in')]]]);
    expect(rowsOf(nft, spam, nft).map(([key]) => key)).toEqual(['a 0', 'a 1']);
  });
});
