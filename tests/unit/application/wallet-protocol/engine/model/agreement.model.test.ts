import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALLOWED } from '../support/engine-pair.js';
import { stories } from './commands.js';
import { ModelWorld, topicsOf } from './model-world.js';

/** In the gate; the matrix says its own number. */
const RUNS = 50;
const LONG_RUNS = 1_000;
const isLong = process.env['LATCHKEY_FUZZ_RUNS'] !== undefined;

const expectAgreement = ({ pair, promised }: ModelWorld): void => {
  const [apps, wallets] = [topicsOf(pair.app), topicsOf(pair.wallet)];
  for (const { authentication, namespaces } of pair.wallet.context.tables.sessions.all())
    if (authentication === undefined) expect(namespaces).toEqual(ALLOWED);
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

/** What has come about over all stories, so that none of them is empty. */
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
  tally.lost += adversary.done.lose;
  tally.repeated += adversary.done.repeat;
  tally.delayed += adversary.done.delay;
  tally.kills += kills;
};

describe('an app and a wallet with an adversary between them', () => {
  it('agree in the end on every session that one of them believes in, and leave nothing else behind', { timeout: 300_000 }, async () => {
    const tally: Tally = { proposed: 0, signed: 0, lost: 0, repeated: 0, delayed: 0, kills: 0 };
    await fc.assert(
      fc.asyncProperty(stories(40), async (commands) => {
        const world = new ModelWorld();
        const model = { kills: 0 };
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await world.recover();
        expectAgreement(world);
        count(tally, world, model.kills);
        await world.growOld();
        expectClean(world);
        world.pair.end();
      }),
      { numRuns: isLong ? LONG_RUNS : RUNS },
    );
    for (const [what, times] of Object.entries(tally)) expect(times, what).toBeGreaterThan(5);
  });
});
