import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRpcRequest } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { REQUESTED_NAMESPACES } from '../support/engine-pair.js';
import { topicsOf } from './model-page.js';
import { sessionScenarios } from './session-commands.js';
import { numberOf, SessionWorld } from './session-world.js';

// The long matrix run sets its own number.
const RUNS = 50;
const LONG_RUNS = 1_000;
const isLong = process.env['LATCHKEY_FUZZ_RUNS'] !== undefined;
const DAYS_MS = 15 * 86_400_000;

/** Both have the same sessions, with the same grants and about the same expiry. */
const expectAgreement = (world: SessionWorld): void => {
  const [app, wallet] = [world.page('app'), world.page('wallet')];
  // An extension counts from its arrival, so one side may expire before the other.
  const isExpired = (topic: string): boolean => world.pages.some(({ seen }) => (seen.get(topic) ?? Infinity) * 1_000 <= world.clock.now());
  const isComparable = (topic: string): boolean => !world.isPeerUnaware(topic) && !isExpired(topic);
  const [apps, wallets] = [topicsOf(app).filter(isComparable), topicsOf(wallet).filter(isComparable)];
  expect(apps.filter((topic) => !wallets.includes(topic))).toEqual([]);
  expect(wallets.filter((topic) => wallet.session(topic)?.acknowledged === true && !apps.includes(topic))).toEqual([]);
  for (const topic of apps) {
    const [appSession, walletSession] = [app.session(topic), wallet.session(topic)];
    if ((world.updates.get(topic)?.size ?? 0) === 0 && !world.unordered.has(topic))
      expect(appSession?.namespaces).toEqual(walletSession?.namespaces);
    expect(Math.abs((appSession?.expiry ?? 0) - (walletSession?.expiry ?? 0)) * 1_000).toBeLessThanOrEqual(
      world.clock.now() - world.startedAt + 1_000,
    );
  }
};

/** Each page emits the deletion of each session it has seen and not disconnected itself, once. */
const expectDeletions = (world: SessionWorld): void => {
  for (const page of world.pages) {
    const deletions = page.events('session_delete').map(({ topic }) => topic);
    expect(deletions).toEqual([...new Set(deletions)]);
    expect(deletions.filter((topic) => page.disconnected.has(topic))).toEqual([]);
    if (page.ports.isKilled) continue;
    const closed = [...page.seen.keys()].filter((topic) => page.session(topic) === null && !page.disconnected.has(topic));
    expect(closed.filter((topic) => !deletions.includes(topic))).toEqual([]);
  }
};

/** Each request is emitted once and alone, answered once, and the app gets the wallet's response. */
const expectRequests = (world: SessionWorld): void => {
  expect(world.maxPending).toBeLessThanOrEqual(1);
  for (const page of world.parties.wallet.pages) {
    const emitted = page.events('session_request').map(({ params }) => numberOf(params.request.params));
    expect(emitted).toEqual([...new Set(emitted)]);
  }
  for (const { number, outcome } of world.requests) {
    const sent = world.responses.filter((answer) => answer.number === number);
    const values = sent.map(({ value }) => value);
    if (outcome !== null && 'value' in outcome) expect(values).toContain(outcome.value);
    expect(sent.filter((answer) => answer.outcome === 'sent').length).toBeLessThanOrEqual(1);
  }
};

/** Every message of a live session is acknowledged, and no request is pending. */
const expectNothingPending = (world: SessionWorld): void => {
  expect(world.page('wallet').engine.getPendingSessionRequests()).toEqual([]);
  const alive = topicsOf(world.page('app')).filter((topic) => world.page('wallet').session(topic) !== null);
  const unacknowledged = world.hub.envelopes.filter(({ topic, acknowledged }) => alive.includes(topic) && acknowledged.size === 0);
  expect(unacknowledged.map(({ message }) => message)).toEqual([]);
};

/** A published request was emitted, rejected by a rule or expired, and a sent response has arrived. */
const expectNoneLost = (world: SessionWorld): void => {
  const wallets = world.parties.wallet.pages;
  const emitted = wallets.flatMap((page) => page.events('session_request').map(({ id }) => id));
  const expired = wallets.flatMap((page) => page.events('session_request_expire').map(({ id }) => id));
  const isAlive = (topic: string): boolean => (['app', 'wallet'] as const).every((role) => world.page(role).session(topic) !== null);
  for (const { topic, message } of world.hub.envelopes) {
    if (!isRpcRequest(message) || message.method !== 'wc_sessionRequest' || !isAlive(topic)) continue;
    const answers = world.hub.envelopes.filter(
      (each) => each.topic === topic && !isRpcRequest(each.message) && each.message.id === message.id,
    );
    expect([...emitted, ...expired, ...answers.map((each) => each.message.id)]).toContain(message.id);
  }
  const isAnswered = (number: number): boolean => world.responses.some((sent) => sent.number === number && sent.outcome === 'sent');
  const open = world.requests.filter(({ page, topic, outcome }) => outcome === null && page === world.page('app') && isAlive(topic));
  expect(open.filter(({ number }) => isAnswered(number))).toEqual([]);
};

/** Events of one name are emitted in order. */
const expectOrder = (world: SessionWorld): void => {
  for (const page of world.pages) {
    const received = new Map<string, number[]>();
    for (const { topic, id } of page.events('session_event')) received.set(topic, [...(received.get(topic) ?? []), Math.floor(id / 1_000)]);
    for (const times of received.values()) expect(times).toEqual([...times].sort((a, b) => a - b));
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

/** Counts events over all runs, each of which must have occurred. */
const count = (tally: Map<string, number>, world: SessionWorld): void => {
  const add = (name: string, times: number): void => void tally.set(name, (tally.get(name) ?? 0) + times);
  for (const page of world.pages) for (const { name } of page.emitted) add(name, 1);
  for (const { outcome } of world.requests) add(outcome === null ? 'pending' : 'value' in outcome ? 'answered' : 'failed', 1);
  for (const [outcome, times] of Object.entries(world.adversary.counts)) add(outcome, times);
  add('killed', world.kills);
};

const OFTEN = [
  ...['session_request', 'session_update', 'session_event', 'session_extend', 'session_ping', 'session_delete', 'session_expire'],
  ...['session_request_expire', 'answered', 'failed', 'pending', 'lose', 'repeat', 'delay', 'killed'],
];

describe('an app and a wallet with sessions and an adversary between them', () => {
  it('have the same state in the end, lose nothing and handle everything once', { timeout: 900_000 }, async () => {
    const tally = new Map<string, number>();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      await fc.assert(
        fc.asyncProperty(sessionScenarios(120), async (commands) => {
          const world = await new SessionWorld().start();
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
          await world.recover();
          await world.respondToAll();
          expectAgreement(world);
          expectNothingPending(world);
          expectNoneLost(world);
          expectRequests(world);
          expectOrder(world);
          await world.clock.run(DAYS_MS);
          await world.untilIdle();
          expect([topicsOf(world.page('app')), topicsOf(world.page('wallet'))]).toEqual([[], []]);
          expectDeletions(world);
          expect(world.requests.filter(({ page, outcome }) => !page.ports.isKilled && outcome === null)).toEqual([]);
          count(tally, world);
          world.dispose();
          await world.untilIdle();
          expect([world.clock.pending, world.hub.subscribers.size]).toEqual([0, 0]);
          expectSilence(world, unhandled);
        }),
        { numRuns: isLong ? LONG_RUNS : RUNS, interruptAfterTimeLimit: 800_000 },
      );
    } finally {
      process.off('unhandledRejection', note);
    }
    for (const name of OFTEN) expect(tally.get(name) ?? 0, name).toBeGreaterThan(5);
  });
});
describe('regressions found by random runs', () => {
  let world: SessionWorld;
  let topic: string;
  beforeEach(async () => {
    world = await new SessionWorld().start();
    topic = world.page('app').sessions[0]?.topic ?? '';
  });
  afterEach(() => {
    world.dispose();
    expect(world.clock.pending).toBe(0);
  });

  it('a wallet that responds twice concurrently sends one response', async () => {
    await world.sendRequest(topic);
    const [request] = world.pendingRequests();
    if (request === undefined) throw new Error('There is no pending request');
    await Promise.all([world.respond(request), world.respond(request, true)]);
    expect(world.responses.map(({ outcome }) => outcome)).toEqual(['sent', 'failed']);
    expect(world.requests[0]?.outcome).toEqual({ value: world.responses[0]?.value });
    expect(world.hub.envelopes.filter(({ message }) => message.id === request.id)).toHaveLength(2);
  });

  it('a party that is killed while disconnecting has no session that its peer does not have', async () => {
    const outcomes: boolean[] = [];
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < 10; at += 1) {
        const each = await new SessionWorld().start();
        const [place = ''] = topicsOf(each.page('wallet'));
        const { ports } = each.page('wallet');
        ports.kill = { at: ports.calls + at, when };
        await each.disconnect('wallet', place);
        await each.reopen();
        await each.recover();
        const isExpired = (['wallet', 'app'] as const).map((role) => each.page(role).session(place) === null);
        expect(isExpired[0]).toBe(isExpired[1]);
        outcomes.push(isExpired[0] === true);
        each.dispose();
      }
    }
    // Killed before anything is stored, the disconnect had no effect.
    expect(outcomes.filter((isExpired) => isExpired).length).toBeGreaterThan(10);
    expect(outcomes).toContain(false);
  });

  it('a wallet that is killed while disconnecting keeps the requests of a session that it still has', async () => {
    const outcomes: boolean[] = [];
    for (let at = 0; at < 10; at += 1) {
      const each = await new SessionWorld().start();
      const [place = ''] = topicsOf(each.page('wallet'));
      for (let sent = 0; sent < 2; sent += 1) await each.sendRequest(place);
      const { ports } = each.page('wallet');
      ports.kill = { at: ports.calls + at, when: 'before' };
      await each.disconnect('wallet', place);
      await each.reopen();
      await each.recover();
      await each.respondToAll();
      expectNoneLost(each);
      outcomes.push(each.page('wallet').session(place) !== null);
      each.dispose();
    }
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  });

  it('a wallet that is killed while removing a failed approval notifies the app on its next page load', async () => {
    let published = 0;
    for (let at = 0; at < 16; at += 1) {
      const each = await new SessionWorld().start();
      const { ports, relay, engine } = each.page('wallet');
      await each.perform(async () => {
        const { uri = '' } = await each.page('app').engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES });
        await engine.pair({ uri });
      });
      // The relay delivers the messages, but reports an error to the wallet.
      relay.refusePublications(2, true);
      ports.kill = { at: ports.calls + at, when: 'before' };
      await each.approve();
      if (relay.published.some(({ message }) => isRpcRequest(message) && message.method === 'wc_sessionSettle')) published += 1;
      await each.reopen();
      await each.recover();
      const topics = (['app', 'wallet'] as const).map((role) => topicsOf(each.page(role)));
      expect(topics[0]).toEqual(topics[1]);
      each.dispose();
    }
    expect(published).toBeGreaterThan(5);
  });

  it('a session that its wallet deletes before the settlement arrives is not created', async () => {
    const before = topicsOf(world.page('app'));
    // The proposal and its response are delivered; the settlement is delayed.
    world.adversary.plan([{ type: 'pass' }, { type: 'pass' }, { type: 'delay', ms: 20_000 }]);
    await world.connect('');
    const [settled = ''] = topicsOf(world.page('wallet')).filter((each) => !before.includes(each));
    await world.disconnect('wallet', settled);
    await world.clock.run(30_000);
    expect(topicsOf(world.page('app'))).toEqual(before);
    expect(world.page('app').events('session_connect')).toHaveLength(2);
    await world.recover();
    expect([topicsOf(world.page('app')), topicsOf(world.page('wallet'))]).toEqual([before, before]);
  });

  it('many concurrent requests cause no memory leak warning', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    for (let count = 0; count < 30; count += 1) await world.sendRequest(topic);
    await world.respondToAll();
    await world.untilIdle();
    process.off('warning', note);
    expect(warnings).toEqual([]);
    expect(world.requests.filter(({ outcome }) => outcome !== null && 'value' in outcome)).toHaveLength(30);
  });
});
