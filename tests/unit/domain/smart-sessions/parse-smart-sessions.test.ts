import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { smartSessionsSchema } from '../../../../domain/smart-sessions/parse-smart-sessions.js';

const SESSION = { pci: 'one', createdAt: 1_700_000_000, expiry: 1_700_086_400 };
const sessionsOf = (...pcis: readonly unknown[]) => v.parse(smartSessionsSchema, { pcis });

describe('smart sessions', () => {
  it.each([
    null,
    7,
    { ...SESSION, pci: '' },
    { ...SESSION, pci: 'x'.repeat(513) },
    { ...SESSION, createdAt: '1700000000' },
    { ...SESSION, expiry: -1 },
    // No date is that late.
    { ...SESSION, expiry: Number.MAX_VALUE },
    { ...SESSION, expiry: undefined },
  ])('are dropped if they are invalid: %j', (invalid) => {
    expect(sessionsOf(invalid, SESSION).map(({ id }) => id)).toEqual(['one']);
  });

  it('are read without the members that are of another type', () => {
    const lists = { permissions: [{ type: 'contract-call' }, { type: 7 }, null], policies: 'none' };
    const project = { name: 7, url: 'javascript:alert(1)', iconUrl: 'data:text/html,x' };
    expect(sessionsOf({ ...SESSION, ...lists, revokedAt: 'no', project })).toMatchObject([
      { permissions: [{ type: 'contract-call' }], policies: [], revokedAtMs: null, project: { name: '', url: null, iconUrl: null } },
    ]);
    expect(sessionsOf({ ...SESSION, project: 'App' })).toMatchObject([{ project: null }]);
  });

  it('are refused if they are no list', () => {
    for (const reply of [null, [], {}, { pcis: 'none' }]) expect(v.is(smartSessionsSchema, reply)).toBe(false);
  });
});
