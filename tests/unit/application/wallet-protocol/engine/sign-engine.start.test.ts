import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { SignEngine } from '../../../../../application/wallet-protocol/engine/sign-engine.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import type { ProtocolSession } from '../../../../../domain/wallet-protocol/session.js';
import { storedSession } from '../../../../../domain/wallet-protocol/stored-session.js';
import { ALLOWED, APP, WALLET } from './support/engine-pair.js';
import { VERIFIED } from './support/engine-party.js';

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
  const logger = new FakeLogger();
  const opened: string[] = [];
  const { keyChain } = relay;
  const hasKey = keyChain.hasKey.bind(keyChain);
  Object.assign(keyChain, {
    hasKey: (topic: string) => {
      opened.push(topic);
      return hasKey(topic);
    },
  });
  const engine = new SignEngine({
    ...{ relay, records: store, clock, logger, linking: null, exchange: {} },
    random: new FakeRandom([0.1]),
    metadata: () => APP,
    checkOrigin: async () => VERIFIED,
    nodes: async () => null,
  });
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
    const records = new FakeRecordStore({ [SESSION + topicOf(0)]: storedSession(sessionOf(clock, 0)) });
    const engine = new SignEngine({
      ...{ relay, records, clock, logger: new FakeLogger(), linking: null, exchange: {} },
      random: new FakeRandom([0.1]),
      metadata: () => APP,
      checkOrigin: async () => VERIFIED,
      nodes: async () => null,
    });
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
