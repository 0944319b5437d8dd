import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { HISTORY_LIMIT } from '../../../../../domain/wallet-protocol/state/call-history.js';
import { CALL_STEP } from '../support/moments.js';
import { failureOf } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import { SessionPair } from './support/session-pair.js';

describe('requests between two engines', () => {
  let world: SessionPair;

  beforeEach(async () => {
    world = new SessionPair();
    await world.connect();
  });
  afterEach(async () => {
    // The pause after a response.
    await world.clock.run(1_000);
    world.pair.dispose();
  });

  const emittedRequests = () => world.wallet.party.events('session_request');
  const idOf = (index: number): number => emittedRequests()[index]?.id ?? 0;
  const stored = (): readonly string[] => [...world.pair.wallet.store.persisted.keys()].filter((key) => key.includes('/request/'));

  it('reach the wallet with chain, expiry and origin, open it, and return its response', async () => {
    const response = world.request();
    await flushPromises();
    const expiryTimestamp = Math.floor(world.clock.now() / 1_000) + 300;
    expect(emittedRequests()).toEqual([
      {
        id: expect.any(Number),
        topic: world.topic,
        params: { chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: ['a'], expiryTimestamp } },
        verifyContext: VERIFIED,
      },
    ]);
    expect(world.app.openedRequests).toEqual([idOf(0)]);
    expect(world.app.party.events('session_request_sent')).toEqual([
      { id: idOf(0), topic: world.topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: ['a'] } },
    ]);
    expect(stored()).toHaveLength(1);
    await world.respond(idOf(0));
    expect(await response).toBe('signed');
    expect(stored()).toEqual([]);
    expect(world.wallet.responder.pending).toEqual([]);
  });

  it('reject with the wallet’s error and its code', async () => {
    const response = failureOf(world.request());
    await flushPromises();
    const error = { code: 5000, message: 'User rejected.', data: 1 };
    await world.wallet.responder.respond({ topic: world.topic, response: { id: idOf(0), jsonrpc: '2.0', error } });
    expect(await response).toBe('pending');
    const again = world.request();
    await world.clock.run(1_000);
    await world.wallet.responder.respond({ topic: world.topic, response: { id: idOf(1), jsonrpc: '2.0', error } });
    expect(await failureOf(again)).toMatchObject(error);
  });

  it('are emitted one at a time, the next a second after a response', async () => {
    const responses = [world.request(), world.request()];
    await flushPromises();
    expect(emittedRequests()).toHaveLength(1);
    expect(world.wallet.responder.pending).toHaveLength(2);
    await world.respond(idOf(0), 'one');
    await world.clock.run(999);
    expect(emittedRequests()).toHaveLength(1);
    await world.clock.run(1);
    await world.respond(idOf(1), 'two');
    expect(await Promise.all(responses)).toEqual(['one', 'two']);
  });

  it('are rejected if the session does not grant them, sent or received', async () => {
    const invalid = { topic: world.topic, chainId: 'cosmos:hub', request: { method: 'cosmos_other', params: [] } };
    expect(await failureOf(world.app.requester.request(invalid))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    const { signal } = new AbortController();
    expect(await failureOf(world.app.requester.send(invalid, signal))).toMatchObject({
      code: 5,
      message: 'Missing or invalid. request() method: cosmos_other',
    });
    for (const expiry of [299, 604_801]) {
      const pendingRequest = world.app.requester.request({ ...invalid, request: { method: 'cosmos_signDirect', params: [] }, expiry });
      expect(await failureOf(pendingRequest)).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    }
    expect(emittedRequests()).toEqual([]);
  });

  it('expire on both sides, each with its own expiry', async () => {
    const { topic } = world;
    const request = { method: 'cosmos_signDirect', params: [] };
    const long = world.app.requester.request({ topic, chainId: 'cosmos:hub', request, expiry: 600 });
    await flushPromises();
    const usual = world.request();
    await world.clock.run(300_000);
    expect(await failureOf(usual)).toMatchObject({ message: 'Request expired. Please try again.' });
    expect(await failureOf(long)).toBe('pending');
    expect(world.wallet.party.events('session_request_expire')).toHaveLength(1);
    await world.clock.run(300_000);
    expect(await failureOf(long)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expect(world.wallet.party.events('session_request_expire')).toHaveLength(2);
    expect(stored()).toEqual([]);
  });

  it('are restored after a reload of the wallet, and emitted again a second later', async () => {
    const response = world.request();
    await flushPromises();
    const id = idOf(0);
    await world.reloadWallet();
    await world.clock.run(999);
    expect(emittedRequests()).toEqual([]);
    await world.clock.run(1);
    expect(emittedRequests().map((request) => request.id)).toEqual([id]);
    await world.respond(id);
    expect(await response).toBe('signed');
  });

  it('are responded to by the next page load if the page was closed during publishing, without another event', async () => {
    const response = world.request();
    await flushPromises();
    world.pair.wallet.relay.mode = 'silent';
    world.pair.wallet.relay.disconnect();
    const responding = failureOf(world.respond(idOf(0)));
    expect(await responding).toBe('pending');
    await world.reloadWallet();
    expect(await response).toBe('signed');
    await world.clock.run(2_000);
    expect(emittedRequests()).toEqual([]);
    expect(stored()).toEqual([]);
  });

  /** Responds, closes the page before the response is published, and opens the next one without the relay. */
  const respondOffline = async (): Promise<void> => {
    await flushPromises();
    world.pair.wallet.relay.mode = 'silent';
    world.pair.wallet.relay.disconnect();
    expect(await failureOf(world.respond(idOf(0)))).toBe('pending');
    await world.reloadWallet('unreachable');
    await world.clock.run(20_000);
    expect([emittedRequests(), world.wallet.responder.pending, stored().length]).toEqual([[], [], 1]);
  };
  /** Responses published by the next page load. */
  const sent = () => world.pair.wallet.relay.published.filter(({ delivery }) => delivery.tag === 1109);

  it('are responded to once when the relay becomes reachable', async () => {
    const response = world.request();
    await respondOffline();
    world.pair.wallet.relay.mode = 'open';
    await world.clock.run(5_000);
    expect(await response).toBe('signed');
    await world.clock.run(400_000);
    expect([emittedRequests(), stored(), sent().length]).toEqual([[], [], 1]);
  });

  it('with a stored response are removed at their expiry without an event if the relay stays unreachable', async () => {
    const response = world.request();
    response.catch(() => undefined);
    await respondOffline();
    await world.clock.run(281_000);
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expect([stored(), world.wallet.party.events('session_request_expire')]).toEqual([[], []]);
    world.pair.wallet.relay.mode = 'open';
    await world.clock.run(20_000);
    expect(sent()).toEqual([]);
  });

  it('with a stored response are removed with their session', async () => {
    const response = failureOf(world.request());
    await respondOffline();
    expect(await failureOf(world.wallet.operations.disconnect({ topic: world.topic }))).toMatchObject({ code: 'relay/unreachable' });
    world.pair.wallet.relay.mode = 'open';
    await world.clock.run(5_000);
    expect([stored(), sent()]).toEqual([[], []]);
    expect(await response).toBe('pending');
    await world.clock.run(400_000);
  });

  it('stay pending if publishing the response fails, and may be responded to again', async () => {
    const response = world.request();
    await flushPromises();
    world.pair.wallet.relay.refusePublications();
    expect(await failureOf(world.respond(idOf(0), 'one'))).toMatchObject({ code: 'relay/publish-failed' });
    expect(world.wallet.responder.pending).toHaveLength(1);
    await world.respond(idOf(0), 'two');
    expect(await response).toBe('two');
  });

  it('are rejected and removed with their session', async () => {
    const response = world.request();
    await flushPromises();
    const id = idOf(0);
    await world.wallet.operations.disconnect({ topic: world.topic });
    await flushPromises();
    expect(await failureOf(response)).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    expect(world.wallet.responder.pending).toEqual([]);
    expect(stored()).toEqual([]);
    expect(await failureOf(world.respond(id))).toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });

  it('do not block other messages during the origin check, and keep their order', async () => {
    let resolveOrigin = (_: typeof VERIFIED): void => undefined;
    world.pair.wallet.origin = new Promise((resolve) => {
      resolveOrigin = resolve;
    });
    const response = world.request();
    await flushPromises();
    world.pair.wallet.origin = Promise.resolve(VERIFIED);
    const second = world.request({ method: 'cosmos_signDirect', params: ['b'] });
    await world.clock.run(500);
    const pinged = world.app.operations.ping({ topic: world.topic });
    await world.clock.run(500);
    await pinged;
    expect(emittedRequests()).toEqual([]);
    resolveOrigin(VERIFIED);
    await flushPromises();
    expect(emittedRequests().map(({ params }) => params.request.params)).toEqual([['a']]);
    await world.respond(idOf(0), 'one');
    expect(await response).toBe('one');
    await world.clock.run(1_000);
    await world.respond(idOf(1), 'two');
    expect(await second).toBe('two');
  });

  it('have an expiry of at most seven days', async () => {
    const { calls, lifetime } = world.app.party.context;
    const { requests } = world.wallet.party.context.tables;
    const seconds = Math.floor(world.clock.now() / 1_000);
    const ids = [1e15, 'soon'].map((expiryTimestamp) => {
      const params = { chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [], expiryTimestamp } };
      return calls.request({ topic: world.topic, method: 'wc_sessionRequest', params }, lifetime).id;
    });
    await flushPromises();
    expect(ids.map((id) => requests.get(id)?.expiry)).toEqual([seconds + 604_800, seconds + 300]);
    for (const id of ids) calls.cancelCall(id);
    await flushPromises();
  });

  it('do not replace those of another session with the same id', async () => {
    const response = world.request();
    await flushPromises();
    const id = idOf(0);
    const { topic, ...session } = world.wallet.sessions.get(world.topic) ?? Object.fromEntries([['topic', '']]);
    const { calls, lifetime, relay, tables } = world.app.party.context;
    const other = await relay.keyChain.createSymKey();
    const key = new Map([[other.topic, other.symKey]]);
    await world.wallet.party.relay.keyChain.importKeys(key);
    await world.wallet.party.context.tables.sessions.set(other.topic, { ...session, topic: other.topic } as never);
    await tables.sessions.set(other.topic, { ...session, topic: other.topic } as never);
    for (const { party } of [world.app, world.wallet]) await party.relay.subscribe([other.topic], lifetime);
    const params = { chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: ['other'] } };
    await calls.notify({ topic: other.topic, method: 'wc_sessionRequest', params, id }, lifetime);
    await flushPromises();
    expect(world.wallet.party.relay.published.at(-1)).toMatchObject({ topic: other.topic, message: { id, error: { code: -32_600 } } });
    expect(world.wallet.responder.pending.map(({ topic: of }) => of)).toEqual([topic]);
    await world.respond(id);
    expect(await response).toBe('signed');
  });

  it('cannot be responded to with an unknown id or an invalid response', async () => {
    expect(await failureOf(world.respond(7))).toMatchObject({ code: 'wallet-protocol/no-matching-key' });
    const bare = { topic: world.topic, response: { id: 7, jsonrpc: '2.0' as const, result: undefined } };
    expect(await failureOf(world.wallet.responder.respond(bare))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
  });
});

describe('requests without a queue', () => {
  it('are emitted immediately', async () => {
    const world = new SessionPair({ disableRequestQueue: true });
    await world.connect();
    const responses = [world.request(), world.request()];
    await flushPromises();
    const ids = world.wallet.party.events('session_request').map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await Promise.all(ids.map((id) => world.respond(id, id)));
    expect(await Promise.all(responses)).toEqual(ids);
    world.pair.dispose();
  });
});

describe('many requests on a session', () => {
  it('have a constant cost and a limited number of records', async () => {
    const world = new SessionPair({ disableRequestQueue: true });
    await world.connect();
    const parties = [world.app.party, world.wallet.party];
    const calls = (): number => parties.reduce((sum, { store }) => sum + store.calls.length, 0);
    const costs: number[] = [];
    for (let index = 0; index < HISTORY_LIMIT + 100; index += 1) {
      const before = calls();
      const response = world.request();
      await flushPromises();
      await world.respond(world.wallet.party.events('session_request')[index]?.id ?? 0);
      expect(await response).toBe('signed');
      await flushPromises();
      costs.push(calls() - before);
    }
    // Beyond the limit, each call removes the oldest record.
    expect([costs[HISTORY_LIMIT - 1], costs.at(-1)]).toEqual([costs[1], (costs[1] ?? 0) + 1]);
    const recordCounts = parties.map(
      ({ store }) => [...store.persisted.keys()].filter((key) => key.includes(`/call/${world.topic}/`)).length,
    );
    expect(recordCounts[1]).toBe(HISTORY_LIMIT);
    expect(recordCounts[0]).toBeLessThan(10);
    world.pair.dispose();
  });
});

/** More calls of relay and store than a request and its response need: a later kill has no effect. */
const CALLS = 16;

describe('a wallet whose page is killed during a request', () => {
  for (const when of ['before', 'after'] as const) {
    it(`responds in the end if killed ${when} any of its calls`, async () => {
      let kills = 0;
      for (let at = 0; at < CALLS; at += CALL_STEP) {
        const world = new SessionPair();
        await world.connect();
        const { wallet } = world.pair;
        wallet.kill = { at: wallet.portCalls + at, when };
        const response = world.request();
        await flushPromises();
        const [first] = wallet.events('session_request');
        if (first !== undefined) void world.respond(first.id).catch(() => undefined);
        await flushPromises();
        if (wallet.isKilled) kills += 1;
        await world.reloadWallet();
        // The relay redelivers unacknowledged messages, and stored requests are emitted.
        await world.clock.run(61_000);
        const [again] = world.wallet.party.events('session_request');
        if (again !== undefined) await world.respond(again.id);
        expect(await response).toBe('signed');
        await world.clock.run(2_000);
        expect(world.wallet.responder.pending).toEqual([]);
        expect([...world.pair.wallet.store.persisted.keys()].filter((key) => key.includes('/request/'))).toEqual([]);
        world.pair.dispose();
      }
      expect(kills).toBeGreaterThan(3);
      expect(kills).toBeLessThan(CALLS);
    });
  }
});
