import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { EngineEventMap, EngineEventName } from '../../../../../application/wallet-protocol/engine/engine-events.js';
import type { SignEngine } from '../../../../../application/wallet-protocol/engine/sign-engine.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { ProtocolSession } from '../../../../../domain/wallet-protocol/session.js';
import { storedSession } from '../../../../../domain/wallet-protocol/stored-session.js';
import { EnginePage, type EnginePageOptions } from './support/engine-page.js';
import { ALLOWED, APP, ASKED, failureOf, WALLET } from './support/engine-pair.js';
import { ACCOUNT, SIGN_IN } from './support/sign-in-pair.js';

class Page extends EnginePage {
  readonly #options: EnginePageOptions;

  constructor(options: EnginePageOptions) {
    super(options);
    this.#options = options;
  }

  /** The data of the last event of a name. */
  event<Name extends EngineEventName>(name: Name): EngineEventMap[Name] {
    const found = this.events(name).at(-1);
    if (found === undefined) throw new Error(`${name} was not heard`);
    return found;
  }

  /** The page is closed, and the next one opened. */
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
  const { uri = '', approval } = await app.engine.connect({ optionalNamespaces: ASKED });
  await wallet.engine.pair({ uri });
  await settle();
  return { approval, id: wallet.event('session_proposal').id };
};

const connected = async (): Promise<string> => {
  const { approval, id } = await propose();
  const { topic, acknowledged } = await wallet.engine.approve({ id, namespaces: ALLOWED });
  await settle();
  await acknowledged();
  expect(await approval()).toMatchObject({ topic, peer: { metadata: WALLET } });
  return topic;
};

describe('the engine', () => {
  it('opens nothing before it is used', async () => {
    clock.advance(10_000);
    await settle();
    expect([app.relay.openings, wallet.relay.openings, app.store.persisted.size]).toEqual([0, 0, 0]);
  });

  it('brings an app and a wallet together: proposal, approval, session', async () => {
    const topic = await connected();
    expect(app.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: ALLOWED, acknowledged: true });
    expect(wallet.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: ALLOWED, acknowledged: true });
    expect(app.event('session_connect').session.topic).toBe(topic);
    expect([...app.logger.entries, ...wallet.logger.entries]).toEqual([]);
  });

  it('declines, in the words of the wallet', async () => {
    const { approval, id } = await propose();
    await wallet.engine.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
    await settle();
    expect(await failureOf(approval())).toMatchObject({ code: 5000, message: 'User rejected.' });
  });

  it('gives an approval that came before anybody asked for it, as often as it is asked for', async () => {
    const { approval, id } = await propose();
    const { topic } = await wallet.engine.approve({ id, namespaces: ALLOWED });
    await settle();
    expect([(await approval()).topic, (await approval()).topic]).toEqual([topic, topic]);
  });

  it.each([
    ['makes the session of it', SIGN_IN.methods],
    ['makes none where no methods are asked for', []],
  ])('signs in with one click where the wallet listens, and %s', async (_what, methods) => {
    wallet.engine.context.events.listenedBy('session_authenticate', () => true);
    const { uri, response } = await app.engine.authenticate({ ...SIGN_IN, chains: ['eip155:1'], methods });
    await wallet.engine.pair({ uri });
    await settle();
    const { id, params } = wallet.event('session_authenticate');
    const { chains: _, ...payload } = params.authPayload;
    const iss = `did:pkh:eip155:1:${ACCOUNT.address}`;
    const message = wallet.engine.formatAuthMessage({ request: payload, iss });
    const signature = { t: 'eip191', s: await ACCOUNT.signMessage({ message }) };
    const answered = wallet.engine.approveSessionAuthenticate({
      id,
      auths: [{ h: { t: 'caip122' }, p: { ...payload, iss }, s: signature }],
    });
    await settle();
    const { session } = await answered;
    const namespaces = { eip155: { accounts: [`eip155:1:${ACCOUNT.address}`] } };
    if (methods?.length === 0) expect([session, (await response()).session]).toEqual([undefined, undefined]);
    else expect((await response()).session).toMatchObject({ topic: session?.topic, namespaces });
  });

  it('finds the sessions that allow what is required', async () => {
    const topic = await connected();
    const found = (requiredNamespaces: typeof ASKED) => app.engine.find({ requiredNamespaces }).map((session) => session.topic);
    expect(found(ASKED)).toEqual([topic]);
    expect(found({ cosmos: { ...ASKED.cosmos, methods: ['cosmos_signAmino'] } })).toEqual([]);
  });

  it('ends here a session that another page has ended: the host hears it once, nobody waits, and the records are left to that page', async () => {
    const topic = await connected();
    const tab = new Page({ clock, relay: app.relay.otherTab(), metadata: APP, store: app.store.otherTab() });
    await tab.engine.start();
    const request = { method: 'cosmos_signDirect', params: ['text'] };
    const asked = tab.engine.request({ topic, chainId: 'cosmos:hub', request });
    expect(await failureOf(asked)).toBe('pending');
    tab.engine.endedElsewhere('of no session');
    expect(tab.heard.map(({ name }) => name)).not.toContain('session_delete');
    const kept = [...app.store.persisted.keys()];
    for (const _ of ['once', 'twice']) tab.engine.endedElsewhere(topic);
    expect(await failureOf(asked)).toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    expect(tab.heard.filter(({ name }) => name === 'session_delete')).toEqual([{ name: 'session_delete', data: { id: 0, topic } }]);
    expect(tab.engine.context.tables.sessions.get(topic)).toBeNull();
    expect([...app.store.persisted.keys()]).toEqual(kept);

    const ends: unknown[] = [];
    app.engine.ends$.subscribe(({ session, reason }) => ends.push([session.topic, reason]));
    await app.engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect(ends).toEqual([[topic, 'own']]);
    expect(wallet.event('session_delete')).toMatchObject({ topic });
    tab.engine.dispose();
  });

  it('pings and ends pairings too', async () => {
    await connected();
    const { engine } = app;
    const [{ topic } = { topic: '' }] = engine.pairings.all();
    await engine.ping({ topic });
    await settle();
    expect(wallet.event('pairing_ping')).toMatchObject({ topic });
    await engine.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
    await settle();
    expect([engine.pairings.all(), wallet.engine.pairings.all()]).toEqual([[], []]);
  });
});

describe('the next page of an engine', () => {
  it('hears what it has stored a moment after the start, when its host listens', async () => {
    const topic = await connected();
    app = await app.reload();
    await clock.run(49);
    expect(app.relay.topics).toEqual([]);
    await clock.run(1);
    expect(app.relay.topics).toContain(topic);
    expect(app.engine.context.tables.sessions.get(topic)).toMatchObject({ namespaces: ALLOWED });
  });

  it('goes on with a proposal that the wallet has taken up meanwhile', async () => {
    const { id } = await propose();
    app = await app.reload();
    const { topic } = await wallet.engine.approve({ id, namespaces: ALLOWED });
    clock.advance(50);
    await settle();
    expect(app.event('session_connect').session.topic).toBe(topic);
  });

  it('starts also where the relay cannot be reached, and says so in the log only', async () => {
    await connected();
    app.relay.door = 'unreachable';
    app.engine.dispose();
    const relay = app.relay.otherTab();
    relay.door = 'unauthorized';
    app = new Page({ clock, relay, metadata: APP, store: app.store });
    await app.engine.start();
    clock.advance(50);
    await settle();
    expect(app.logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it('keeps no timer when it ends before it was heard', async () => {
    await connected();
    app = await app.reload();
    app.engine.dispose();
    clock.advance(1_000);
    await settle();
    expect(app.relay.openings).toBe(0);
    expect(await failureOf(app.engine.connect({ optionalNamespaces: ASKED }))).toMatchObject({ code: 'config/disposed' });
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
  namespaces: ALLOWED,
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: 'c'.repeat(64), metadata: APP },
  peer: { publicKey: 'b'.repeat(64), metadata: WALLET },
  ...members,
});

/** A page that starts with sessions; what it stored before is told apart by name. */
const start = async (records: (clock: FakeClock) => readonly unknown[], keys: readonly number[]) => {
  const clock = new FakeClock();
  const relay = new FakeMessageRelay(clock);
  await relay.keyChain.importKeys(new Map(keys.map(keysOf)));
  const store = new FakeRecordStore(Object.fromEntries(records(clock).map((record, index) => [SESSION + topicOf(index), record])));
  const opened: string[] = [];
  const { keyChain } = relay;
  const hasKey = keyChain.hasKey.bind(keyChain);
  Object.assign(keyChain, {
    hasKey: (topic: string) => {
      opened.push(topic);
      return hasKey(topic);
    },
  });
  const { engine, logger } = new EnginePage({ clock, relay, metadata: APP, store });
  await engine.start();
  return { engine, clock, relay, store, logger, opened, sessions: engine.context.tables.sessions };
};

const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('an engine that starts with stored sessions', () => {
  it('wants their topics before its first call: the answer to it would go to another tab alone', async () => {
    const calls = (engine: SignEngine): readonly (() => Promise<unknown>)[] => {
      const topic = topicOf(0);
      return [
        () => engine.ping({ topic }),
        () => engine.extend({ topic }),
        () => engine.update({ topic, namespaces: ALLOWED }),
        () => engine.request({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } }),
      ];
    };
    for (const index of indexes(4)) {
      const { engine, clock, relay } = await start((now) => indexes(2).map((each) => storedSession(sessionOf(now, each))), indexes(2));
      expect(relay.topics).toEqual([]);
      const wantedWhenPublished: (readonly string[])[] = [];
      const publish = relay.publish.bind(relay);
      Object.assign(relay, {
        publish: (...given: Parameters<typeof publish>) => {
          wantedWhenPublished.push(relay.topics);
          return publish(...given);
        },
      });
      calls(engine)
        [index]?.()
        .catch(() => undefined);
      await settle();
      expect([...(wantedWhenPublished[0] ?? [])].sort()).toEqual(indexes(2).map(topicOf));
      await clock.run(50);
      expect([...relay.topics].sort()).toEqual(indexes(2).map(topicOf));
      engine.dispose();
    }
  });

  it('asks the store as often for a thousand of them as for one, writes nothing, looks at no key, and sets no more timers', async () => {
    const asked: (readonly [calls: number, timers: number])[] = [];
    for (const count of [1, 1_000]) {
      const { engine, clock, relay, store, opened, sessions } = await start(
        (now) => indexes(count).map((index) => storedSession(sessionOf(now, index))),
        indexes(count),
      );
      asked.push([store.calls.length, clock.pending]);
      expect(store.calls.filter(({ method }) => method === 'set' || method === 'claim' || method === 'remove')).toEqual([]);
      expect(opened).toEqual([]);
      await clock.run(50);
      expect(relay.topics.length).toBe(count);
      expect(sessions.all().map(({ topic }) => topic)).toEqual(indexes(count).map(topicOf));
      engine.dispose();
    }
    expect(asked[1]).toEqual(asked[0]);
  });

  it('takes up those of earlier versions, which are no texts', async () => {
    const { engine, clock, sessions } = await start((now) => [sessionOf(now, 0), storedSession(sessionOf(now, 1))], [0, 1]);
    expect(sessions.all()).toEqual([sessionOf(clock, 0), sessionOf(clock, 1)]);
    engine.dispose();
  });

  it('removes those that are over, without a key, or none', async () => {
    const { engine, relay, store, sessions, clock } = await start(
      (now) => [
        storedSession(sessionOf(now, 0, { expiry: 1 })),
        storedSession(sessionOf(now, 1)),
        { topic: topicOf(2) },
        { ...storedSession(sessionOf(now, 3)), text: '{}' },
        storedSession(sessionOf(now, 4)),
      ],
      [0, 2, 3, 4],
    );
    expect(sessions.briefs().map(({ key }) => key)).toEqual([topicOf(3), topicOf(4)]);
    // The damaged one is found out when somebody looks at it.
    expect(sessions.all()).toEqual([sessionOf(clock, 4)]);
    await settle();
    expect([...store.persisted.keys()]).toEqual([SESSION + topicOf(4)]);
    expect(relay.keys).not.toContain(topicOf(0));
    engine.dispose();
  });

  it('keeps a session whose key it cannot look up just now', async () => {
    const clock = new FakeClock();
    const relay = new FakeMessageRelay(clock);
    const fail = async () => {
      throw new Error('The disk is busy');
    };
    Object.assign(relay.keyChain, { keyNames: fail, hasKey: fail });
    const store = new FakeRecordStore({ [SESSION + topicOf(0)]: storedSession(sessionOf(clock, 0)) });
    const { engine } = new EnginePage({ clock, relay, metadata: APP, store });
    await engine.start();
    expect(engine.context.tables.sessions.all()).toEqual([sessionOf(clock, 0)]);
    engine.dispose();
  });

  it('ends each of them in its time', async () => {
    const { engine, clock, sessions } = await start((now) => indexes(3).map((index) => storedSession(sessionOf(now, index))), indexes(3));
    await clock.run(DAY_S * 1_000 + 1_000);
    expect(sessions.briefs().map(({ key }) => key)).toEqual([topicOf(2)]);
    engine.dispose();
  });
});
