import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APPROVED_NAMESPACES } from '../support/engine-pair.js';
import { scenarios } from './commands.js';
import { ModelWorld, topicsOf } from './model-world.js';

// The long matrix run sets its own number.
const RUNS = 50;
const LONG_RUNS = 1_000;
const isLong = process.env['LATCHKEY_FUZZ_RUNS'] !== undefined;

const expectAgreement = ({ pair, promised }: ModelWorld): void => {
  const [apps, wallets] = [topicsOf(pair.app), topicsOf(pair.wallet)];
  for (const { authentication, namespaces } of pair.wallet.context.tables.sessions.all())
    if (authentication === undefined) expect(namespaces).toEqual(APPROVED_NAMESPACES);
  expect(apps.filter((topic) => !wallets.includes(topic))).toEqual([]);
  expect(topicsOf(pair.wallet, (acknowledged) => acknowledged).filter((topic) => !apps.includes(topic))).toEqual([]);
  expect(promised.filter((topic) => !apps.includes(topic))).toEqual([]);
};

const expectClean = ({ pair, logged }: ModelWorld): void => {
  for (const { context, store, relay } of [pair.app, pair.wallet]) {
    const { proposals, pairings, authRequests, sessions } = context.tables;
    expect([proposals.all(), pairings.all(), authRequests.all()]).toEqual([[], [], []]);
    expect([...store.persisted.keys()].filter((key) => /\/(?:proposal|pairing|auth)\//.test(key))).toEqual([]);
    const topics = sessions.all().map(({ topic }) => topic);
    expect(topics.filter((topic) => !relay.keys.includes(topic))).toEqual([]);
  }
  expect(logged).not.toMatch(/symKey|wc:[0-9a-f]{64}/);
};

/** Events over all runs, each of which must have occurred. */
interface Tally {
  proposed: number;
  signed: number;
  lost: number;
  repeated: number;
  delayed: number;
  kills: number;
}

const count = (tally: Tally, { pair, adversary }: ModelWorld, kills: number): void => {
  const sessions = pair.app.context.tables.sessions.all();
  tally.signed += sessions.filter(({ authentication }) => authentication !== undefined).length;
  tally.proposed += sessions.filter(({ authentication }) => authentication === undefined).length;
  tally.lost += adversary.counts.lose;
  tally.repeated += adversary.counts.repeat;
  tally.delayed += adversary.counts.delay;
  tally.kills += kills;
};

describe('an app and a wallet with an adversary between them', () => {
  it('have the same sessions in the end, and no other records', { timeout: 300_000 }, async () => {
    const tally: Tally = { proposed: 0, signed: 0, lost: 0, repeated: 0, delayed: 0, kills: 0 };
    await fc.assert(
      fc.asyncProperty(scenarios(40), async (commands) => {
        const world = new ModelWorld();
        const model = { kills: 0 };
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await world.recover();
        expectAgreement(world);
        count(tally, world, model.kills);
        await world.runPastExpiries();
        expectClean(world);
        world.pair.dispose();
      }),
      { numRuns: isLong ? LONG_RUNS : RUNS },
    );
    for (const [name, times] of Object.entries(tally)) expect(times, name).toBeGreaterThan(5);
  });
});
