import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import {
  isFollowed,
  OUTCOME_RETENTION_MS,
  recentTransactions,
  SENT_TRANSACTIONS_LIMIT,
  type SentTransaction,
  withoutOldOutcomes,
  withTransaction,
} from '../../../../domain/send/sent-transaction.js';
import { readTransactions, writeTransactions } from '../../../../domain/send/stored-transactions.js';
import { itHolds } from '../properties.js';

const transaction = (change: Partial<SentTransaction> = {}): SentTransaction => ({
  namespace: 'eip155',
  chainId: toChainId('eip155:1'),
  hash: '0xaa',
  from: toAccountId('eip155:1:0x1111111111111111111111111111111111111111'),
  to: '0x2222222222222222222222222222222222222222',
  value: 10n ** 30n,
  asset: null,
  isSmartAccount: false,
  kind: 'transaction',
  purpose: 'send',
  swap: null,
  token: null,
  replaces: null,
  trace: null,
  isReplaceable: null,
  sentAt: 1,
  outcome: null,
  follower: { tab: 'a', until: 2 },
  ...change,
});

const many = (count: number, change: (index: number) => Partial<SentTransaction> = () => ({})): readonly SentTransaction[] =>
  Array.from({ length: count }, (_, index) => transaction({ hash: `0x${index}`, ...change(index) }));

describe('stored transactions', () => {
  it.each([
    ['a pending transaction', {}],
    ['a batch with a long id', { kind: 'calls', hash: 'x'.repeat(4_096), outcome: { status: 'partly-reverted', at: 5 } }],
    ['a user operation', { kind: 'user-operation', isSmartAccount: true }],
    ['a swap', { purpose: 'swap', swap: { fromToken: 'ETH', toToken: 'USDC', fromAmount: '1', toAmount: '3000' } }],
    ['a transfer of a token', { token: { symbol: 'USDC', decimals: 6 } }],
    ['a replacement', { replaces: '0xbb' }],
    ['a replaced transaction', { outcome: { status: 'replaced', by: '0xbb', at: 5 }, follower: null }],
    ['a transaction with a trace', { trace: '12@34' }],
    ['a replaceable transaction', { isReplaceable: true }],
    ['a final transaction', { isReplaceable: false }],
    ['a confirmed transaction', { outcome: { status: 'confirmed', blockNumber: 2n ** 70n, at: 5 }, follower: null }],
    ['a dropped token transfer', { outcome: { status: 'dropped', at: 5 }, value: null }],
  ] as const)('round-trip: %s', (_, change) => {
    const list = [transaction(change)];
    expect(readTransactions(writeTransactions(list))).toEqual(list);
  });

  it.each([
    [true, 'calls', 'batch'],
    [false, 'transaction', 'send'],
  ] as const)('of earlier versions have a kind and a purpose: isBatch %s is %s, %s', (isBatch, kind, purpose) => {
    const { kind: _, purpose: __, swap: ___, token: ____, ...rest } = transaction();
    const stored = JSON.stringify([{ ...rest, value: '1', isBatch }]);
    expect(readTransactions(stored)).toEqual([transaction({ value: 1n, kind, purpose })]);
  });

  it('are kept without a token that is not valid', () => {
    const stored = (decimals: unknown): string =>
      JSON.stringify([{ ...transaction({ value: null }), token: { symbol: 'USDC', decimals } }]);
    for (const decimals of [-1, 0.5, 256, '6']) expect(readTransactions(stored(decimals))).toEqual([transaction({ value: null })]);
  });

  it('keep their order', () => {
    const list = many(50);
    expect(readTransactions(writeTransactions(list))).toEqual(list);
  });

  it.each([
    ['a missing value', null],
    ['invalid JSON', '[{'],
    ['not a list', '{}'],
    ['invalid entries', '[1, null, {}]'],
    ['an empty hash', JSON.stringify([{ ...transaction(), value: '1', hash: '' }])],
    ['an account of another chain', JSON.stringify([{ ...transaction(), value: '1', chainId: 'eip155:5' }])],
  ])('are empty for %s', (_, text) => {
    expect(readTransactions(text)).toEqual([]);
  });

  itHolds('never throw for any stored text', fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(readTransactions(text)));

  it('are limited to 99, removing those with an outcome first', () => {
    const full = many(SENT_TRANSACTIONS_LIMIT, (index) => (index === 40 ? { outcome: { status: 'dropped', at: 1 } } : {}));
    const more = withTransaction(full, transaction({ hash: '0xnew' }));
    expect(more).toHaveLength(99);
    expect(more[0]?.hash).toBe('0xnew');
    expect(more.map(({ hash }) => hash)).not.toContain('0x40');
    const evenMore = withTransaction(more, transaction({ hash: '0xnewer' }));
    expect(evenMore.map(({ hash }) => hash)).not.toContain('0x98');
  });

  it('are updated in place, by chain and hash', () => {
    const list = many(3);
    const settled = transaction({ hash: '0x1', outcome: { status: 'reverted', at: 9 } });
    expect(withTransaction(list, settled)).toEqual([list[0], settled, list[2]]);
    expect(withTransaction(list, transaction({ hash: '0x1', chainId: toChainId('eip155:10') }))).toHaveLength(4);
  });

  it('are removed five minutes after their outcome, but never while pending', () => {
    const list = [transaction({ outcome: { status: 'dropped', at: 100 } }), transaction({ hash: '0xbb' })];
    expect(withoutOldOutcomes(list, 99 + OUTCOME_RETENTION_MS)).toEqual(list);
    expect(withoutOldOutcomes(list, 100 + OUTCOME_RETENTION_MS)).toEqual([list[1]]);
    expect(withoutOldOutcomes(list, 50)).toEqual([list[1]]);
  });

  it('are kept, except refused ones, if no service has their history', () => {
    const chainId = toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182');
    const settled = (status: 'dropped' | 'refused') =>
      transaction({ namespace: 'polkadot', chainId, hash: `0x${status}`, outcome: { status, at: 100 } });
    const list = [settled('dropped'), settled('refused')];
    const later = 100 + OUTCOME_RETENTION_MS;
    expect(withoutOldOutcomes(list, later - 1)).toEqual(list);
    expect(withoutOldOutcomes(list, later)).toEqual([list[0]]);
    expect(recentTransactions(list, later - 1)).toEqual(list);
    expect(recentTransactions(list, later)).toEqual([]);
  });

  it('are followed until the lease expires, unless it expires too far in the future', () => {
    const at = (until: number) => isFollowed(transaction({ follower: { tab: 'a', until } }), 1_000, 500);
    expect([at(1_000), at(1_001), at(2_000), at(2_001)]).toEqual([false, true, true, false]);
    expect(isFollowed(transaction({ follower: null }), 0, 500)).toBe(false);
  });
});
