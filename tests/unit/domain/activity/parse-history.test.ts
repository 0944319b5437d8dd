import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { historySchema } from '../../../../domain/activity/parse-history.js';

const fungible = { fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: 'https://icons.example/usdc.png' } } };
const transfer = { ...fungible, direction: 'out', quantity: { numeric: '1.500000' }, value: 1.5, price: 1 };
const nft = {
  nft_info: { name: 'Cat 1', content: { preview: { url: 'https://nft.example/1.png' }, detail: null }, flags: { is_spam: true } },
  direction: 'in',
  quantity: { numeric: '1' },
  value: null,
};
const metadata = {
  operationType: 'send',
  hash: '0x1',
  chain: 'eip155:1',
  minedAt: '2026-01-02T03:04:05.000Z',
  sentFrom: '0xa',
  sentTo: '0xb',
  status: 'confirmed',
  nonce: 1,
};
const entry = { id: 'a', metadata, transfers: [transfer, nft] };
const parse = (body: unknown) => v.safeParse(historySchema, body);
const itemsOf = (...data: readonly unknown[]) => v.parse(historySchema, { data, next: null }).items;

describe('a page of a history', () => {
  it('has items, their transfers, and the cursor of the next page', () => {
    const { items, next } = v.parse(historySchema, { data: [entry], next: 'cursor' });
    expect(next).toBe('cursor');
    expect(items).toEqual([
      {
        id: 'a',
        chainId: 'eip155:1',
        operation: 'send',
        status: 'confirmed',
        hash: '0x1',
        minedAtMs: Date.parse(metadata.minedAt),
        sentFrom: '0xa',
        sentTo: '0xb',
        transfers: [
          {
            kind: 'fungible',
            direction: 'out',
            quantity: '1.500000',
            valueUsd: 1.5,
            name: 'USD Coin',
            symbol: 'USDC',
            iconUrl: 'https://icons.example/usdc.png',
          },
          {
            kind: 'nft',
            direction: 'in',
            quantity: '1',
            valueUsd: null,
            name: 'Cat 1',
            previewUrl: 'https://nft.example/1.png',
            isSpam: true,
          },
        ],
      },
    ]);
  });

  it('is none without a list of data', () => {
    for (const body of [null, [], {}, { data: {} }, { data: 'x' }, '<html>']) expect(parse(body).success).toBe(false);
    expect(v.parse(historySchema, { data: [] })).toEqual({ items: [], next: null });
    expect(v.parse(historySchema, { data: [], next: '' }).next).toBeNull();
  });

  it('drops what it cannot show, and nothing else', () => {
    const changed = (members: object) => ({ ...entry, metadata: { ...metadata, ...members } });
    for (const bad of [null, {}, { ...entry, id: '' }, changed({ chain: 'x' }), changed({ minedAt: 'soon' }), changed({ status: 'lost' })])
      expect(itemsOf(bad, entry)).toHaveLength(1);
    expect(itemsOf(changed({ operationType: 'teleport' }))[0]?.operation).toBe('execute');
    expect(itemsOf({ ...entry, transfers: null })[0]?.transfers).toEqual([]);
    for (const bad of [
      null,
      { ...transfer, direction: 'up' },
      { ...transfer, quantity: { numeric: '1e9' } },
      { ...transfer, fungible_info: null },
    ])
      expect(itemsOf({ ...entry, transfers: [bad, nft] })[0]?.transfers).toHaveLength(1);
  });

  it('cleans names, and takes no link that is not https', () => {
    const hostile = { name: 'US\u202eD\u200b', symbol: 'U\nSD', icon: { url: 'javascript:alert(1)' } };
    const [shown] = itemsOf({ ...entry, transfers: [{ ...transfer, fungible_info: hostile }] });
    expect(shown?.transfers).toMatchObject([{ name: 'USD', symbol: 'U SD', iconUrl: null }]);
  });

  it.each([
    [0, 0],
    [Number.MAX_VALUE, Number.MAX_VALUE],
    [undefined, null],
    [Number.POSITIVE_INFINITY, null],
    ['1.5', null],
  ])('reads the value %s as %s', (value, valueUsd) => {
    expect(itemsOf({ ...entry, transfers: [{ ...transfer, value }] })[0]?.transfers).toMatchObject([{ valueUsd }]);
  });

  it.each(['7', `7.${'0'.repeat(17)}1`, `7.${'0'.repeat(35)}1`])('keeps the amount %s, whatever the decimals of the token', (numeric) => {
    expect(itemsOf({ ...entry, transfers: [{ ...transfer, quantity: { numeric } }] })[0]?.transfers).toMatchObject([{ quantity: numeric }]);
  });

  it('reads the statuses of purchases', () => {
    const statuses = ['SUCCESS', 'IN_PROGRESS', 'FAILED'].map((status) => `ONRAMP_TRANSACTION_STATUS_${status}`);
    const items = itemsOf(...statuses.map((status) => ({ ...entry, metadata: { ...metadata, status } })));
    expect(items.map(({ status }) => status)).toEqual(['confirmed', 'pending', 'failed']);
  });

  it('is read or refused, whatever the service sends', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (data, next) => {
        expect(typeof parse({ data, next }).success).toBe('boolean');
      }),
    );
  });
});
