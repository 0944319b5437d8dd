import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '../../../../../domain/errors/error-messages.js';
import {
  EXPIRY_TABLE,
  type ExpiryKind,
  type ExpiryTarget,
  expiredTargets,
  expiryEventsOf,
  nextExpiryDelay,
} from '../../../../../domain/wallet-protocol/state/expiry-table.js';
import { addDeleted, deletedKindOf, NO_DELETED_RECORDS } from '../../../../../domain/wallet-protocol/state/recently-deleted.js';
import { forAll } from '../../properties.js';
import { NOW, NOW_S, SOON } from '../rules/contexts.js';

const target = (kind: ExpiryKind, expiry: number, name = 1): ExpiryTarget =>
  kind === 'session' || kind === 'pairing' ? { kind, key: `topic ${name}`, expiry } : { kind, key: name, expiry };

describe('EXPIRY_TABLE', () => {
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
  ])('defines events, deleted kind and error of a %s', (kind, events, deletedKind, message) => {
    expect(expiryEventsOf(target(kind, NOW_S))).toEqual(events);
    expect(EXPIRY_TABLE[kind].deletedKind).toBe(deletedKind);
    expect(EXPIRY_TABLE[kind].error?.message).toBe(message);
  });

  it.each<[ExpiryKind, readonly string[]]>([
    ['request', ['record']],
    ['proposal', ['settling', 'own-key', 'record']],
    ['auth', ['subscription', 'own-key', 'record']],
    ['session', ['subscription', 'requests', 'calls', 'own-key', 'topic-key', 'deep-link', 'record']],
    ['pairing', ['subscription', 'calls', 'topic-key', 'record']],
  ])('defines what is deleted with a %s, in order', (kind, deletes) => {
    expect(EXPIRY_TABLE[kind].deletes).toEqual(deletes);
  });

  it.each(Object.entries(EXPIRY_TABLE))('deletes the record of a %s last, and unsubscribes before deleting keys', (_kind, { deletes }) => {
    expect(deletes.at(-1)).toBe('record');
    expect(new Set(deletes).size).toBe(deletes.length);
    for (const key of ['own-key', 'topic-key'] as const) {
      if (deletes.includes('subscription') && deletes.includes(key))
        expect(deletes.indexOf('subscription')).toBeLessThan(deletes.indexOf(key));
    }
  });

  it('uses the record’s kind for recently deleted records', () => {
    for (const kind of ['request', 'proposal', 'session', 'pairing'] as const) {
      const { deletedKind } = EXPIRY_TABLE[kind];
      const deleted = deletedKind === null ? NO_DELETED_RECORDS : addDeleted(NO_DELETED_RECORDS, target(kind, NOW_S).key, deletedKind);
      expect(deletedKindOf(deleted, target(kind, NOW_S).key)).toBe(kind);
    }
  });
});

describe('expiry', () => {
  it('is reached in the second of the expiry', () => {
    expect(expiredTargets([target('session', SOON)], SOON * 1_000 - 1)).toEqual([]);
    expect(expiredTargets([target('session', SOON)], SOON * 1_000)).toEqual([target('session', SOON)]);
  });

  it('handles older records first, and in the same second a request before its session before its pairing', () => {
    const shuffled = [
      target('pairing', NOW_S),
      target('session', NOW_S),
      target('auth', NOW_S),
      target('proposal', NOW_S),
      target('request', NOW_S),
      target('session', NOW_S - 1, 2),
      target('request', SOON, 3),
    ];
    expect(expiredTargets(shuffled, NOW).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'session topic 2',
      'request 1',
      'proposal 1',
      'auth 1',
      'session topic 1',
      'pairing topic 1',
    ]);
  });

  it('is immediate if it is not a number', () => {
    const invalid = target('session', Number.NaN);
    expect(expiredTargets([target('request', NOW_S), invalid], NOW)).toEqual([invalid, target('request', NOW_S)]);
    expect(nextExpiryDelay([target('request', SOON), invalid], NOW)).toBe(0);
  });

  it('is never reached without records or if infinite', () => {
    expect(expiredTargets([], NOW)).toEqual([]);
    expect(nextExpiryDelay([], NOW)).toBeNull();
    expect(expiredTargets([target('session', Number.POSITIVE_INFINITY)], NOW)).toEqual([]);
  });

  it('is awaited in steps that fit a timer', () => {
    expect(nextExpiryDelay([target('session', SOON), target('request', SOON + 1)], NOW)).toBe(300_000);
    expect(nextExpiryDelay([target('session', NOW_S - 9)], NOW)).toBe(0);
    expect(nextExpiryDelay([target('session', NOW_S + 2_592_000)], NOW)).toBe(2_000_000_000);
  });

  it('handles each record exactly once, on time and in order', () => {
    const kinds = fc.constantFrom<ExpiryKind>('request', 'proposal', 'auth', 'session', 'pairing');
    const expiry = fc.oneof(fc.integer({ min: NOW_S - 5, max: NOW_S + 60 }), fc.integer({ min: NOW_S, max: NOW_S + 5_000_000 }));
    forAll(fc.array(fc.tuple(kinds, expiry), { maxLength: 30 }), fc.nat(999), (entries, ms) => {
      let remaining = entries.map(([kind, seconds], name) => target(kind, seconds, name));
      const all = remaining;
      const handled: ExpiryTarget[] = [];
      let nowMs = NOW + ms;
      for (let delay = nextExpiryDelay(remaining, nowMs); delay !== null; delay = nextExpiryDelay(remaining, nowMs)) {
        nowMs += delay;
        const expired = expiredTargets(remaining, nowMs);
        if (delay < 2_000_000_000) expect(expired.length).toBeGreaterThan(0);
        for (const record of expired) expect(nowMs).toBe(Math.max(record.expiry * 1_000, NOW + ms));
        handled.push(...expired);
        remaining = remaining.filter((record) => !expired.includes(record));
      }
      expect(new Set(handled)).toEqual(new Set(all));
      expect(handled).toHaveLength(all.length);
      expect(handled.map(({ expiry: at }) => at)).toEqual(all.map(({ expiry: at }) => at).toSorted((a, b) => a - b));
    });
  });
});
