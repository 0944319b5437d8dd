import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../../../../domain/errors/error-messages.js';
import {
  EXPIRY_TABLE,
  type ExpiryKind,
  type ExpiryTarget,
  expiryEventsOf,
  nextExpiryDelay,
  overTargets,
} from '../../../../../domain/wallet-protocol/state/expiry-table.js';
import { deletedKindOf, NOTHING_DELETED, rememberDeleted } from '../../../../../domain/wallet-protocol/state/recently-deleted.js';
import { forAll } from '../../properties.js';
import { NOW, OVER, SOON } from '../rules/known.js';

const target = (kind: ExpiryKind, expiry: number, name = 1): ExpiryTarget =>
  kind === 'session' || kind === 'pairing' ? { kind, key: `topic ${name}`, expiry } : { kind, key: name, expiry };

describe('what ends by itself', () => {
  it.each<[ExpiryKind, unknown, unknown, unknown]>([
    ['request', [{ name: 'session_request_expire', data: { id: 1 } }], 'request', ERROR_MESSAGES['wallet-protocol/request-expired']],
    ['proposal', [{ name: 'proposal_expire', data: { id: 1 } }], 'proposal', 'Proposal expired'],
    ['auth', [], null, 'Request expired'],
    [
      'session',
      [
        { name: 'session_delete', data: { id: 0, topic: 'topic 1' } },
        { name: 'session_expire', data: { topic: 'topic 1' } },
      ],
      'session',
      'User disconnected.',
    ],
    ['pairing', [{ name: 'pairing_expire', data: { topic: 'topic 1' } }], 'pairing', undefined],
  ])('a %s: its events, what it is remembered as, and what is said to those who wait for it', (kind, events, remembered, told) => {
    expect(expiryEventsOf(target(kind, OVER))).toEqual(events);
    expect(EXPIRY_TABLE[kind].remembered).toBe(remembered);
    expect(EXPIRY_TABLE[kind].tells?.message).toBe(told);
  });

  it.each<[ExpiryKind, readonly string[]]>([
    ['request', ['record']],
    ['proposal', ['settling', 'own-key', 'record']],
    ['auth', ['subscription', 'own-key', 'record']],
    ['session', ['subscription', 'requests', 'calls', 'own-key', 'topic-key', 'deep-link', 'record']],
    ['pairing', ['subscription', 'calls', 'topic-key', 'record']],
  ])('a %s: what goes with it, in order', (kind, leftovers) => {
    expect(EXPIRY_TABLE[kind].deletes).toEqual(leftovers);
  });

  it.each(Object.entries(EXPIRY_TABLE))(
    'a %s leaves its record for the last, and no subscription without its key',
    (_kind, { deletes }) => {
      expect(deletes.at(-1)).toBe('record');
      expect(new Set(deletes).size).toBe(deletes.length);
      for (const key of ['own-key', 'topic-key'] as const) {
        if (deletes.includes('subscription') && deletes.includes(key))
          expect(deletes.indexOf('subscription')).toBeLessThan(deletes.indexOf(key));
      }
    },
  );

  it('is found among the recently deleted by what it was', () => {
    for (const kind of ['request', 'proposal', 'session', 'pairing'] as const) {
      const { remembered } = EXPIRY_TABLE[kind];
      const memory = remembered === null ? NOTHING_DELETED : rememberDeleted(NOTHING_DELETED, target(kind, OVER).key, remembered);
      expect(deletedKindOf(memory, target(kind, OVER).key)).toBe(kind);
    }
  });
});

describe('when something ends', () => {
  it('is the moment of its expiry, not one before', () => {
    expect(overTargets([target('session', SOON)], SOON * 1_000 - 1)).toEqual([]);
    expect(overTargets([target('session', SOON)], SOON * 1_000)).toEqual([target('session', SOON)]);
  });

  it('the older ends first, and of one second the request before its session before its pairing', () => {
    const shuffled = [
      target('pairing', OVER),
      target('session', OVER),
      target('auth', OVER),
      target('proposal', OVER),
      target('request', OVER),
      target('session', OVER - 1, 2),
      target('request', SOON, 3),
    ];
    expect(overTargets(shuffled, NOW).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'session topic 2',
      'request 1',
      'proposal 1',
      'auth 1',
      'session topic 1',
      'pairing topic 1',
    ]);
  });

  it('is at once where the expiry is no number', () => {
    const broken = target('session', Number.NaN);
    expect(overTargets([target('request', OVER), broken], NOW)).toEqual([broken, target('request', OVER)]);
    expect(nextExpiryDelay([target('request', SOON), broken], NOW)).toBe(0);
  });

  it('is never where nothing is there, and never where it has no end', () => {
    expect(overTargets([], NOW)).toEqual([]);
    expect(nextExpiryDelay([], NOW)).toBeNull();
    expect(overTargets([target('session', Number.POSITIVE_INFINITY)], NOW)).toEqual([]);
  });

  it('is waited for in steps that a timer can hold', () => {
    expect(nextExpiryDelay([target('session', SOON), target('request', SOON + 1)], NOW)).toBe(300_000);
    expect(nextExpiryDelay([target('session', OVER - 9)], NOW)).toBe(0);
    expect(nextExpiryDelay([target('session', OVER + 2_592_000)], NOW)).toBe(2_000_000_000);
  });

  it('each ends exactly once, in time and in order, for somebody who waits as he is told', () => {
    const kinds = fc.constantFrom<ExpiryKind>('request', 'proposal', 'auth', 'session', 'pairing');
    const expiry = fc.oneof(fc.integer({ min: OVER - 5, max: OVER + 60 }), fc.integer({ min: OVER, max: OVER + 5_000_000 }));
    forAll(fc.array(fc.tuple(kinds, expiry), { maxLength: 30 }), fc.nat(999), (made, ms) => {
      let left = made.map(([kind, seconds], name) => target(kind, seconds, name));
      const all = left;
      const ended: ExpiryTarget[] = [];
      let nowMs = NOW + ms;
      for (let delay = nextExpiryDelay(left, nowMs); delay !== null; delay = nextExpiryDelay(left, nowMs)) {
        nowMs += delay;
        const over = overTargets(left, nowMs);
        if (delay < 2_000_000_000) expect(over.length).toBeGreaterThan(0);
        for (const one of over) expect(nowMs).toBe(Math.max(one.expiry * 1_000, NOW + ms));
        ended.push(...over);
        left = left.filter((one) => !over.includes(one));
      }
      expect(new Set(ended)).toEqual(new Set(all));
      expect(ended).toHaveLength(all.length);
      expect(ended.map((one) => one.expiry)).toEqual(all.map((one) => one.expiry).toSorted((a, b) => a - b));
    });
  });
});
