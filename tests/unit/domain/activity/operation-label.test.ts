import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Transfer } from '../../../../domain/activity/activity-item.js';
import { isSpamOnly, OPERATION_LABELS } from '../../../../domain/activity/operation-label.js';

describe('operations', () => {
  it('have the labels of the specification', () => {
    expect(OPERATIONS.map((operation) => OPERATION_LABELS[operation])).toEqual(
      'approved bought borrowed burnt canceled claimed deployed deposited executed minted received repaid sent sold staked swapped unstaked withdrawn'.split(
        ' ',
      ),
    );
  });
});

describe('isSpamOnly', () => {
  const base = { direction: 'in', quantity: '1', valueUsd: null, name: 'A' } as const;
  const nft = (isSpam: boolean): Transfer => ({ ...base, kind: 'nft', previewUrl: null, isSpam });
  const coin: Transfer = { ...base, kind: 'fungible', symbol: 'A', iconUrl: null };

  it.each([
    [[], false],
    [[nft(true)], true],
    [[nft(true), nft(true)], true],
    [[nft(true), nft(false)], false],
    [[nft(true), coin], false],
    [[coin], false],
  ] as const)('of %j is %s', (transfers, expected) => {
    expect(isSpamOnly({ transfers })).toBe(expected);
  });
});
