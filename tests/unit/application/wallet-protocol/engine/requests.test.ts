import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { HISTORY_LIMIT } from '../../../../../domain/wallet-protocol/state/call-history.js';
import { failureOf } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';
import { SessionPair } from './support/session-pair.js';

describe('requests on a session of two engines', () => {
  let world: SessionPair;

  beforeEach(async () => {
    world = new SessionPair();
    await world.connect();
  });
  afterEach(async () => {
    // The pause after an answer.
    await world.clock.run(1_000);
    world.pair.end();
  });

  const asked = () => world.wallet.party.events('session_request');
  const idOf = (index: number): number => asked()[index]?.id ?? 0;
  const stored = (): readonly string[] => [...world.pair.wallet.store.persisted.keys()].filter((key) => key.includes('/request/'));

  it('reach the wallet with chain, expiry and origin, bring it up, and come back with its answer', async () => {
    const answer = world.ask();
    await settle();
    const expiryTimestamp = Math.floor(world.clock.now() / 1_000) + 300;
    expect(asked()).toEqual([
      {
        id: expect.any(Number),
        topic: world.topic,
        params: { chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: ['a'], expiryTimestamp } },
        verifyContext: VERIFIED,
      },
    ]);
    expect(world.app.broughtUp).toEqual([idOf(0)]);
    expect(world.app.party.events('session_request_sent')).toEqual([
      { id: idOf(0), topic: world.topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: ['a'] } },
    ]);
    expect(stored()).toHaveLength(1);
    await world.respond(idOf(0));
    expect(await answer).toBe('signed');
    expect(stored()).toEqual([]);
    expect(world.wallet.answering.pending).toEqual([]);
  });

  it('come back with what the wallet has against them, with its code', async () => {
    const answer = failureOf(world.ask());
    await settle();
    const error = { code: 5000, message: 'User rejected.', data: 1 };
    await world.wallet.answering.respond({ topic: world.topic, response: { id: idOf(0), jsonrpc: '2.0', error } });
    expect(await answer).toBe('pending');
    const again = world.ask();
    await world.clock.run(1_000);
    await world.wallet.answering.respond({ topic: world.topic, response: { id: idOf(1), jsonrpc: '2.0', error } });
    expect(await failureOf(again)).toMatchObject(error);
  });

  it('are handed over one at a time, the next a second after an answer', async () => {
    const answers = [world.ask(), world.ask()];
    await settle();
    expect(asked()).toHaveLength(1);
    expect(world.wallet.answering.pending).toHaveLength(2);
    await world.respond(idOf(0), 'one');
    await world.clock.run(999);
    expect(asked()).toHaveLength(1);
    await world.clock.run(1);
    await world.respond(idOf(1), 'two');
    expect(await Promise.all(answers)).toEqual(['one', 'two']);
  });

  it('are refused where the session does not allow them, sent or received', async () => {
    const refused = { topic: world.topic, chainId: 'cosmos:hub', request: { method: 'cosmos_other', params: [] } };
    expect(await failureOf(world.app.asking.request(refused))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    const { signal } = new AbortController();
    expect(await failureOf(world.app.asking.ask(refused, signal))).toMatchObject({
      code: 5,
      message: 'Missing or invalid. request() method: cosmos_other',
    });
    for (const expiry of [299, 604_801]) {
      const asking = world.app.asking.request({ ...refused, request: { method: 'cosmos_signDirect', params: [] }, expiry });
      expect(await failureOf(asking)).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    }
    expect(asked()).toEqual([]);
  });

  it('end on both sides when their time is over, and no other inherits a time of its own', async () => {
    const { topic } = world;
    const request = { method: 'cosmos_signDirect', params: [] };
    const long = world.app.asking.request({ topic, chainId: 'cosmos:hub', request, expiry: 600 });
    await settle();
    const usual = world.ask();
    await world.clock.run(300_000);
    expect(await failureOf(usual)).toMatchObject({ message: 'Request expired. Please try again.' });
    expect(await failureOf(long)).toBe('pending');
    expect(world.wallet.party.events('session_request_expire')).toHaveLength(1);
    await world.clock.run(300_000);
    expect(await failureOf(long)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expect(world.wallet.party.events('session_request_expire')).toHaveLength(2);
    expect(stored()).toEqual([]);
  });

  it('wait over a restart of the wallet, and are handed over again a second after it', async () => {
    const answer = world.ask();
    await settle();
    const id = idOf(0);
    await world.reloadWallet();
    await world.clock.run(999);
    expect(asked()).toEqual([]);
    await world.clock.run(1);
    expect(asked().map((request) => request.id)).toEqual([id]);
    await world.respond(id);
    expect(await answer).toBe('signed');
  });

  it('are answered by the next page where this one was closed with the answer on its way: nobody is asked twice', async () => {
    const answer = world.ask();
    await settle();
    world.pair.wallet.relay.door = 'silent';
    world.pair.wallet.relay.drop();
    const responding = failureOf(world.respond(idOf(0)));
    expect(await responding).toBe('pending');
    await world.reloadWallet();
    expect(await answer).toBe('signed');
    await world.clock.run(2_000);
    expect(asked()).toEqual([]);
    expect(stored()).toEqual([]);
  });

  /** The wallet answers, its page is closed before the relay has the answer, and the next one does not reach the relay. */
  const answerOutOfReach = async (): Promise<void> => {
    await settle();
    world.pair.wallet.relay.door = 'silent';
    world.pair.wallet.relay.drop();
    expect(await failureOf(world.respond(idOf(0)))).toBe('pending');
    await world.reloadWallet('unreachable');
    await world.clock.run(20_000);
    expect([asked(), world.wallet.answering.pending, stored().length]).toEqual([[], [], 1]);
  };
  /** What the next page has published. */
  const sent = () => world.pair.wallet.relay.published.filter(({ delivery }) => delivery.tag === 1109);

  it('are answered by a page that starts out of reach of the relay once the relay is there, and once', async () => {
    const answer = world.ask();
    await answerOutOfReach();
    world.pair.wallet.relay.door = 'open';
    await world.clock.run(5_000);
    expect(await answer).toBe('signed');
    await world.clock.run(400_000);
    expect([asked(), stored(), sent().length]).toEqual([[], [], 1]);
  });

  it('that were answered are forgotten with their time where the relay is not back by then, without a word', async () => {
    const answer = world.ask();
    answer.catch(() => undefined);
    await answerOutOfReach();
    await world.clock.run(281_000);
    expect(await failureOf(answer)).toMatchObject({ code: 'wallet-protocol/request-expired' });
    expect([stored(), world.wallet.party.events('session_request_expire')]).toEqual([[], []]);
    world.pair.wallet.relay.door = 'open';
    await world.clock.run(20_000);
    expect(sent()).toEqual([]);
  });

  it('that were answered are forgotten with their session', async () => {
    const answer = failureOf(world.ask());
    await answerOutOfReach();
    expect(await failureOf(world.wallet.operations.disconnect({ topic: world.topic }))).toMatchObject({ code: 'relay/unreachable' });
    world.pair.wallet.relay.door = 'open';
    await world.clock.run(5_000);
    expect([stored(), sent()]).toEqual([[], []]);
    expect(await answer).toBe('pending');
    await world.clock.run(400_000);
  });

  it('stay where the relay does not take the answer, and may be answered again', async () => {
    const answer = world.ask();
    await settle();
    world.pair.wallet.relay.refusePublications();
    expect(await failureOf(world.respond(idOf(0), 'one'))).toMatchObject({ code: 'relay/publish-failed' });
    expect(world.wallet.answering.pending).toHaveLength(1);
    await world.respond(idOf(0), 'two');
    expect(await answer).toBe('two');
  });

  it('end with their session, on both sides', async () => {
    const answer = world.ask();
    await settle();
    const id = idOf(0);
    await world.wallet.operations.disconnect({ topic: world.topic });
    await settle();
    expect(await failureOf(answer)).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    expect(world.wallet.answering.pending).toEqual([]);
    expect(stored()).toEqual([]);
    expect(await failureOf(world.respond(id))).toMatchObject({ code: 'wallet-protocol/recently-deleted' });
  });

  it('keep nobody waiting while their origin is looked up, and keep their order', async () => {
    let found = (_: typeof VERIFIED): void => undefined;
    world.pair.wallet.origin = new Promise((resolve) => {
      found = resolve;
    });
    const answer = world.ask();
    await settle();
    world.pair.wallet.origin = Promise.resolve(VERIFIED);
    const second = world.ask({ method: 'cosmos_signDirect', params: ['b'] });
    await world.clock.run(500);
    const pinged = world.app.operations.ping({ topic: world.topic });
    await world.clock.run(500);
    await pinged;
    expect(asked()).toEqual([]);
    found(VERIFIED);
    await settle();
    expect(asked().map(({ params }) => params.request.params)).toEqual([['a']]);
    await world.respond(idOf(0), 'one');
    expect(await answer).toBe('one');
    await world.clock.run(1_000);
    await world.respond(idOf(1), 'two');
    expect(await second).toBe('two');
  });

  it('do not choose how long they wait beyond seven days, nor leave it open', async () => {
    const { calls, life } = world.app.party.context;
    const { requests } = world.wallet.party.context.tables;
    const seconds = Math.floor(world.clock.now() / 1_000);
    const ids = [1e15, 'soon'].map((expiryTimestamp) => {
      const params = { chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [], expiryTimestamp } };
      return calls.place({ topic: world.topic, method: 'wc_sessionRequest', params }, life).id;
    });
    await settle();
    expect(ids.map((id) => requests.get(id)?.expiry)).toEqual([seconds + 604_800, seconds + 300]);
    for (const id of ids) calls.giveUpCall(id);
    await settle();
  });

  it('of a session do not take the place of those of another under the same id', async () => {
    const answer = world.ask();
    await settle();
    const id = idOf(0);
    const { topic, ...session } = world.wallet.sessions.get(world.topic) ?? Object.fromEntries([['topic', '']]);
    const { calls, life, relay, tables } = world.app.party.context;
    const other = await relay.keyChain.createSymKey();
    const key = new Map([[other.topic, other.symKey]]);
    await world.wallet.party.relay.keyChain.importKeys(key);
    await world.wallet.party.context.tables.sessions.set(other.topic, { ...session, topic: other.topic } as never);
    await tables.sessions.set(other.topic, { ...session, topic: other.topic } as never);
    for (const { party } of [world.app, world.wallet]) await party.relay.subscribe([other.topic], life);
    const params = { chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: ['other'] } };
    await calls.tell({ topic: other.topic, method: 'wc_sessionRequest', params, id }, life);
    await settle();
    expect(world.wallet.party.relay.published.at(-1)).toMatchObject({ topic: other.topic, message: { id, error: { code: -32_600 } } });
    expect(world.wallet.answering.pending.map(({ topic: of }) => of)).toEqual([topic]);
    await world.respond(id);
    expect(await answer).toBe('signed');
  });

  it('are not answered by an id that nobody asked under, nor by what is no answer', async () => {
    expect(await failureOf(world.respond(7))).toMatchObject({ code: 'wallet-protocol/no-matching-key' });
    const bare = { topic: world.topic, response: { id: 7, jsonrpc: '2.0' as const, result: undefined } };
    expect(await failureOf(world.wallet.answering.respond(bare))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
  });
});

describe('requests without a queue', () => {
  it('are handed over at once', async () => {
    const world = new SessionPair({ disableRequestQueue: true });
    await world.connect();
    const answers = [world.ask(), world.ask()];
    await settle();
    const ids = world.wallet.party.events('session_request').map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await Promise.all(ids.map((id) => world.respond(id, id)));
    expect(await Promise.all(answers)).toEqual(ids);
    world.pair.end();
  });
});

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
