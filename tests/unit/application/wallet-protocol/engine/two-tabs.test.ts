import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelPage, topicsOf } from './model/model-page.js';
import { SessionWorld } from './model/session-world.js';
import { APPROVED_NAMESPACES, failureOf, REQUESTED_NAMESPACES } from './support/engine-pair.js';
import { topicOf } from './support/scripted-peer.js';

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
  world.dispose();
  for (const tab of tabs) tab.close();
  expect([world.clock.pending, world.hub.subscribers.size]).toEqual([0, 0]);
});

/** Returns a party's page and a second tab, which receives the same messages. */
const twoTabsOf = async (role: 'app' | 'wallet'): Promise<readonly [ModelPage, ModelPage]> => {
  const tab = await world.parties[role].otherTab();
  tabs.push(tab);
  await world.clock.run(2_000);
  return [world.page(role), tab];
};

const deletionsIn = (...pages: readonly ModelPage[]) => pages.map((page) => page.events('session_delete').map((each) => each.topic));

describe.each(['app', 'wallet'] as const)('two tabs of the %s', (role) => {
  const peer = role === 'app' ? ('wallet' as const) : ('app' as const);

  it('have the same sessions and receive each message of the peer once', async () => {
    const [first, other] = await twoTabsOf(role);
    expect(topicsOf(other)).toEqual(topicsOf(first));
    // Only the wallet may change a session.
    if (peer === 'wallet') await world.update(peer, topic);
    await world.emit(peer, topic);
    if (peer === 'wallet') await world.page(peer).engine.extend({ topic });
    await world.clock.run(1_000);
    for (const tab of [first, other]) {
      expect(tab.session(topic)).toEqual(world.page(role).session(topic));
      expect(tab.session(topic)?.namespaces).toEqual(world.page(peer).session(topic)?.namespaces);
      expect(
        ['session_update', 'session_event', 'session_extend'].map((name) => tab.emitted.filter((event) => event.name === name).length),
      ).toEqual(peer === 'wallet' ? [1, 1, 1] : [0, 1, 0]);
    }
    expect([first, other, world.page(peer)].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });

  it('close a session that the peer deletes, with one event each, and keep no records', async () => {
    const [first, other] = await twoTabsOf(role);
    await world.page(peer).engine.disconnect({ topic, reason });
    await world.untilIdle();
    expect(deletionsIn(first, other)).toEqual([[topic], [topic]]);
    expect([first.session(topic), other.session(topic)]).toEqual([null, null]);
    expect([...first.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
    expect([first, other].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });

  it('close a session that one of them disconnects: the other emits one session_delete when it next uses the session', async () => {
    const [first, other] = await twoTabsOf(role);
    await first.engine.disconnect({ topic, reason });
    await world.untilIdle();
    expect(deletionsIn(first, other, world.page(peer))).toEqual([[], [], [topic]]);
    for (let time = 0; time < 2; time += 1)
      expect(await failureOf(other.engine.emit({ topic, event: { name: 'accountsChanged', data: [] }, chainId }))).toMatchObject({
        code: expect.stringContaining('wallet-protocol/'),
      });
    expect([deletionsIn(first, other), other.session(topic)]).toEqual([[[], [topic]], null]);
    const [, third] = await twoTabsOf(role);
    expect(topicsOf(third)).not.toContain(topic);
  });

  it('work independently when one of them is closed', async () => {
    const [first, other] = await twoTabsOf(role);
    other.close();
    await world.emit(peer, topic);
    await world.clock.run(1_000);
    expect(first.events('session_event').map((each) => each.topic)).toEqual([topic]);
  });
});

describe('two tabs of an app', () => {
  it('each receive the responses to their own requests', async () => {
    const [first, other] = await twoTabsOf('app');
    const responses = [first, other].map(({ engine }, index) =>
      engine.request({ topic, chainId, request: { ...request, params: [index] } }),
    );
    await world.untilIdle();
    await world.respondToAll();
    const params = world
      .page('wallet')
      .events('session_request')
      .map(({ params }) => params.request.params);
    expect(params).toEqual([[0], [1]]);
    expect(await Promise.all(responses)).toEqual(world.responses.map(({ value }) => value));
    expect([first, other].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });

  it('both get the session of a proposal made before the second was opened', async () => {
    const { uri = '' } = await world.page('app').engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES });
    const [first, other] = await twoTabsOf('app');
    await world.page('wallet').engine.pair({ uri });
    await world.untilIdle();
    await world.approve();
    expect(topicsOf(first)).toHaveLength(3);
    expect([topicsOf(other), topicsOf(world.page('wallet'))]).toEqual([topicsOf(first), topicsOf(first)]);
    expect([first.events('session_connect').length, other.events('session_connect').length]).toEqual([3, 1]);
    expect(world.page('wallet').sessions.every(({ acknowledged }) => acknowledged)).toBe(true);
    await world.clock.run(400_000);
    expect([first.engine.context.tables.proposals.all(), other.engine.context.tables.proposals.all()]).toEqual([[], []]);
    expect(topicsOf(first)).toHaveLength(3);
  });

  it('do not interfere if one has a session that the other loads only after a reload', async () => {
    const [first, other] = await twoTabsOf('app');
    await world.connect('');
    expect([topicsOf(first).length, topicsOf(other).length]).toEqual([3, 2]);
    const [created = ''] = topicsOf(first).filter((each) => !topicsOf(other).includes(each));
    await world.update('wallet', created);
    expect(first.session(created)?.namespaces).toEqual(world.page('wallet').session(created)?.namespaces);
    const [, third] = await twoTabsOf('app');
    expect(topicsOf(third)).toEqual(topicsOf(first));
    expect(third.session(created)?.namespaces).not.toEqual(APPROVED_NAMESPACES);
  });
});

describe('two tabs of a wallet', () => {
  it('keep a session that one of them updated and extended, without overwriting the changes', async () => {
    const [first, other] = await twoTabsOf('wallet');
    await world.clock.run(86_400_000);
    const namespaces = { cosmos: { ...APPROVED_NAMESPACES.cosmos, accounts: ['cosmos:hub:b'] } };
    await first.engine.update({ topic, namespaces });
    await first.engine.extend({ topic });
    await world.clock.run(5 * 86_400_000);
    await other.engine.extend({ topic });
    await world.clock.run(2 * 86_400_000);
    for (const deletions of deletionsIn(first, other)) expect(deletions).not.toContain(topic);
    const [, third] = await twoTabsOf('wallet');
    expect(third.session(topic)).toMatchObject({ namespaces, expiry: world.page('app').session(topic)?.expiry });
    await world.clock.run(5 * 86_400_000);
    for (const deletions of deletionsIn(first, other, world.page('app'))) expect(deletions).toContain(topic);
  });

  it('both use a session beyond its former expiry if one of them extended it', async () => {
    const [first, other] = await twoTabsOf('wallet');
    await world.clock.run(86_400_000);
    await first.engine.extend({ topic });
    await world.clock.run(7 * 86_400_000 - 60_000);
    const event = { name: 'accountsChanged', data: [] };
    await other.engine.emit({ topic, event, chainId });
    await world.emit('app', topic);
    await world.clock.run(1_000);
    for (const tab of [first, other]) expect(tab.events('session_event').at(-1)).toMatchObject({ topic });
    expect(
      world
        .page('app')
        .events('session_event')
        .map((each) => each.topic),
    ).toEqual([topic]);
    const { expiry } = world.page('app').session(topic) ?? {};
    expect([first, other].map((tab) => tab.session(topic)?.expiry)).toEqual([expiry, expiry]);
    for (const deletions of deletionsIn(first, other, world.page('app'))) expect(deletions).not.toContain(topic);
  });

  it('both use an extended session even if the expiry timer of the other tab is late', async () => {
    const [first, other] = await twoTabsOf('wallet');
    const before = other.session(topic)?.expiry ?? 0;
    await world.clock.run(86_400_000);
    await first.engine.extend({ topic });
    other.engine.context.expiries.drop({ kind: 'session', key: topic });
    await world.clock.run(6.5 * 86_400_000);
    expect(before * 1_000).toBeLessThan(world.clock.now());
    await other.engine.emit({ topic, event: { name: 'accountsChanged', data: [] }, chainId });
    expect(other.engine.context.expiries.of({ kind: 'session', key: topic })).toBe(first.session(topic)?.expiry);
    for (const deletions of deletionsIn(first, other)) expect(deletions).not.toContain(topic);
  });

  it('both emit a request, and the app receives the first response only', async () => {
    const [first, other] = await twoTabsOf('wallet');
    const response = world.page('app').engine.request({ topic, chainId, request });
    await world.untilIdle();
    const ids = [first, other].map((tab) => tab.events('session_request').map(({ id }) => id));
    expect(ids[0]).toHaveLength(1);
    expect(ids[1]).toEqual(ids[0]);
    const id = ids[0]?.[0] ?? 0;
    await first.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 'first' } });
    await world.untilIdle();
    expect(await response).toBe('first');
    // The app no longer awaits a response.
    await other.engine.respond({ topic, response: { id, jsonrpc: '2.0', result: 'second' } });
    expect([first.engine.getPendingSessionRequests(), other.engine.getPendingSessionRequests()]).toEqual([[], []]);
    await world.clock.run(2_000);
    expect([first, other].flatMap(({ logger }) => logger.entries)).toEqual([]);
  });
});
