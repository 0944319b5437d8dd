import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { HISTORY_LIMIT } from '../../../../../domain/wallet-protocol/state/call-history.js';
import { SessionPair } from './support/session-pair.js';

describe('many requests on a session', () => {
  it('cost as much at last as at first, and what is kept of them does not grow', async () => {
    const world = new SessionPair({ disableRequestQueue: true });
    await world.connect();
    const parties = [world.app.party, world.wallet.party];
    const calls = (): number => parties.reduce((sum, { store }) => sum + store.calls.length, 0);
    const costs: number[] = [];
    for (let index = 0; index < HISTORY_LIMIT + 100; index += 1) {
      const before = calls();
      const answer = world.ask();
      await settle();
      await world.respond(world.wallet.party.events('session_request')[index]?.id ?? 0);
      expect(await answer).toBe('signed');
      await settle();
      costs.push(calls() - before);
    }
    // Beyond the limit the oldest goes with each that comes.
    expect([costs[HISTORY_LIMIT - 1], costs.at(-1)]).toEqual([costs[1], (costs[1] ?? 0) + 1]);
    const kept = parties.map(({ store }) => [...store.persisted.keys()].filter((key) => key.includes(`/call/${world.topic}/`)).length);
    expect(kept[1]).toBe(HISTORY_LIMIT);
    expect(kept[0]).toBeLessThan(10);
    world.pair.end();
  });
});
