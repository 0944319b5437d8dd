import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import type { EngineEventName } from '../../../../../application/wallet-protocol/engine/engine-events.js';
import { SESSION_EXPIRY_S } from '../../../../../application/wallet-protocol/engine/sessions.js';
import { ALLOWED, failureOf } from './support/engine-pair.js';
import type { EngineParty } from './support/engine-party.js';
import { KilledPage, type Pages, type Role, soon } from './support/killed-page.js';
import type { Kill } from './support/mortal-ports.js';
import { SessionPair, type SessionSide } from './support/session-pair.js';

const DAY = 86_400_000;
const WIDER = { cosmos: { ...ALLOWED.cosmos, events: ['accountsChanged', 'chainChanged'] } };
const EVENT = { chainId: 'cosmos:hub', event: { name: 'accountsChanged', data: ['b'] } };

describe('a session of two engines', () => {
  let world: SessionPair;
  let topic: string;

  beforeEach(async () => {
    world = new SessionPair();
    await world.connect();
    topic = world.topic;
  });
  afterEach(() => world.pair.end());

  const namespacesOf = () => [world.wallet, world.app].map(({ sessions }) => sessions.get(topic)?.namespaces);

  for (const [by, other] of [
    ['wallet', 'app'],
    ['app', 'wallet'],
  ] as const) {
    it(`is updated by the ${by}: there at once, then at its peer, which is told`, async () => {
      const { acknowledged } = await world[by].operations.update({ topic, namespaces: WIDER });
      await acknowledged();
      expect(namespacesOf()).toEqual([WIDER, WIDER]);
      expect(world[other].party.events('session_update')).toEqual([{ id: expect.any(Number), topic, params: { namespaces: WIDER } }]);
      expect(world[by].party.events('session_update')).toEqual([]);
    });

    it(`is extended by the ${by} to seven days from now, on both sides`, async () => {
      await world.clock.run(DAY);
      const { acknowledged } = await world[by].operations.extend({ topic });
      await acknowledged();
      const expiry = Math.floor(world.clock.now() / 1_000) + 604_800;
      expect([world.wallet, world.app].map(({ sessions }) => sessions.get(topic)?.expiry)).toEqual([expiry, expiry]);
      expect(world[other].party.events('session_extend')).toHaveLength(1);
    });

    it(`is ended by the ${by}: exactly one event at its peer, and nothing stays of it`, async () => {
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
    const { acknowledged } = await world.wallet.operations.update({ topic, namespaces: WIDER });
    expect(await failureOf(acknowledged())).toMatchObject({ code: 'relay/publish-failed' });
    expect(namespacesOf()).toEqual([ALLOWED, ALLOWED]);
  });

  it('keeps its expiry where the relay does not take an extension', async () => {
    const before = world.wallet.sessions.get(topic)?.expiry;
    await world.clock.run(DAY);
    world.wallet.party.relay.refusePublications();
    const { acknowledged } = await world.wallet.operations.extend({ topic });
    expect(await failureOf(acknowledged())).toMatchObject({ code: 'relay/publish-failed' });
    expect(world.wallet.sessions.get(topic)?.expiry).toBe(before);
  });

  it('refuses an update that the rules do not allow, sent or received', async () => {
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
    const pinged = world.app.operations.ping({ topic }).then(() => {
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
    const pinged = world.app.operations.ping({ topic });
    expect(await failureOf(pinged)).toBe('pending');
    await world.clock.run(300_000);
    expect(await failureOf(pinged)).toMatchObject({ code: 'wallet-protocol/expired' });
  });

  it('is over on both sides when its time is, with both events', async () => {
    await world.clock.run(7 * DAY);
    for (const { party, sessions } of [world.app, world.wallet]) {
      expect(sessions.get(topic)).toBeNull();
      expect(party.events('session_delete')).toEqual([{ id: 0, topic }]);
      expect(party.events('session_expire')).toEqual([{ topic }]);
      expect(party.relay.keys).not.toContain(topic);
    }
  });

  it('is found lost when it is used after its key has gone', async () => {
    await world.app.party.relay.keyChain.deleteKeys(topic);
    expect(await failureOf(world.app.operations.ping({ topic }))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    expect(world.app.party.events('session_delete')).toEqual([{ id: 0, topic }]);
    expect(world.app.sessions.get(topic)).toBeNull();
  });

  it('is taken up by the next page, which hears what was said meanwhile', async () => {
    world.pair.wallet.relay.dispose();
    const told = await world.app.operations.update({ topic, namespaces: WIDER });
    await world.reloadWallet();
    await told.acknowledged();
    expect(namespacesOf()).toEqual([WIDER, WIDER]);
  });

  it('is removed by the next page without a word when it is over by then, or its key has gone', async () => {
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

/** More calls than a page makes to its relay and its store for anything that is tried here: later ones kill nothing. */
const CALLS = 24;

/** When the relay has handed over again what was not acknowledged, in milliseconds. */
const AGAIN_MS = 61_000;

const CHANGED = { cosmos: { ...ALLOWED.cosmos, accounts: ['cosmos:hub:a', 'cosmos:hub:b'] } };

/** What a party does with a session. */
interface Deed {
  readonly name: string;
  readonly event: EngineEventName;
  /** Resolves when the peer has it, as far as who does it can know. */
  readonly doIt: (side: SessionSide, topic: string) => Promise<unknown>;
  /** What is so in the end, of each party. */
  readonly expectDone: (party: EngineParty, topic: string, doneAt: number) => void;
}

const sessionOf = ({ context }: EngineParty, topic: string) => context.tables.sessions.get(topic);

const DEEDS: readonly Deed[] = [
  {
    name: 'changed',
    event: 'session_update',
    doIt: async ({ operations }, topic) => (await operations.update({ topic, namespaces: CHANGED })).acknowledged().then(() => true),
    expectDone: (party, topic) => expect(sessionOf(party, topic)?.namespaces).toEqual(CHANGED),
  },
  {
    name: 'extended',
    event: 'session_extend',
    doIt: async ({ operations }, topic) => (await operations.extend({ topic })).acknowledged().then(() => true),
    expectDone: (party, topic, doneAt) => expect(sessionOf(party, topic)?.expiry).toBeGreaterThanOrEqual(doneAt + SESSION_EXPIRY_S),
  },
  {
    name: 'told of an event',
    event: 'session_event',
    doIt: async ({ operations }, topic) => {
      await operations.emit({ topic, chainId: 'cosmos:hub', event: { name: 'accountsChanged', data: ['b'] } });
      return true;
    },
    expectDone: (party, topic) => expect(sessionOf(party, topic)?.namespaces).toEqual(ALLOWED),
  },
  {
    name: 'pinged',
    event: 'session_ping',
    doIt: async ({ operations }, topic) => operations.ping({ topic }).then(() => true),
    expectDone: (party, topic) => expect(sessionOf(party, topic)?.namespaces).toEqual(ALLOWED),
  },
];

const pagesOf = (world: SessionPair): Pages => ({
  get app() {
    return world.pair.app;
  },
  get wallet() {
    return world.pair.wallet;
  },
  reloadApp: () => world.reloadApp(),
  reloadWallet: () => world.reloadWallet(),
});

/** A session of which one party does something while the page of one of both is killed. */
class Story {
  readonly world: SessionPair;
  readonly page: KilledPage;
  readonly heard: () => number;
  readonly #doer: Role;
  readonly #deed: Pick<Deed, 'doIt'>;

  private constructor(world: SessionPair, { doer, killed, deed, kill }: StoryInput) {
    this.world = world;
    this.#doer = doer;
    this.#deed = deed;
    this.page = new KilledPage(pagesOf(world), killed, kill);
    const hearer = doer === 'app' ? 'wallet' : 'app';
    const first = world.pair[hearer];
    this.heard = () => {
      const pages = [...new Set([first, world.pair[hearer]])];
      return pages.flatMap((party) => party.events(deed.event)).length;
    };
  }

  static async of(input: StoryInput): Promise<Story> {
    const world = new SessionPair();
    await world.connect();
    return new Story(world, input);
  }

  /** Whether the page was killed. */
  async tell(): Promise<boolean> {
    const { world } = this;
    let done: unknown = null;
    const attempt = async (): Promise<void> => {
      const doing = this.#deed.doIt(world[this.#doer], world.topic).then((given) => {
        done = given;
      });
      await soon(doing);
      await world.clock.run(500);
    };
    await attempt();
    const isKilled = await this.page.reopen();
    await world.clock.run(AGAIN_MS);
    // Who was killed before it heard that it is done does it again.
    if (done === null && isKilled && this.page.party.metadata === world.pair[this.#doer].metadata) await attempt();
    await world.clock.run(AGAIN_MS);
    expect(done).toBe(true);
    return isKilled;
  }
}

interface StoryInput {
  readonly doer: Role;
  readonly killed: Role;
  readonly deed: Pick<Deed, 'doIt' | 'event'>;
  readonly kill: Kill | null;
}

const ROLES: readonly Role[] = ['app', 'wallet'];
const CASES = ROLES.flatMap((doer) =>
  ROLES.flatMap((killed) =>
    (['before', 'after'] as const).map(
      (when) => [`by the ${doer}, ${when} whichever call of the ${killed} its page is killed`, { doer, killed, when }] as const,
    ),
  ),
);

/** Tells a story once for each call at which a page can be killed. @param begin looks at a session before, and gives what is looked at after */
const tellAll = async (
  { when, ...input }: Omit<StoryInput, 'kill'> & Pick<Kill, 'when'>,
  begin: (world: SessionPair) => (call: string) => void,
): Promise<void> => {
  let kills = 0;
  for (let at = 0; at < CALLS; at += 1) {
    const story = await Story.of({ ...input, kill: { at, when } });
    const expectDone = begin(story.world);
    if (await story.tell()) kills += 1;
    expectDone(`call ${at}`);
    // Once for each page that had a part in it.
    expect([1, 2], `call ${at}`).toContain(story.heard());
    story.world.pair.end();
  }
  expect(kills).toBeGreaterThan(0);
  expect(kills).toBeLessThan(CALLS);
};

describe.each(DEEDS.map((deed) => [deed.name, deed] as const))('a session that is %s', (_, { event, doIt, expectDone }) => {
  it.each(CASES)('is so at both in the end: %s', (_name, input) =>
    tellAll({ ...input, deed: { event, doIt } }, ({ pair, topic, clock }) => {
      const doneAt = Math.floor(clock.now() / 1_000);
      return () => {
        for (const role of ROLES) expectDone(pair[role], topic, doneAt);
      };
    }),
  );
});

describe('a session that is ended', () => {
  const deed: Pick<Deed, 'doIt' | 'event'> = {
    event: 'session_delete',
    doIt: async ({ operations, sessions }, topic) => {
      // The next page finds that it is over.
      if (sessions.get(topic) !== null) await operations.disconnect({ topic });
      return true;
    },
  };

  it.each(CASES)('is over at both, and nothing is left of it: %s', (_name, input) =>
    tellAll({ ...input, deed }, ({ pair, topic }) => {
      const own = { app: sessionOf(pair.app, topic)?.self.publicKey, wallet: sessionOf(pair.wallet, topic)?.self.publicKey };
      return (call) => {
        for (const role of ROLES) {
          const { context, store, relay } = pair[role];
          const left = {
            sessions: context.tables.sessions.all(),
            records: [...store.persisted.keys()].filter((key) => key.includes(topic)),
            topics: relay.topics.filter((each) => each === topic),
            keys: relay.keys.filter((key) => key === topic || key === own[role]),
          };
          expect(left, `${call} of the ${role}`).toEqual({ sessions: [], records: [], topics: [], keys: [] });
        }
      };
    }),
  );
});
