import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { ALLOWED, failureOf } from './support/engine-pair.js';
import { SessionPair } from './support/session-pair.js';

const DAY = 86_400_000;
const WIDER = { cosmos: { ...ALLOWED.cosmos, events: ['accountsChanged', 'chainChanged'] } };
const EVENT = { chainId: 'cosmos:hub', event: { name: 'accountsChanged', data: ['b'] } };

describe('a session of two engines', () => {
  let world: SessionPair;

  beforeEach(async () => {
    world = new SessionPair();
    await world.connect();
  });
  afterEach(() => world.pair.end());

  const namespacesOf = () => [world.wallet, world.app].map(({ sessions }) => sessions.get(world.topic)?.namespaces);

  for (const [by, other] of [
    ['wallet', 'app'],
    ['app', 'wallet'],
  ] as const) {
    it(`is updated by the ${by}: there at once, then at its peer, which is told`, async () => {
      const { topic } = world;
      const { acknowledged } = await world[by].operations.update({ topic, namespaces: WIDER });
      await acknowledged();
      expect(namespacesOf()).toEqual([WIDER, WIDER]);
      expect(world[other].party.events('session_update')).toEqual([{ id: expect.any(Number), topic, params: { namespaces: WIDER } }]);
      expect(world[by].party.events('session_update')).toEqual([]);
    });

    it(`is extended by the ${by} to seven days from now, on both sides`, async () => {
      const { topic } = world;
      await world.clock.run(DAY);
      const { acknowledged } = await world[by].operations.extend({ topic });
      await acknowledged();
      const expiry = Math.floor(world.clock.now() / 1_000) + 604_800;
      expect([world.wallet, world.app].map(({ sessions }) => sessions.get(topic)?.expiry)).toEqual([expiry, expiry]);
      expect(world[other].party.events('session_extend')).toHaveLength(1);
    });

    it(`is ended by the ${by}: exactly one event at its peer, and nothing stays of it`, async () => {
      const { topic } = world;
      await world[by].operations.disconnect({ topic });
      await settle();
      expect(world[other].party.events('session_delete')).toEqual([{ id: expect.any(Number), topic }]);
      expect(world[by].party.events('session_delete')).toEqual([]);
      for (const { party, sessions } of [world.app, world.wallet]) {
        expect(sessions.get(topic)).toBeNull();
        expect([...party.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
        expect(party.relay.keys).not.toContain(topic);
        expect(party.relay.topics).not.toContain(topic);
      }
      expect(await failureOf(world[by].operations.ping({ topic }))).toMatchObject({ code: 'wallet-protocol/recently-deleted' });
    });
  }

  it('keeps what it allowed where the relay does not take an update, and says so to who waits', async () => {
    world.wallet.party.relay.refusePublications();
    const { acknowledged } = await world.wallet.operations.update({ topic: world.topic, namespaces: WIDER });
    expect(await failureOf(acknowledged())).toMatchObject({ code: 'relay/publish-failed' });
    expect(namespacesOf()).toEqual([ALLOWED, ALLOWED]);
  });

  it('keeps its expiry where the relay does not take an extension', async () => {
    const before = world.wallet.sessions.get(world.topic)?.expiry;
    await world.clock.run(DAY);
    world.wallet.party.relay.refusePublications();
    const { acknowledged } = await world.wallet.operations.extend({ topic: world.topic });
    expect(await failureOf(acknowledged())).toMatchObject({ code: 'relay/publish-failed' });
    expect(world.wallet.sessions.get(world.topic)?.expiry).toBe(before);
  });

  it('refuses an update that the rules do not allow, sent or received', async () => {
    const { topic } = world;
    const poor = { cosmos: { ...ALLOWED.cosmos, methods: [] } };
    expect(await failureOf(world.wallet.operations.update({ topic, namespaces: poor }))).toMatchObject({
      code: 'wallet-protocol/non-conforming-namespaces',
    });
    const { calls, life } = world.wallet.party.context;
    const placed = calls.place({ topic, method: 'wc_sessionUpdate', params: { namespaces: poor } }, life);
    expect(await failureOf(placed.answer)).toMatchObject({ code: 1003, message: expect.stringContaining('Non conforming namespaces.') });
    expect(namespacesOf()).toEqual([ALLOWED, ALLOWED]);
  });

  it('lets an update and an event that are older than the last one go', async () => {
    const { topic } = world;
    const { calls, life } = world.wallet.party.context;
    const old = calls.newId();
    await world.clock.run(10);
    await (await world.wallet.operations.update({ topic, namespaces: WIDER })).acknowledged();
    await world.wallet.operations.emit({ topic, ...EVENT });
    await settle();
    const late = calls.place({ topic, method: 'wc_sessionUpdate', params: { namespaces: ALLOWED }, id: old }, life);
    expect(await failureOf(late.answer)).toMatchObject({ code: 1003 });
    await calls.tell({ topic, method: 'wc_sessionEvent', params: EVENT, id: old + 1 }, life);
    await settle();
    expect(namespacesOf()).toEqual([WIDER, WIDER]);
    expect(world.app.party.events('session_event')).toHaveLength(1);
  });

  it('tells events that it allows, on chains that it allows', async () => {
    const { topic } = world;
    await world.wallet.operations.emit({ topic, ...EVENT });
    await settle();
    expect(world.app.party.events('session_event')).toEqual([{ id: expect.any(Number), topic, params: EVENT }]);
    const refused = [
      { ...EVENT, chainId: 'cosmos:other' },
      { ...EVENT, event: { name: 'chainChanged', data: 1 } },
    ];
    const { calls, life } = world.wallet.party.context;
    for (const params of refused) {
      expect(await failureOf(world.wallet.operations.emit({ topic, ...params }))).toMatchObject({
        code: 'wallet-protocol/missing-or-invalid',
      });
      await calls.tell({ topic, method: 'wc_sessionEvent', params }, life);
    }
    await settle();
    expect(world.app.party.events('session_event')).toHaveLength(1);
  });

  it('answers a ping, which is told 500 ms later', async () => {
    let isDone = false;
    const pinged = world.app.operations.ping({ topic: world.topic }).then(() => {
      isDone = true;
    });
    await world.clock.run(499);
    expect(world.wallet.party.events('session_ping')).toHaveLength(1);
    expect(isDone).toBe(false);
    await world.clock.run(1);
    await pinged;
    expect(isDone).toBe(true);
  });

  it('gives a peer five minutes to answer a ping', async () => {
    world.pair.wallet.relay.dispose();
    const pinged = world.app.operations.ping({ topic: world.topic });
    expect(await failureOf(pinged)).toBe('pending');
    await world.clock.run(300_000);
    expect(await failureOf(pinged)).toMatchObject({ code: 'wallet-protocol/expired' });
  });

  it('is over on both sides when its time is, with both events', async () => {
    const { topic } = world;
    await world.clock.run(7 * DAY);
    for (const { party, sessions } of [world.app, world.wallet]) {
      expect(sessions.get(topic)).toBeNull();
      expect(party.events('session_delete')).toEqual([{ id: 0, topic }]);
      expect(party.events('session_expire')).toEqual([{ topic }]);
      expect(party.relay.keys).not.toContain(topic);
    }
  });

  it('is found lost when it is used after its key has gone', async () => {
    const { topic } = world;
    await world.app.party.relay.keyChain.deleteKeys(topic);
    expect(await failureOf(world.app.operations.ping({ topic }))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    expect(world.app.party.events('session_delete')).toEqual([{ id: 0, topic }]);
    expect(world.app.sessions.get(topic)).toBeNull();
  });

  it('is taken up by the next page, which hears what was said meanwhile', async () => {
    const { topic } = world;
    world.pair.wallet.relay.dispose();
    const told = await world.app.operations.update({ topic, namespaces: WIDER });
    await world.reloadWallet();
    await told.acknowledged();
    expect(namespacesOf()).toEqual([WIDER, WIDER]);
  });

  it('is removed by the next page without a word when it is over by then, or its key has gone', async () => {
    const { topic } = world;
    world.pair.wallet.close();
    await world.clock.run(7 * DAY);
    await world.reloadWallet();
    expect(world.wallet.sessions.get(topic)).toBeNull();
    expect(world.wallet.party.events('session_delete')).toEqual([]);
    expect([...world.pair.wallet.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
  });

  it('says that a topic is neither a session nor a pairing', async () => {
    for (const call of ['ping', 'disconnect'] as const) {
      expect(await failureOf(world.app.operations[call]({ topic: 'f'.repeat(64) }))).toMatchObject({
        code: 'wallet-protocol/no-matching-key',
      });
    }
  });
});
