import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { SessionPair } from './support/session-pair.js';

/** More calls than a wallet makes to its relay and its store between a request and the end of its answer: later ones kill nothing. */
const CALLS = 16;

describe('a wallet whose page is killed while it is asked or answers', () => {
  for (const when of ['before', 'after'] as const) {
    it(`answers in the end, ${when} whichever call it is killed`, async () => {
      let kills = 0;
      for (let at = 0; at < CALLS; at += 1) {
        const world = new SessionPair();
        await world.connect();
        const { wallet } = world.pair;
        wallet.kill = { at: wallet.portCalls + at, when };
        const answer = world.ask();
        await settle();
        const [first] = wallet.events('session_request');
        if (first !== undefined) void world.respond(first.id).catch(() => undefined);
        await settle();
        if (wallet.isKilled) kills += 1;
        await world.reloadWallet();
        // The relay hands over again what was not acknowledged, and what earlier pages left is handed over.
        await world.clock.run(61_000);
        const [again] = world.wallet.party.events('session_request');
        if (again !== undefined) await world.respond(again.id);
        expect(await answer).toBe('signed');
        await world.clock.run(2_000);
        expect(world.wallet.answering.pending).toEqual([]);
        expect([...world.pair.wallet.store.persisted.keys()].filter((key) => key.includes('/request/'))).toEqual([]);
        world.pair.end();
      }
      expect(kills).toBeGreaterThan(3);
      expect(kills).toBeLessThan(CALLS);
    });
  }
});
