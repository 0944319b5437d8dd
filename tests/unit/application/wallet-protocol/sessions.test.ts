import { NEVER } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import type { ProtocolClient } from '../../../../application/wallet-protocol/protocol-client.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { isRpcRequest } from '../../../../domain/wallet-protocol/json-rpc.js';
import { record } from '../support/world.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

let world: ProtocolWorld;
beforeEach(() => {
  world = new ProtocolWorld();
});
afterEach(() => world.end());

const MAINNET = toChainId('eip155:1');
const MINUTE = 60_000;

describe('an app with a session', () => {
  describe('a session', () => {
    let session: RemoteSession;
    let topic: string;

    beforeEach(async () => {
      ({ session, topic } = await world.connect());
    });

    const signal = new AbortController().signal;
    const ask = (of = session): Promise<unknown> => of.request({ chainId: MAINNET, method: 'personal_sign', params: ['0x00'] }, signal);

    it('carries a request to the wallet and the answer back, brings the wallet up, and tells the relay nothing of either', async () => {
      const answer = ask();
      await settle();
      const { request } = world.wallet.calls.at(-1) ?? {};
      expect(request).toMatchObject({
        method: 'wc_sessionRequest',
        params: { chainId: MAINNET, request: { method: 'personal_sign', params: ['0x00'] } },
      });
      expect(world.links).toEqual([request?.id]);
      expect(Object.keys(world.relay.transport.published.at(-1) ?? {}).sort()).toEqual(['attestation', 'delivery', 'envelope', 'topic']);
      await world.wallet.answer(topic, request?.id ?? 0, { result: '0xsigned' });
      expect(await answer).toBe('0xsigned');
    });

    it('does not bring the wallet up for what it answers without its owner', async () => {
      const answer = session.request({ chainId: MAINNET, method: 'eth_accounts', params: [], quiet: true }, signal);
      await settle();
      const { request } = world.wallet.calls.at(-1) ?? {};
      expect([request?.method, world.links]).toEqual(['wc_sessionRequest', []]);
      await world.wallet.answer(topic, request?.id ?? 0, { result: [] });
      expect(await answer).toEqual([]);
    });

    it('does not open a wallet whose session does not want that', async () => {
      const pairing = world.pair();
      const proposal = await world.wallet.pair(await world.shown());
      const topic = await world.wallet.approve(proposal, { sessionConfig: { disableDeepLink: true } });
      const answer = ask(await pairing);
      await settle();
      const { request } = world.wallet.calls.at(-1) ?? {};
      expect([request?.method, world.links]).toEqual(['wc_sessionRequest', []]);
      await world.wallet.answer(topic, request?.id ?? 0, { result: '0xsigned' });
      expect(await answer).toBe('0xsigned');
    });

    it('tells what the wallet said of it beside its namespaces', async () => {
      const pairing = world.pair();
      const proposal = await world.wallet.pair(await world.shown());
      const scopedProperties = { 'eip155:1': { atomic: { status: 'supported' } } };
      await world.wallet.approve(proposal, { sessionProperties: { bip122_getAccountAddresses: '[]', number: 7 }, scopedProperties });
      const session = await pairing;
      expect(session.sessionProperties).toEqual({ bip122_getAccountAddresses: '[]' });
      expect(session.scopedProperties).toEqual(scopedProperties);
    });

    it('lets a request have a time of its own, which no other inherits', async () => {
      const long = outcomeOf(session.request({ chainId: MAINNET, method: 'm', params: [], expirySeconds: 3_600 }, signal));
      const usual = outcomeOf(ask());
      await world.clock.run(300_000);
      expect(usual.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
      expect(long.now()).toBeNull();
      await world.clock.run(3_300_000);
      expect(long.now()).toMatchObject({ error: { code: 'wallet-protocol/request-expired' } });
    });

    it('tells what the wallet allows anew, and answers the wallet', async () => {
      const heard: string[] = [];
      session.events$.subscribe(({ type }) => heard.push(type));
      const namespaces = { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: ALLOWED.eip155.accounts.slice(0, 1) } };
      const id = await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces });
      expect(session.namespaces).toEqual(namespaces);
      expect(world.wallet.answerTo(id)).toMatchObject({ result: true });
      const wrong = await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: null } });
      expect(world.wallet.answerTo(wrong)).toMatchObject({ error: { code: 1003 } });
      expect(session.namespaces).toEqual(namespaces);
      expect(heard).toEqual(['namespaces-changed']);
    });

    it('passes the wallet’s events on, and answers pings and what it does not know', async () => {
      const { values: heard } = record(session.events$);
      await world.wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' });
      await world.wallet.call(topic, 'wc_sessionEvent', { event: { name: 1 }, chainId: 'eip155:137' });
      await world.wallet.call(topic, 'wc_sessionEvent', null);
      expect(heard).toEqual([{ type: 'event', chainId: 'eip155:137', name: 'chainChanged', data: 137 }]);
      expect(world.wallet.answerTo(await world.wallet.call(topic, 'wc_sessionPing', {}))).toMatchObject({ result: true });
      expect(world.wallet.answerTo(await world.wallet.call(topic, 'wc_sessionPropose', {}))).toMatchObject({ error: { code: 10_001 } });
    });

    it('ends once when the wallet ends it: requests under way fail, keys and record go', async () => {
      const heard = record(session.events$);
      const answer = outcomeOf(ask());
      await settle();
      await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
      expect(heard).toMatchObject({ values: [{ type: 'ended', reason: 'wallet' }], end: 'complete' });
      expect(answer.now()).toMatchObject({ error: { code: 'wallet-protocol/user-disconnected' } });
      expect(session.live).toBe(false);
      await expect(ask()).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
      expect(world.records.persisted.size).toBe(0);
      expect(world.relay.keys).toEqual([]);
    });

    it('ends for the wallet too when the app disconnects', async () => {
      await session.disconnect(signal);
      await settle();
      expect(world.wallet.calls.at(-1)).toMatchObject({ topic, request: { method: 'wc_sessionDelete', params: { code: 6000 } } });
      expect(session.live).toBe(false);
      expect(world.records.persisted.size).toBe(0);
      await session.disconnect(signal);
      expect(world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(1);
    });

    it('says until when it lives, also after its wallet has prolonged it', async () => {
      const week = 7 * 24 * 60 * MINUTE;
      const expiresAt = session.expiresAt ?? 0;
      expect(Math.abs(expiresAt - (world.clock.now() + week))).toBeLessThan(MINUTE);
      await world.clock.run(24 * 60 * MINUTE);
      await world.wallet.call(topic, 'wc_sessionExtend', {});
      expect((session.expiresAt ?? 0) - expiresAt).toBeGreaterThan(23 * 60 * MINUTE);
      const prolonged = session.expiresAt;
      await world.reload();
      expect((await world.client.resume())?.expiresAt).toBe(prolonged);
    });

    it('is taken up by the next page without the relay, and heard when the relay is there', async () => {
      await world.reload(() =>
        world.wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' }),
      );
      world.relay.door = 'unreachable';
      const session = await world.client.resume();
      expect(session).toMatchObject({ topic, live: true, namespaces: ALLOWED });
      const heard: unknown[] = [];
      session?.events$.subscribe((event) => heard.push(event));
      world.relay.door = 'open';
      await world.clock.run(2_000);
      expect(heard).toEqual([expect.objectContaining({ name: 'chainChanged' })]);
    });
  });

  it('is one for all who take it up, and what a wallet does to it is told to each once', async () => {
    const { session, topic } = await world.connect();
    expect(await world.client.resume()).toBe(session);
    await world.reload();
    const [first, second] = [await world.client.resume(), await world.client.resume()];
    expect(second).toBe(first);
    const heard: unknown[] = [];
    first?.events$.subscribe((event) => heard.push(event));
    await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(heard).toEqual([{ type: 'ended', reason: 'wallet' }]);
  });

  it('is lost, and its holder is told, where its key is gone when it is looked up again', async () => {
    const { session, topic } = await world.connect();
    const { values: heard } = record(session.events$);
    await world.relay.keyChain.deleteKeys(topic);
    expect(await world.client.resume()).toBeNull();
    expect([heard, session.live]).toEqual([[{ type: 'ended', reason: 'lost' }], false]);
    expect(world.records.persisted.size).toBe(0);
  });

  it('says when none is left: at the end of the last one, and where nothing is there to take up', async () => {
    const first = await world.connect();
    const second = await world.connect();
    await first.session.disconnect(new AbortController().signal);
    expect(world.timesEmpty).toBe(0);
    await world.wallet.call(second.topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(world.timesEmpty).toBe(1);
    expect(await world.client.resume()).toBeNull();
    expect(world.timesEmpty).toBe(2);
  });

  it('says nothing of the kind while one is taken up, nor when the page is closed', async () => {
    await world.connect();
    await world.reload();
    expect(await world.client.resume()).not.toBeNull();
    world.client.dispose();
    expect(world.timesEmpty).toBe(0);
  });
});

const { signal } = new AbortController();
const WEEK = 604_800_000;

describe('a session that the app ends while the relay cannot be reached', () => {
  let session: RemoteSession;
  let topic: string;

  beforeEach(async () => {
    ({ session, topic } = await world.connect());
  });

  const unreachable = (): void => {
    world.relay.door = 'unreachable';
    world.relay.drop();
  };
  /** How often the wallet was told. */
  const told = (): number => world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length;
  const left = () => [[...world.records.persisted.keys()], world.relay.keys];

  it('is over here at once, and for the wallet once it can be told', async () => {
    unreachable();
    const ended = outcomeOf(session.disconnect(signal));
    await settle();
    expect([session.live, await world.client.resume(), ended.now()]).toEqual([false, null, { value: undefined }]);
    await world.clock.run(MINUTE);
    expect(told()).toBe(0);
    world.relay.door = 'open';
    await world.clock.run(6_000);
    expect([told(), left(), world.relay.topics]).toEqual([1, [[], []], []]);
  });

  it('is ended for the wallet by the next page that opens a line, which does not take it up', async () => {
    unreachable();
    await session.disconnect(signal).catch(() => undefined);
    await world.reload();
    world.relay.door = 'open';
    expect(await world.client.resume()).toBeNull();
    await settle();
    expect([told(), left()]).toEqual([1, [[], []]]);
  });

  it('is ended for the wallet also where the page was closed at once, before anything was sent', async () => {
    const letGo = world.hold();
    const ended = outcomeOf(session.disconnect(signal));
    await settle();
    await world.reload();
    await letGo();
    expect(ended.now()).toMatchObject({ error: { code: 'config/disposed' } });
    const pairing = await world.begin();
    expect(told()).toBe(1);
    pairing.abort();
    await settle();
    expect(left()).toEqual([[expect.stringContaining('/proposal/')], expect.any(Array)]);
    await world.clock.run(6 * MINUTE);
    expect(left()).toEqual([[], []]);
  });

  it('is told to the wallet also where who ended it does not wait any longer', async () => {
    const letGo = world.hold();
    const waiting = new AbortController();
    session.disconnect(waiting.signal).catch(() => undefined);
    await settle();
    waiting.abort();
    await letGo();
    expect([told(), left()]).toEqual([1, [[], []]]);
  });

  it('leaves the line alone after five minutes, and is left to the next page', async () => {
    unreachable();
    session.disconnect(signal).catch(() => undefined);
    await world.clock.run(6 * MINUTE);
    expect([world.relay.topics, world.clock.pending]).toEqual([[], 0]);
    const { openings } = world.relay;
    await world.clock.run(60 * MINUTE);
    expect(world.relay.openings).toBe(openings);
    await world.reload();
    await world.client.resume();
    await settle();
    expect([told(), left()]).toEqual([1, [[], []]]);
  });

  it('is forgotten where nobody could be told until it would have ended by itself', async () => {
    unreachable();
    await session.disconnect(signal).catch(() => undefined);
    await world.reload(() => world.clock.run(WEEK));
    world.relay.door = 'unreachable';
    expect(await world.client.resume()).toBeNull();
    await world.clock.run(MINUTE);
    expect([told(), left()]).toEqual([0, [[], []]]);
  });

  it('is over in another tab, which tells the wallet where the first one is closed', async () => {
    const relay = world.relay.otherTab();
    const other = world.otherTab(relay);
    const own = await other.resume(topic);
    expect(own?.live).toBe(true);
    for (const each of [world.relay, relay]) {
      each.door = 'unreachable';
      each.drop();
    }
    await session.disconnect(signal).catch(() => undefined);
    world.client.dispose();
    expect([await other.resume(topic), await other.resume(), own?.live]).toEqual([null, null, false]);
    relay.door = 'open';
    await world.clock.run(6_000);
    expect([told(), left()]).toEqual([1, [[], []]]);
    other.dispose();
  });
});

/** An update that allows one chain only, with an address of its own. */
const updateTo = (digit: string) => ({
  namespaces: { eip155: { ...ALLOWED.eip155, chains: ['eip155:1'], accounts: [`eip155:1:0x${digit.repeat(40)}`] } },
});

const chainChanged = (data: number) => ({ event: { name: 'chainChanged', data }, chainId: 'eip155:1' });

describe('an app whose relay takes its answers slowly', () => {
  /** The relay takes no answer of the app until the returned function is called. */
  const holdAnswers = () => world.hold(({ message }) => !isRpcRequest(message));

  it('hears all that a wallet says meanwhile, in its order, and answers everything in the end', async () => {
    const { session, topic } = await world.connect();
    const heard: unknown[] = [];
    session.events$.subscribe((event) => heard.push(event.type === 'event' ? event.data : session.namespaces.eip155?.accounts));
    const letGo = holdAnswers();
    const ids = [
      await world.wallet.call(topic, 'wc_sessionPing', {}),
      await world.wallet.call(topic, 'wc_sessionUpdate', updateTo('1')),
      await world.wallet.call(topic, 'wc_sessionEvent', chainChanged(1)),
      await world.wallet.call(topic, 'wc_sessionUpdate', updateTo('2')),
      await world.wallet.call(topic, 'wc_sessionEvent', chainChanged(2)),
    ];
    expect(heard).toEqual([[`eip155:1:0x${'1'.repeat(40)}`], 1, [`eip155:1:0x${'2'.repeat(40)}`], 2]);
    expect(ids.map((id) => world.wallet.answerTo(id))).toEqual(ids.map(() => undefined));
    await letGo();
    expect(ids.map((id) => world.wallet.answerTo(id))).toEqual(ids.map((id) => ({ id, jsonrpc: '2.0', result: true })));
  });

  it("hears the wallet's answer to a request", async () => {
    const { session, topic } = await world.connect();
    const letGo = holdAnswers();
    await world.wallet.call(topic, 'wc_sessionPing', {});
    const answer = session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, new AbortController().signal);
    await settle();
    await world.wallet.answer(topic, world.wallet.calls.at(-1)?.request.id ?? 0, { result: '0xsigned' });
    expect(await answer).toBe('0xsigned');
    await letGo();
  });

  it('hears that the wallet ends the session, keeps the key until the wallet is answered, and then forgets it', async () => {
    const { session, topic } = await world.connect();
    const letGo = holdAnswers();
    const ping = await world.wallet.call(topic, 'wc_sessionPing', {});
    const end = await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(session.live).toBe(false);
    // With its key goes its record: until then it is over for the next page too.
    expect([...world.records.persisted]).toMatchObject([[`@latchkey/wc/session/${topic}`, { expiry: 0 }]]);
    await letGo();
    expect([world.wallet.answerTo(ping), world.wallet.answerTo(end)]).toMatchObject([{ result: true }, { result: true }]);
    expect(world.relay.keys).toEqual([]);
    expect(world.relay.topics).toEqual([]);
    expect([...world.records.persisted.keys()]).toEqual([]);
  });

  it('has the session before the relay has the answer to its settlement', async () => {
    const letGo = holdAnswers();
    const session = outcomeOf(world.pair());
    await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect(session.now()).toMatchObject({ value: { live: true } });
    expect(world.wallet.answers).toEqual([]);
    await letGo();
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }]);
  });

  it('keeps a session whose wallet is not answered yet when the time of its proposal is over', async () => {
    const letGo = holdAnswers();
    const session = outcomeOf(world.pair());
    const topic = await world.wallet.approve(await world.wallet.pair(await world.shown()));
    await world.clock.run(301_000);
    await letGo();
    expect(session.now()).toMatchObject({ value: { topic, live: true } });
    expect(world.wallet.calls.map(({ request }) => request.method)).toEqual(['wc_sessionPropose']);
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }]);
    expect([world.relay.keys, world.relay.topics]).toEqual([[topic], [topic]]);
  });

  it('shows whoever pairs meanwhile a URI, and not what the one before was given', async () => {
    const letGo = holdAnswers();
    const first = outcomeOf(world.pair(undefined, true));
    await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect(first.now()).toMatchObject({ value: { live: true } });
    const leaving = new AbortController();
    const second = outcomeOf(world.pair(leaving.signal, true));
    await world.shown();
    expect([second.now(), new Set(world.uris).size]).toEqual([null, 2]);
    leaving.abort();
    await letGo();
  });
});

describe('a tab whose engine is loaded, beside one that pairs', () => {
  let records: FakeRecordStore;
  let other: ProtocolClient;
  let timesEmpty: number;

  beforeEach(() => {
    records = world.records.otherTab();
    timesEmpty = 0;
    other = world.otherTab(world.relay.otherTab(), records);
    other.empty$.subscribe(() => {
      timesEmpty += 1;
    });
  });
  afterEach(() => other.dispose());

  const { signal } = new AbortController();
  /** Whether a session leads to the wallet. */
  const answered = async (session: RemoteSession | null): Promise<unknown> => {
    const answer = session?.request({ chainId: MAINNET, method: 'personal_sign', params: ['0x00'] }, signal);
    await settle();
    const { topic, request } = world.wallet.calls.at(-1) ?? {};
    await world.wallet.answer(topic ?? '', request?.id ?? 0, { result: '0xsigned' });
    return answer;
  };
  const storedTopics = (): readonly string[] =>
    [...world.records.persisted.keys()].filter((key) => key.includes('/session/')).map((key) => key.split('/').at(-1) ?? '');

  it('finds a session that was settled after it had found none', async () => {
    expect([await other.resume(), timesEmpty]).toEqual([null, 1]);
    const { session, topic } = await world.connect();
    const found = await other.resume();
    expect(found).toMatchObject({ topic, live: true });
    expect(await answered(found)).toBe('0xsigned');
    expect([session.live, timesEmpty]).toEqual([true, 1]);
  });

  it('leaves a session that was ended there, without a word, and takes the next one up', async () => {
    const first = await world.connect();
    const own = await other.resume();
    const events = record(own?.events$ ?? NEVER);
    await first.session.disconnect(signal);
    const second = await world.connect();
    const found = await other.resume();
    expect(found).toMatchObject({ topic: second.topic, live: true });
    expect([own?.live, events.values, events.end, timesEmpty]).toEqual([false, [], 'complete', 0]);
    expect(await other.resume(first.topic)).toBeNull();
    expect(await answered(found)).toBe('0xsigned');
    await settle();
    expect(storedTopics()).toEqual([second.topic]);
    expect(world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(1);
  });

  it('says that nothing is left where the session was ended and no other came', async () => {
    const { session, topic } = await world.connect();
    const own = await other.resume();
    await session.disconnect(signal);
    expect([await other.resume(topic), own?.live, timesEmpty > 0]).toEqual([null, false, true]);
  });

  it('does not bring a session back that it is about to forget', async () => {
    const { topic } = await world.connect();
    const own = await other.resume();
    let letGo = (): void => undefined;
    const mayGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { remove } = records;
    Object.assign(records, { remove: (key: string) => mayGo.then(() => remove(key)) });
    own?.disconnect(signal).catch(() => undefined);
    await settle();
    expect(storedTopics()).toEqual([topic]);
    expect(await other.resume()).toBeNull();
    letGo();
    await settle();
    expect([await other.resume(), storedTopics()]).toEqual([null, []]);
  });

  it('gives the session that is asked for, also where another one lives longer', async () => {
    const first = await world.connect();
    await world.clock.run(86_400_000);
    const second = await world.connect();
    expect(await other.resume()).toMatchObject({ topic: second.topic });
    expect(await other.resume(first.topic)).toMatchObject({ topic: first.topic, live: true });
    expect(await other.resume('f'.repeat(64))).toBeNull();
    expect(timesEmpty).toBe(0);
  });

  it('keeps what it knows while the records cannot be read', async () => {
    const { topic } = await world.connect();
    const own = await other.resume();
    Object.assign(records, { list: () => Promise.reject(new Error('The disk is gone')) });
    expect(await other.resume(topic)).toBe(own);
    expect(own?.live).toBe(true);
  });
});
