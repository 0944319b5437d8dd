import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { EngineEventMap, EngineEventName } from '../../../../../application/wallet-protocol/engine/engine-events.js';
import type { SignEngine } from '../../../../../application/wallet-protocol/engine/sign-engine.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { ProtocolSession } from '../../../../../domain/wallet-protocol/session.js';
import { toStoredSession } from '../../../../../domain/wallet-protocol/stored-session.js';
import { EnginePage, type EnginePageOptions } from './support/engine-page.js';
import { APP, APPROVED_NAMESPACES, failureOf, REQUESTED_NAMESPACES, WALLET } from './support/engine-pair.js';
import { ACCOUNT, SIGN_IN } from './support/sign-in-pair.js';

class Page extends EnginePage {
  readonly #options: EnginePageOptions;

  constructor(options: EnginePageOptions) {
    super(options);
    this.#options = options;
  }

  /** Data of the last event of a name. */
  event<Name extends EngineEventName>(name: Name): EngineEventMap[Name] {
    const found = this.events(name).at(-1);
    if (found === undefined) throw new Error(`${name} was not emitted`);
    return found;
  }

  /** Reloads the page. */
  async reload(): Promise<Page> {
    this.engine.dispose();
    const next = new Page({ ...this.#options, relay: this.relay.otherTab(), store: this.store });
    await next.engine.start();
    return next;
  }
}

let clock: FakeClock;
let app: Page;
let wallet: Page;

beforeEach(async () => {
  clock = new FakeClock();
  app = new Page({ clock, relay: new FakeMessageRelay(clock), metadata: APP });
  wallet = new Page({ clock, relay: app.relay.peer(), metadata: WALLET });
  await app.engine.start();
  await wallet.engine.start();
});

afterEach(() => {
  app.engine.dispose();
  wallet.engine.dispose();
  expect(clock.pending).toBe(0);
});

const propose = async () => {
  const { uri = '', approval } = await app.engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES });
  await wallet.engine.pair({ uri });
  await flushPromises();
  return { approval, id: wallet.event('session_proposal').id };
};

const connected = async (): Promise<string> => {
  const { approval, id } = await propose();
  const { topic, acknowledged } = await wallet.engine.approve({ id, namespaces: APPROVED_NAMESPACES });
  await flushPromises();
  await acknowledged();
  expect(await approval()).toMatchObject({ topic, peer: { metadata: WALLET } });
  return topic;
};

describe('SignEngine', () => {
  it('opens no connection before it is used', async () => {
    clock.advance(10_000);
    await flushPromises();
    expect([app.relay.openCount, wallet.relay.openCount, app.store.persisted.size]).toEqual([0, 0, 0]);
  });

  it('settles a session between an app and a wallet', async () => {
    const topic = await connected();
    expect(app.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: APPROVED_NAMESPACES, acknowledged: true });
    expect(wallet.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: APPROVED_NAMESPACES, acknowledged: true });
    expect(app.event('session_connect').session.topic).toBe(topic);
    expect([...app.logger.entries, ...wallet.logger.entries]).toEqual([]);
  });

  it('rejects with the wallet’s error', async () => {
    const { approval, id } = await propose();
    await wallet.engine.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
    await flushPromises();
    expect(await failureOf(approval())).toMatchObject({ code: 5000, message: 'User rejected.' });
  });

  it('resolves an approval that arrived before, any number of times', async () => {
    const { approval, id } = await propose();
    const { topic } = await wallet.engine.approve({ id, namespaces: APPROVED_NAMESPACES });
    await flushPromises();
    expect([(await approval()).topic, (await approval()).topic]).toEqual([topic, topic]);
  });

  it.each([
    ['settles a session', SIGN_IN.methods],
    ['settles none without methods', []],
  ])('signs in with one-click auth and %s', async (_title, methods) => {
    wallet.engine.context.events.setListenerCheck('session_authenticate', () => true);
    const { uri, response } = await app.engine.authenticate({ ...SIGN_IN, chains: ['eip155:1'], methods });
    await wallet.engine.pair({ uri });
    await flushPromises();
    const { id, params } = wallet.event('session_authenticate');
    const { chains: _, ...payload } = params.authPayload;
    const iss = `did:pkh:eip155:1:${ACCOUNT.address}`;
    const message = wallet.engine.formatAuthMessage({ request: payload, iss });
    const signature = { t: 'eip191', s: await ACCOUNT.signMessage({ message }) };
    const approving = wallet.engine.approveSessionAuthenticate({
      id,
      auths: [{ h: { t: 'caip122' }, p: { ...payload, iss }, s: signature }],
    });
    await flushPromises();
    const { session } = await approving;
    const namespaces = { eip155: { accounts: [`eip155:1:${ACCOUNT.address}`] } };
    if (methods?.length === 0) expect([session, (await response()).session]).toEqual([undefined, undefined]);
    else expect((await response()).session).toMatchObject({ topic: session?.topic, namespaces });
  });

  describe.each([undefined, null])('called with %s', (params) => {
    const missing = (call: string): object => ({ code: 'wallet-protocol/missing-or-invalid', message: expect.stringContaining(call) });
    const sentence = (call: string): object => missing(`${call}() params: ${params}`);

    it.each([
      ...(['connect', 'pair', 'approve', 'reject', 'update', 'extend', 'request', 'respond', 'ping', 'emit', 'disconnect'] as const),
      ...(['approveSessionAuthenticate', 'rejectSessionAuthenticate'] as const),
    ])('%s() rejects with the sentence about its params', async (name) => {
      await connected();
      // JavaScript apps may omit the params.
      const call = async (): Promise<unknown> => wallet.engine[name](params as never);
      expect(await failureOf(call())).toMatchObject(sentence(name));
    });

    it.each(['find', 'formatAuthMessage'] as const)('%s() throws the sentence about its params', (name) => {
      expect(() => app.engine[name](params as never)).toThrow(expect.objectContaining(sentence(name)));
    });

    it('authenticate() rejects with the sentence about its first parameter', async () => {
      expect(await failureOf(app.engine.authenticate(params as never))).toMatchObject({ code: 'wallet-protocol/invalid-parameter' });
    });
  });

  it.each([
    [{}, 'find() requiredNamespaces: undefined'],
    [{ requiredNamespaces: null }, 'find() requiredNamespaces: null'],
    [{ requiredNamespaces: 'eip155' }, 'find() requiredNamespaces: "eip155"'],
    [{ requiredNamespaces: { eip155: null } }, 'find() requiredNamespaces: {"eip155":null}'],
    [{ requiredNamespaces: { eip155: { chains: 5 } } }, 'find() requiredNamespaces: {"eip155":{"chains":5}}'],
    [5, 'find() requiredNamespaces: undefined'],
  ])('finds nothing for %j: the namespaces are invalid', async (params, detail) => {
    await connected();
    expect(() => app.engine.find(params as never)).toThrow(`Missing or invalid. ${detail}`);
    expect(app.engine.find({ requiredNamespaces: {} })).toHaveLength(1);
  });

  it.each([
    [{}, 'request: undefined'],
    [{ request: null }, 'request: null'],
    [{ request: 'x' }, 'request: "x"'],
    [{ request: { aud: 'a', resources: 'x' } }, 'request: {"aud":"a","resources":"x"}'],
    [{ request: { aud: 'a', resources: [5] } }, 'request: {"aud":"a","resources":[5]}'],
    [{ request: { aud: 'a', statement: 5 } }, 'request: {"aud":"a","statement":5}'],
  ])('builds no message of %j', (params, detail) => {
    const iss = 'did:pkh:eip155:1:0x0000000000000000000000000000000000000001';
    expect(() => app.engine.formatAuthMessage({ ...params, iss } as never)).toThrow(`Missing or invalid. formatAuthMessage() ${detail}`);
    const request = { aud: 'a', domain: 'b', version: '1', nonce: 'c', iat: 'd' };
    expect(() => app.engine.formatAuthMessage({ request } as never)).toThrow('The issuer is not an account');
  });

  it('finds the sessions that grant the required namespaces', async () => {
    const topic = await connected();
    const found = (requiredNamespaces: typeof REQUESTED_NAMESPACES) =>
      app.engine.find({ requiredNamespaces }).map((session) => session.topic);
    expect(found(REQUESTED_NAMESPACES)).toEqual([topic]);
    expect(found({ cosmos: { ...REQUESTED_NAMESPACES.cosmos, methods: ['cosmos_signAmino'] } })).toEqual([]);
  });

  it('closes a session that another page has closed: one event, pending requests reject, and the records stay', async () => {
    const topic = await connected();
    const tab = new Page({ clock, relay: app.relay.otherTab(), metadata: APP, store: app.store.otherTab() });
    await tab.engine.start();
    const request = { method: 'cosmos_signDirect', params: ['text'] };
    const pendingRequest = tab.engine.request({ topic, chainId: 'cosmos:hub', request });
    expect(await failureOf(pendingRequest)).toBe('pending');
    tab.engine.onClosedByOtherPage('unknown topic');
    expect(tab.emitted.map(({ name }) => name)).not.toContain('session_delete');
    const storedKeys = [...app.store.persisted.keys()];
    for (const _ of ['once', 'twice']) tab.engine.onClosedByOtherPage(topic);
    expect(await failureOf(pendingRequest)).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    expect(tab.emitted.filter(({ name }) => name === 'session_delete')).toEqual([{ name: 'session_delete', data: { id: 0, topic } }]);
    expect(tab.engine.context.tables.sessions.get(topic)).toBeNull();
    expect([...app.store.persisted.keys()]).toEqual(storedKeys);

    const closed: unknown[] = [];
    app.engine.sessionClosed$.subscribe(({ session, reason }) => closed.push([session.topic, reason]));
    await app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await flushPromises();
    expect(closed).toEqual([[topic, 'own']]);
    expect(wallet.event('session_delete')).toMatchObject({ topic });
    tab.engine.dispose();
  });

  it('pings and disconnects pairings', async () => {
    await connected();
    const { engine } = app;
    const [{ topic } = { topic: '' }] = engine.pairings.all();
    await engine.ping({ topic });
    await flushPromises();
    expect(wallet.event('pairing_ping')).toMatchObject({ topic });
    await engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await flushPromises();
    expect([engine.pairings.all(), wallet.engine.pairings.all()]).toEqual([[], []]);
  });
});

describe('next page load of an engine', () => {
  it('subscribes the stored topics shortly after the start', async () => {
    const topic = await connected();
    app = await app.reload();
    await clock.run(49);
    expect(app.relay.topics).toEqual([]);
    await clock.run(1);
    expect(app.relay.topics).toContain(topic);
    expect(app.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: APPROVED_NAMESPACES });
  });

  it('continues a proposal that the wallet has scanned', async () => {
    const { id } = await propose();
    app = await app.reload();
    const { topic } = await wallet.engine.approve({ id, namespaces: APPROVED_NAMESPACES });
    clock.advance(50);
    await flushPromises();
    expect(app.event('session_connect').session.topic).toBe(topic);
  });

  it('starts while the relay is unreachable, with a warning in the log', async () => {
    await connected();
    app.relay.mode = 'unreachable';
    app.engine.dispose();
    const relay = app.relay.otherTab();
    relay.mode = 'unauthorized';
    app = new Page({ clock, relay, metadata: APP, store: app.store });
    await app.engine.start();
    clock.advance(50);
    await flushPromises();
    expect(app.logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it('clears its timer when disposed before subscribing', async () => {
    await connected();
    app = await app.reload();
    app.engine.dispose();
    clock.advance(1_000);
    await flushPromises();
    expect(app.relay.openCount).toBe(0);
    expect(await failureOf(app.engine.connect({ optionalNamespaces: REQUESTED_NAMESPACES }))).toMatchObject({ code: 'config/disposed' });
  });
});
const SESSION = '@latchkey/wc/session/';
const DAY_S = 86_400;

const topicOf = (index: number): string => index.toString(16).padStart(64, '0');
const keysOf = (index: number): [string, string] => [topicOf(index), 'f'.repeat(64)];

const sessionOf = (clock: FakeClock, index: number, members: Partial<ProtocolSession> = {}): ProtocolSession => ({
  topic: topicOf(index),
  pairingTopic: 'a'.repeat(64),
  relay: { protocol: 'irn' },
  expiry: Math.floor(clock.now() / 1_000) + DAY_S + index,
  acknowledged: true,
  controller: 'b'.repeat(64),
  namespaces: APPROVED_NAMESPACES,
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: 'c'.repeat(64), metadata: APP },
  peer: { publicKey: 'b'.repeat(64), metadata: WALLET },
  ...members,
});

/** Members of a session that this party may change. */
const OF_WALLET = { controller: 'c'.repeat(64) };

/** Starts a page with stored sessions. Records the topics whose keys are checked. */
const start = async (records: (clock: FakeClock) => readonly unknown[], keys: readonly number[]) => {
  const clock = new FakeClock();
  const relay = new FakeMessageRelay(clock);
  await relay.keyChain.importKeys(new Map(keys.map(keysOf)));
  const store = new FakeRecordStore(Object.fromEntries(records(clock).map((record, index) => [SESSION + topicOf(index), record])));
  const checkedTopics: string[] = [];
  const { keyChain } = relay;
  const hasKey = keyChain.hasKey.bind(keyChain);
  Object.assign(keyChain, {
    hasKey: (topic: string) => {
      checkedTopics.push(topic);
      return hasKey(topic);
    },
  });
  const { engine, logger } = new EnginePage({ clock, relay, metadata: APP, store });
  await engine.start();
  return { engine, clock, relay, store, logger, checkedTopics, sessions: engine.context.tables.sessions };
};

const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('engine that starts with stored sessions', () => {
  it('subscribes their topics before its first call, as the response would otherwise reach another tab only', async () => {
    const calls = (engine: SignEngine): readonly (() => Promise<unknown>)[] => {
      const topic = topicOf(0);
      return [
        () => engine.ping({ topic }),
        () => engine.extend({ topic }),
        () => engine.update({ topic, namespaces: APPROVED_NAMESPACES }),
        () => engine.request({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } }),
      ];
    };
    for (const index of indexes(4)) {
      const { engine, clock, relay } = await start(
        (now) => indexes(2).map((each) => toStoredSession(sessionOf(now, each, OF_WALLET))),
        indexes(2),
      );
      expect(relay.topics).toEqual([]);
      const topicsWhenPublished: (readonly string[])[] = [];
      const publish = relay.publish.bind(relay);
      Object.assign(relay, {
        publish: (...args: Parameters<typeof publish>) => {
          topicsWhenPublished.push(relay.topics);
          return publish(...args);
        },
      });
      calls(engine)
        [index]?.()
        .catch(() => undefined);
      await flushPromises();
      expect([...(topicsWhenPublished[0] ?? [])].sort()).toEqual(indexes(2).map(topicOf));
      await clock.run(50);
      expect([...relay.topics].sort()).toEqual(indexes(2).map(topicOf));
      engine.dispose();
    }
  });

  it('reads the store as often for a thousand sessions as for one, without writes, key checks or more timers', async () => {
    const pendingRequest: (readonly [calls: number, timers: number])[] = [];
    for (const count of [1, 1_000]) {
      const { engine, clock, relay, store, checkedTopics, sessions } = await start(
        (now) => indexes(count).map((index) => toStoredSession(sessionOf(now, index))),
        indexes(count),
      );
      pendingRequest.push([store.calls.length, clock.pending]);
      expect(store.calls.filter(({ method }) => method === 'set' || method === 'claim' || method === 'remove')).toEqual([]);
      expect(checkedTopics).toEqual([]);
      await clock.run(50);
      expect(relay.topics.length).toBe(count);
      expect(sessions.all().map(({ topic }) => topic)).toEqual(indexes(count).map(topicOf));
      engine.dispose();
    }
    expect(pendingRequest[1]).toEqual(pendingRequest[0]);
  });

  it('restores sessions of earlier versions', async () => {
    const { engine, clock, sessions } = await start((now) => [sessionOf(now, 0), toStoredSession(sessionOf(now, 1))], [0, 1]);
    expect(sessions.all()).toEqual([sessionOf(clock, 0), sessionOf(clock, 1)]);
    engine.dispose();
  });

  it('removes expired sessions, those without a key, and invalid ones', async () => {
    const { engine, relay, store, sessions, clock } = await start(
      (now) => [
        toStoredSession(sessionOf(now, 0, { expiry: 1 })),
        toStoredSession(sessionOf(now, 1)),
        { topic: topicOf(2) },
        { ...toStoredSession(sessionOf(now, 3)), text: '{}' },
        toStoredSession(sessionOf(now, 4)),
      ],
      [0, 2, 3, 4],
    );
    expect(sessions.summaries().map(({ key }) => key)).toEqual([topicOf(3), topicOf(4)]);
    // A corrupt record is detected when it is parsed.
    expect(sessions.all()).toEqual([sessionOf(clock, 4)]);
    await flushPromises();
    expect([...store.persisted.keys()]).toEqual([SESSION + topicOf(4)]);
    expect(relay.keys).not.toContain(topicOf(0));
    engine.dispose();
  });

  it('keeps a session if its key cannot be checked', async () => {
    const clock = new FakeClock();
    const relay = new FakeMessageRelay(clock);
    const fail = async () => {
      throw new Error('Storage failed');
    };
    Object.assign(relay.keyChain, { keyNames: fail, hasKey: fail });
    const store = new FakeRecordStore({ [SESSION + topicOf(0)]: toStoredSession(sessionOf(clock, 0)) });
    const { engine } = new EnginePage({ clock, relay, metadata: APP, store });
    await engine.start();
    expect(engine.context.tables.sessions.all()).toEqual([sessionOf(clock, 0)]);
    engine.dispose();
  });

  it('expires each session on time', async () => {
    const { engine, clock, sessions } = await start((now) => indexes(3).map((index) => toStoredSession(sessionOf(now, index))), indexes(3));
    await clock.run(DAY_S * 1_000 + 1_000);
    expect(sessions.summaries().map(({ key }) => key)).toEqual([topicOf(2)]);
    engine.dispose();
  });
});
