import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelPage, topicsOf } from './model/model-page.js';
import { SessionWorld } from './model/session-world.js';
import { ALLOWED, ASKED, failureOf } from './support/engine-pair.js';
import { topicOf } from './support/played-peer.js';

const request = { method: 'cosmos_signDirect', params: ['a'] };
const chainId = 'cosmos:hub';
const reason = { code: 6_000, message: '' };

let world: SessionWorld;
let topic: string;
let tabs: ModelPage[];
beforeEach(async () => {
  world = await new SessionWorld().start();
  topic = topicOf(world);
  tabs = [];
});
afterEach(() => {
  world.end();
  for (const tab of tabs) tab.close();
  expect([world.clock.pending, world.hub.lines.size]).toEqual([0, 0]);
});

/** A party's tab that was there, and another one that hears the same messages. */
const twoTabsOf = async (role: 'app' | 'wallet'): Promise<readonly [ModelPage, ModelPage]> => {
  const tab = await world.parties[role].otherTab();
  tabs.push(tab);
  await world.clock.run(2_000);
  return [world.page(role), tab];
};

const endsIn = (...pages: readonly ModelPage[]) => pages.map((page) => page.events('session_delete').map((end) => end.topic));

describe.each(['app', 'wallet'] as const)('two tabs of the %s', (role) => {
  const peer = role === 'app' ? ('wallet' as const) : ('app' as const);

  it('have the same sessions, and hear what the peer says of them, each once', async () => {
    const [one, other] = await twoTabsOf(role);
    expect(topicsOf(other)).toEqual(topicsOf(one));
    await world.update(peer, topic);
    await world.emit(peer, topic);
    await world.page(peer).engine.extend({ topic });
    await world.clock.run(1_000);
    for (const tab of [one, other]) {
      expect(tab.session(topic)).toEqual(world.page(role).session(topic));
      expect(tab.session(topic)?.namespaces).toEqual(world.page(peer).session(topic)?.namespaces);
      expect(
        ['session_update', 'session_event', 'session_extend'].map((name) => tab.heard.filter((event) => event.name === name).length),
      ).toEqual([1, 1, 1]);
    }
    expect([one, other, world.page(peer)].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });

  it('lose a session that the peer ends, with one event each, and leave nothing of it', async () => {
    const [one, other] = await twoTabsOf(role);
    await world.page(peer).engine.disconnect({ topic, reason });
    await world.quiet();
    expect(endsIn(one, other)).toEqual([[topic], [topic]]);
    expect([one.session(topic), other.session(topic)]).toEqual([null, null]);
    expect([...one.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
    expect([one, other].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });

  it('lose a session that one of them ends: the other with one event, as soon as it is used there', async () => {
    const [one, other] = await twoTabsOf(role);
    await one.engine.disconnect({ topic, reason });
    await world.quiet();
    expect(endsIn(one, other, world.page(peer))).toEqual([[], [], [topic]]);
    for (let time = 0; time < 2; time += 1)
      expect(await failureOf(other.engine.emit({ topic, event: { name: 'accountsChanged', data: [] }, chainId }))).toMatchObject({
        code: expect.stringContaining('wallet-protocol/'),
      });
    expect([endsIn(one, other), other.session(topic)]).toEqual([[[], [topic]], null]);
    const [, third] = await twoTabsOf(role);
    expect(topicsOf(third)).not.toContain(topic);
  });

  it('keep a session that one of them has changed and extended: the other neither ends it nor stores it as it was', async () => {
    const [one, other] = await twoTabsOf(role);
    await world.clock.run(86_400_000);
    const namespaces = { cosmos: { ...ALLOWED.cosmos, accounts: ['cosmos:hub:b'] } };
    await one.engine.update({ topic, namespaces });
    await one.engine.extend({ topic });
    await world.clock.run(5 * 86_400_000);
    await other.engine.extend({ topic });
    await world.clock.run(2 * 86_400_000);
    for (const ends of endsIn(one, other)) expect(ends).not.toContain(topic);
    const [, third] = await twoTabsOf(role);
    expect(third.session(topic)).toMatchObject({ namespaces, expiry: world.page(peer).session(topic)?.expiry });
    await world.clock.run(5 * 86_400_000);
    for (const ends of endsIn(one, other, world.page(peer))) expect(ends).toContain(topic);
  });

  it('use a session that one of them has extended on after the day on which it would have ended, the other tab too', async () => {
    const [one, other] = await twoTabsOf(role);
    await world.clock.run(86_400_000);
    await one.engine.extend({ topic });
    await world.clock.run(7 * 86_400_000 - 60_000);
    const event = { name: 'accountsChanged', data: [] };
    await other.engine.emit({ topic, event, chainId });
    await world.emit(peer, topic);
    await world.clock.run(1_000);
    for (const tab of [one, other]) expect(tab.events('session_event').at(-1)).toMatchObject({ topic });
    expect(
      world
        .page(peer)
        .events('session_event')
        .map((heard) => heard.topic),
    ).toEqual([topic]);
    const { expiry } = world.page(peer).session(topic) ?? {};
    expect([one, other].map((tab) => tab.session(topic)?.expiry)).toEqual([expiry, expiry]);
    for (const ends of endsIn(one, other, world.page(peer))) expect(ends).not.toContain(topic);
  });

  it('use it on although the timer of the other tab is late', async () => {
    const [one, other] = await twoTabsOf(role);
    const before = other.session(topic)?.expiry ?? 0;
    await world.clock.run(86_400_000);
    await one.engine.extend({ topic });
    other.engine.context.expiries.drop({ kind: 'session', key: topic });
    await world.clock.run(6.5 * 86_400_000);
    expect(before * 1_000).toBeLessThan(world.clock.now());
    await other.engine.emit({ topic, event: { name: 'accountsChanged', data: [] }, chainId });
    expect(other.engine.context.expiries.of({ kind: 'session', key: topic })).toBe(one.session(topic)?.expiry);
    for (const ends of endsIn(one, other)) expect(ends).not.toContain(topic);
  });

  it('go on each by itself when one of them is closed', async () => {
    const [, other] = await twoTabsOf(role);
    other.close();
    await world.update(peer, topic);
    expect(world.page(role).session(topic)?.namespaces).toEqual(world.page(peer).session(topic)?.namespaces);
  });
});

describe('two tabs of an app', () => {
  it('are each answered what they asked, and no other', async () => {
    const [one, other] = await twoTabsOf('app');
    const answers = [one, other].map(({ engine }, index) => engine.request({ topic, chainId, request: { ...request, params: [index] } }));
    await world.quiet();
    await world.answerAll();
    const given = world
      .page('wallet')
      .events('session_request')
      .map(({ params }) => params.request.params);
    expect(given).toEqual([[0], [1]]);
    expect(await Promise.all(answers)).toEqual(world.answers.map(({ value }) => value));
    expect([one, other].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });

  it('have both the session that comes of what one of them proposed before the other was opened', async () => {
    const { uri = '' } = await world.page('app').engine.connect({ optionalNamespaces: ASKED });
    const [one, other] = await twoTabsOf('app');
    await world.page('wallet').engine.pair({ uri });
    await world.quiet();
    await world.approve();
    expect(topicsOf(one)).toHaveLength(3);
    expect([topicsOf(other), topicsOf(world.page('wallet'))]).toEqual([topicsOf(one), topicsOf(one)]);
    expect([one.events('session_connect').length, other.events('session_connect').length]).toEqual([3, 1]);
    expect(world.page('wallet').sessions.every(({ acknowledged }) => acknowledged)).toBe(true);
    await world.clock.run(400_000);
    expect([one.engine.context.tables.proposals.all(), other.engine.context.tables.proposals.all()]).toEqual([[], []]);
    expect(topicsOf(one)).toHaveLength(3);
  });

  it('do not disturb each other where one has a session that the other has not: it has it after a restart', async () => {
    const [one, other] = await twoTabsOf('app');
    await world.connect('');
    expect([topicsOf(one).length, topicsOf(other).length]).toEqual([3, 2]);
    const [made = ''] = topicsOf(one).filter((each) => !topicsOf(other).includes(each));
    await world.update('wallet', made);
    expect(one.session(made)?.namespaces).toEqual(world.page('wallet').session(made)?.namespaces);
    const [, third] = await twoTabsOf('app');
    expect(topicsOf(third)).toEqual(topicsOf(one));
    expect(third.session(made)?.namespaces).not.toEqual(ALLOWED);
  });
});

describe('two tabs of a wallet', () => {
  it('show a request both; the app is answered what was said first, whatever is said in the other', async () => {
    const [one, other] = await twoTabsOf('wallet');
    const answer = world.page('app').engine.request({ topic, chainId, request });
    await world.quiet();
    const ids = [one, other].map((tab) => tab.events('session_request').map(({ id }) => id));
    expect(ids[0]).toHaveLength(1);
    expect(ids[1]).toEqual(ids[0]);
    const id = ids[0]?.[0] ?? 0;
    await one.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 'first' } });
    await world.quiet();
    expect(await answer).toBe('first');
    // Nobody at the app waits for it any more.
    await other.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 'second' } });
    expect([one.engine.getPendingSessionRequests(), other.engine.getPendingSessionRequests()]).toEqual([[], []]);
    await world.clock.run(2_000);
    expect([one, other].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });
});
