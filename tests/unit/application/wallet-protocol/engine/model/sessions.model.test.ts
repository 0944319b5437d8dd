import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRpcRequest } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { ASKED } from '../support/engine-pair.js';
import { topicsOf } from './model-page.js';
import { sessionStories } from './session-commands.js';
import { numberOf, SessionWorld } from './session-world.js';

/** In the gate; the matrix says its own number. */
const RUNS = 50;
const LONG_RUNS = 1_000;
const isLong = process.env['LATCHKEY_FUZZ_RUNS'] !== undefined;
const DAYS_MS = 15 * 86_400_000;

/** Both have the same sessions, with the same grants, over at about the same time. */
const expectAgreement = (world: SessionWorld): void => {
  const [app, wallet] = [world.page('app'), world.page('wallet')];
  // An extension counts from when it is heard: the time of one side may be over before that of the other.
  const isOver = (topic: string): boolean => world.pages.some(({ seen }) => (seen.get(topic) ?? Infinity) * 1_000 <= world.clock.now());
  const isSure = (topic: string): boolean => !world.isUntold(topic) && !isOver(topic);
  const [apps, wallets] = [topicsOf(app).filter(isSure), topicsOf(wallet).filter(isSure)];
  expect(apps.filter((topic) => !wallets.includes(topic))).toEqual([]);
  expect(wallets.filter((topic) => wallet.session(topic)?.acknowledged === true && !apps.includes(topic))).toEqual([]);
  for (const topic of apps) {
    const [ours, theirs] = [app.session(topic), wallet.session(topic)];
    if ((world.updates.get(topic)?.size ?? 0) === 0 && !world.unordered.has(topic)) expect(ours?.namespaces).toEqual(theirs?.namespaces);
    expect(Math.abs((ours?.expiry ?? 0) - (theirs?.expiry ?? 0)) * 1_000).toBeLessThanOrEqual(world.clock.now() - world.startedAt + 1_000);
  }
};

/** A host hears of the end of each session that it has seen and not ended itself, once. */
const expectEnds = (world: SessionWorld): void => {
  for (const page of world.pages) {
    const ends = page.events('session_delete').map(({ topic }) => topic);
    expect(ends).toEqual([...new Set(ends)]);
    expect(ends.filter((topic) => page.left.has(topic))).toEqual([]);
    if (page.ports.isKilled) continue;
    const gone = [...page.seen.keys()].filter((topic) => page.session(topic) === null && !page.left.has(topic));
    expect(gone.filter((topic) => !ends.includes(topic))).toEqual([]);
  }
};

/** Each request is shown once and alone, answered once, and the app is told what the owner said. */
const expectRequests = (world: SessionWorld): void => {
  expect(world.mostShown).toBeLessThanOrEqual(1);
  for (const page of world.parties.wallet.pages) {
    const shown = page.events('session_request').map(({ params }) => numberOf(params.request.params));
    expect(shown).toEqual([...new Set(shown)]);
  }
  for (const { number, outcome } of world.asked) {
    const given = world.answers.filter((answer) => answer.number === number);
    const said = given.map(({ value }) => value);
    if (outcome !== null && 'value' in outcome) expect(said).toContain(outcome.value);
    expect(given.filter((answer) => answer.outcome === 'sent').length).toBeLessThanOrEqual(1);
  }
};

/** What the relay holds for a session was taken up, and no owner is left with a request. */
const expectNothingLeft = (world: SessionWorld): void => {
  expect(world.page('wallet').engine.getPendingSessionRequests()).toEqual([]);
  const alive = topicsOf(world.page('app')).filter((topic) => world.page('wallet').session(topic) !== null);
  const left = world.hub.envelopes.filter(({ topic, acknowledged }) => alive.includes(topic) && acknowledged.size === 0);
  expect(left.map(({ message }) => message)).toEqual([]);
};

/** A request that the relay took is shown, declined by a rule, or was over when it came; who waits for an answer that was given has it. */
const expectNoneLost = (world: SessionWorld): void => {
  const wallets = world.parties.wallet.pages;
  const shown = wallets.flatMap((page) => page.events('session_request').map(({ id }) => id));
  const expired = wallets.flatMap((page) => page.events('session_request_expire').map(({ id }) => id));
  const isAlive = (topic: string): boolean => (['app', 'wallet'] as const).every((role) => world.page(role).session(topic) !== null);
  for (const { topic, message } of world.hub.envelopes) {
    if (!isRpcRequest(message) || message.method !== 'wc_sessionRequest' || !isAlive(topic)) continue;
    const answers = world.hub.envelopes.filter(
      (each) => each.topic === topic && !isRpcRequest(each.message) && each.message.id === message.id,
    );
    expect([...shown, ...expired, ...answers.map((each) => each.message.id)]).toContain(message.id);
  }
  const isAnswered = (number: number): boolean => world.answers.some((given) => given.number === number && given.outcome === 'sent');
  const open = world.asked.filter(({ page, topic, outcome }) => outcome === null && page === world.page('app') && isAlive(topic));
  expect(open.filter(({ number }) => isAnswered(number))).toEqual([]);
};

/** Events of one name are heard in their order. */
const expectOrder = (world: SessionWorld): void => {
  for (const page of world.pages) {
    const heard = new Map<string, number[]>();
    for (const { topic, id } of page.events('session_event')) heard.set(topic, [...(heard.get(topic) ?? []), Math.floor(id / 1_000)]);
    for (const times of heard.values()) expect(times).toEqual([...times].sort((a, b) => a - b));
  }
};

const expectSilence = (world: SessionWorld, unhandled: readonly unknown[]): void => {
  expect(unhandled).toEqual([]);
  const logged = JSON.stringify(
    world.pages.flatMap(({ logger }) => logger.entries),
    (_, value: unknown) => (value instanceof Error ? { name: value.name, message: value.message, cause: value.cause } : value),
  );
  expect([...world.hub.secrets.all].filter((secret) => logged.includes(secret))).toEqual([]);
};

/** What has come about over all stories, so that none of them is empty. */
const count = (tally: Map<string, number>, world: SessionWorld): void => {
  const add = (what: string, times: number): void => void tally.set(what, (tally.get(what) ?? 0) + times);
  for (const page of world.pages) for (const { name } of page.heard) add(name, 1);
  for (const { outcome } of world.asked) add(outcome === null ? 'left' : 'value' in outcome ? 'answered' : 'failed', 1);
  for (const [fate, times] of Object.entries(world.adversary.done)) add(fate, times);
  add('killed', world.kills);
};

const OFTEN = [
  ...['session_request', 'session_update', 'session_event', 'session_extend', 'session_ping', 'session_delete', 'session_expire'],
  ...['session_request_expire', 'answered', 'failed', 'left', 'lose', 'repeat', 'delay', 'killed'],
];

describe('an app and a wallet with sessions and an adversary between them', () => {
  it('agree in the end on all of it, lose nothing, and say everything once', { timeout: 900_000 }, async () => {
    const tally = new Map<string, number>();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      await fc.assert(
        fc.asyncProperty(sessionStories(120), async (commands) => {
          const world = await new SessionWorld().start();
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          await world.recover();
          await world.answerAll();
          expectAgreement(world);
          expectNothingLeft(world);
          expectNoneLost(world);
          expectRequests(world);
          expectOrder(world);
          await world.clock.run(DAYS_MS);
          await world.quiet();
          expect([topicsOf(world.page('app')), topicsOf(world.page('wallet'))]).toEqual([[], []]);
          expectEnds(world);
          expect(world.asked.filter(({ page, outcome }) => !page.ports.isKilled && outcome === null)).toEqual([]);
          count(tally, world);
          world.end();
          await world.quiet();
          expect([world.clock.pending, world.hub.lines.size]).toEqual([0, 0]);
          expectSilence(world, unhandled);
        }),
        { numRuns: isLong ? LONG_RUNS : RUNS, interruptAfterTimeLimit: 800_000 },
      );
    } finally {
      process.off('unhandledRejection', note);
    }
    for (const what of OFTEN) expect(tally.get(what) ?? 0, what).toBeGreaterThan(5);
  });
});
describe('what random stories have found', () => {
  let world: SessionWorld;
  let topic: string;
  beforeEach(async () => {
    world = await new SessionWorld().start();
    topic = world.page('app').sessions[0]?.topic ?? '';
  });
  afterEach(() => {
    world.end();
    expect(world.clock.pending).toBe(0);
  });

  it('a wallet that answers twice at once answers once: the second answer is refused', async () => {
    await world.ask(topic);
    const [request] = world.waiting();
    if (request === undefined) throw new Error('The wallet was not asked');
    await Promise.all([world.respond(request), world.respond(request, true)]);
    expect(world.answers.map(({ outcome }) => outcome)).toEqual(['sent', 'failed']);
    expect(world.asked[0]?.outcome).toEqual({ value: world.answers[0]?.value });
    expect(world.hub.envelopes.filter(({ message }) => message.id === request.id)).toHaveLength(2);
  });

  it('a party that is killed in its own disconnection has no session that its peer has not', async () => {
    const ended: boolean[] = [];
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < 10; at += 1) {
        const each = await new SessionWorld().start();
        const [place = ''] = topicsOf(each.page('wallet'));
        const { ports } = each.page('wallet');
        ports.kill = { at: ports.calls + at, when };
        await each.disconnect('wallet', place);
        await each.reopen();
        await each.recover();
        const isOver = (['wallet', 'app'] as const).map((role) => each.page(role).session(place) === null);
        expect(isOver[0]).toBe(isOver[1]);
        ended.push(isOver[0] === true);
        each.end();
      }
    }
    // Killed before anything is stored, nothing has happened.
    expect(ended.filter((isOver) => isOver).length).toBeGreaterThan(10);
    expect(ended).toContain(false);
  });

  it('a wallet that is killed while it takes an approval back tells the app of it with its next page', async () => {
    let begun = 0;
    for (let at = 0; at < 16; at += 1) {
      const each = await new SessionWorld().start();
      const { ports, relay, engine } = each.page('wallet');
      await each.does(async () => {
        const { uri = '' } = await each.page('app').engine.connect({ optionalNamespaces: ASKED });
        await engine.pair({ uri });
      });
      // The app hears of the session, the wallet that the relay did not take it.
      relay.refusePublications(2, true);
      ports.kill = { at: ports.calls + at, when: 'before' };
      await each.approve();
      if (relay.published.some(({ message }) => isRpcRequest(message) && message.method === 'wc_sessionSettle')) begun += 1;
      await each.reopen();
      await each.recover();
      const topics = (['app', 'wallet'] as const).map((role) => topicsOf(each.page(role)));
      expect(topics[0]).toEqual(topics[1]);
      each.end();
    }
    expect(begun).toBeGreaterThan(5);
  });

  it('a session that its wallet ends before the app has heard of its settlement does not come about', async () => {
    const before = topicsOf(world.page('app'));
    // The proposal and its answer arrive, the latter twice; the settlement is held back.
    world.adversary.plan([{ type: 'pass' }, { type: 'pass' }, { type: 'delay', ms: 20_000 }]);
    await world.connect('');
    const [offered = ''] = topicsOf(world.page('wallet')).filter((each) => !before.includes(each));
    await world.disconnect('wallet', offered);
    await world.clock.run(30_000);
    expect(topicsOf(world.page('app'))).toEqual(before);
    expect(world.page('app').events('session_connect')).toHaveLength(2);
    await world.recover();
    expect([topicsOf(world.page('app')), topicsOf(world.page('wallet'))]).toEqual([before, before]);
  });

  it('many requests that wait at once do not look like a leak', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    for (let count = 0; count < 30; count += 1) await world.ask(topic);
    await world.answerAll();
    await world.quiet();
    process.off('warning', note);
    expect(warnings).toEqual([]);
    expect(world.asked.filter(({ outcome }) => outcome !== null && 'value' in outcome)).toHaveLength(30);
  });
});
