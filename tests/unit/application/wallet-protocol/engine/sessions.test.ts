import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { PeerError } from '../../../../../application/wallet-protocol/engine/calls.js';
import type { EngineEventName } from '../../../../../application/wallet-protocol/engine/engine-events.js';
import { SESSION_EXPIRY_S } from '../../../../../application/wallet-protocol/engine/sessions.js';
import { CALL_STEP } from '../support/moments.js';
import { APPROVED_NAMESPACES, failureOf } from './support/engine-pair.js';
import type { EngineParty } from './support/engine-party.js';
import type { Kill } from './support/killable-ports.js';
import { KilledPage, type Pages, type Role, settledValue } from './support/killed-page.js';
import { SessionPair, type SessionSide } from './support/session-pair.js';

const DAY = 86_400_000;
const WIDER = { cosmos: { ...APPROVED_NAMESPACES.cosmos, events: ['accountsChanged', 'chainChanged'] } };
const EVENT = { chainId: 'cosmos:hub', event: { name: 'accountsChanged', data: ['b'] } };

describe('a session between two engines', () => {
  let world: SessionPair;
  let topic: string;

  beforeEach(async () => {
    world = new SessionPair();
    await world.connect();
    topic = world.topic;
  });
  afterEach(() => world.pair.dispose());

  const namespacesOf = () => [world.wallet, world.app].map(({ sessions }) => sessions.get(topic)?.namespaces);

  for (const [by, other] of [
    ['wallet', 'app'],
    ['app', 'wallet'],
  ] as const) {
    it(`is disconnected by the ${by}: one event at the peer, and no records remain`, async () => {
      await world[by].operations.disconnect({ topic });
      await flushPromises();
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

  it('is updated by the wallet: locally at once, then at the app with an event', async () => {
    const { acknowledged } = await world.wallet.operations.update({ topic, namespaces: WIDER });
    await acknowledged();
    expect(namespacesOf()).toEqual([WIDER, WIDER]);
    expect(world.app.party.events('session_update')).toEqual([{ id: expect.any(Number), topic, params: { namespaces: WIDER } }]);
    expect(world.wallet.party.events('session_update')).toEqual([]);
  });

  it('is extended by the wallet to seven days from now, on both sides', async () => {
    await world.clock.run(DAY);
    const { acknowledged } = await world.wallet.operations.extend({ topic });
    await acknowledged();
    const expiry = Math.floor(world.clock.now() / 1_000) + 604_800;
    expect([world.wallet, world.app].map(({ sessions }) => sessions.get(topic)?.expiry)).toEqual([expiry, expiry]);
    expect(world.app.party.events('session_extend')).toHaveLength(1);
  });

  for (const [change, params, code] of [
    ['update', { namespaces: WIDER }, 3003],
    ['extend', {}, 3004],
  ] as const) {
    const run = ({ operations }: SessionSide) =>
      change === 'update' ? operations.update({ topic, namespaces: WIDER }) : operations.extend({ topic });
    const stateOf = () => [world.wallet, world.app].map(({ sessions }) => sessions.get(topic));

    it(`does not let the app ${change} it: nothing is sent`, async () => {
      const before = stateOf();
      const published = world.app.party.relay.published.length;
      await world.clock.run(DAY);
      expect(await failureOf(run(world.app))).toMatchObject({ code: `wallet-protocol/unauthorized-${change}` });
      expect(stateOf()).toEqual(before);
      expect(world.app.party.relay.published).toHaveLength(published);
    });

    it(`refuses an ${change === 'update' ? 'update' : 'extension'} that an app sends all the same, with ${code}`, async () => {
      const before = stateOf();
      await world.clock.run(DAY);
      const { calls, lifetime } = world.app.party.context;
      const call = calls.request({ topic, method: change === 'update' ? 'wc_sessionUpdate' : 'wc_sessionExtend', params }, lifetime);
      expect(await failureOf(call.result)).toMatchObject({ code, message: expect.stringMatching(/^Unauthorized /) });
      expect(stateOf()).toEqual(before);
      expect(world.wallet.party.events(`session_${change}`)).toEqual([]);
    });
  }

  it('keeps its namespaces if publishing an update fails', async () => {
    world.wallet.party.relay.refusePublications();
    const { acknowledged } = await world.wallet.operations.update({ topic, namespaces: WIDER });
    expect(await failureOf(acknowledged())).toMatchObject({ code: 'relay/publish-failed' });
    expect(namespacesOf()).toEqual([APPROVED_NAMESPACES, APPROVED_NAMESPACES]);
  });

  it('keeps its expiry if publishing an extension fails', async () => {
    const before = world.wallet.sessions.get(topic)?.expiry;
    await world.clock.run(DAY);
    world.wallet.party.relay.refusePublications();
    const { acknowledged } = await world.wallet.operations.extend({ topic });
    expect(await failureOf(acknowledged())).toMatchObject({ code: 'relay/publish-failed' });
    expect(world.wallet.sessions.get(topic)?.expiry).toBe(before);
  });

  it('keeps its namespaces and expiry if the app rejects two overlapping changes of each', async () => {
    await world.clock.run(DAY);
    const before = world.wallet.sessions.get(topic);
    const { relay, context } = world.app.party;
    relay.mode = 'unreachable';
    relay.disconnect();
    const { operations } = world.wallet;
    const changes = [
      await operations.update({ topic, namespaces: WIDER }),
      await operations.update({ topic, namespaces: CHANGED }),
      await operations.extend({ topic }),
      await operations.extend({ topic }),
    ];
    await context.tables.sessions.remove(topic);
    relay.mode = 'open';
    await world.clock.run(10_000);
    for (const { acknowledged } of changes) expect(await failureOf(acknowledged())).toBeInstanceOf(PeerError);
    expect(world.wallet.sessions.get(topic)).toEqual(before);
  });

  it('rejects an invalid update, sent or received', async () => {
    const poor = { cosmos: { ...APPROVED_NAMESPACES.cosmos, methods: [] } };
    expect(await failureOf(world.wallet.operations.update({ topic, namespaces: poor }))).toMatchObject({
      code: 'wallet-protocol/non-conforming-namespaces',
    });
    const { calls, lifetime } = world.wallet.party.context;
    const call = calls.request({ topic, method: 'wc_sessionUpdate', params: { namespaces: poor } }, lifetime);
    expect(await failureOf(call.result)).toMatchObject({ code: 1003, message: expect.stringContaining('Non conforming namespaces.') });
    expect(namespacesOf()).toEqual([APPROVED_NAMESPACES, APPROVED_NAMESPACES]);
  });

  it('ignores an update and an event that are older than the last one', async () => {
    const { calls, lifetime } = world.wallet.party.context;
    const old = calls.newId();
    await world.clock.run(10);
    await (await world.wallet.operations.update({ topic, namespaces: WIDER })).acknowledged();
    await world.wallet.operations.emit({ topic, ...EVENT });
    await flushPromises();
    const late = calls.request({ topic, method: 'wc_sessionUpdate', params: { namespaces: APPROVED_NAMESPACES }, id: old }, lifetime);
    expect(await failureOf(late.result)).toMatchObject({ code: 1003 });
    await calls.notify({ topic, method: 'wc_sessionEvent', params: EVENT, id: old + 1 }, lifetime);
    await flushPromises();
    expect(namespacesOf()).toEqual([WIDER, WIDER]);
    expect(world.app.party.events('session_event')).toHaveLength(1);
  });

  it('emits events that are granted, on granted chains', async () => {
    await world.wallet.operations.emit({ topic, ...EVENT });
    await flushPromises();
    expect(world.app.party.events('session_event')).toEqual([{ id: expect.any(Number), topic, params: EVENT }]);
    const refused = [
      { ...EVENT, chainId: 'cosmos:other' },
      { ...EVENT, event: { name: 'chainChanged', data: 1 } },
    ];
    const { calls, lifetime } = world.wallet.party.context;
    for (const params of refused) {
      expect(await failureOf(world.wallet.operations.emit({ topic, ...params }))).toMatchObject({
        code: 'wallet-protocol/missing-or-invalid',
      });
      await calls.notify({ topic, method: 'wc_sessionEvent', params }, lifetime);
    }
    await flushPromises();
    expect(world.app.party.events('session_event')).toHaveLength(1);
  });

  it('resolves a ping after 500 ms', async () => {
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

  it('rejects a ping without a response after five minutes', async () => {
    world.pair.wallet.relay.dispose();
    const pinged = world.app.operations.ping({ topic });
    expect(await failureOf(pinged)).toBe('pending');
    await world.clock.run(300_000);
    expect(await failureOf(pinged)).toMatchObject({ code: 'wallet-protocol/expired' });
  });

  it('expires on both sides with both events', async () => {
    await world.clock.run(7 * DAY);
    for (const { party, sessions } of [world.app, world.wallet]) {
      expect(sessions.get(topic)).toBeNull();
      expect(party.events('session_delete')).toEqual([{ id: 0, topic }]);
      expect(party.events('session_expire')).toEqual([{ topic }]);
      expect(party.relay.keys).not.toContain(topic);
    }
  });

  it('is lost when it is used after its key was removed', async () => {
    await world.app.party.relay.keyChain.deleteKeys(topic);
    expect(await failureOf(world.app.operations.ping({ topic }))).toMatchObject({ code: 'wallet-protocol/missing-or-invalid' });
    expect(world.app.party.events('session_delete')).toEqual([{ id: 0, topic }]);
    expect(world.app.sessions.get(topic)).toBeNull();
  });

  it('is restored on the next page load, with the messages sent meanwhile', async () => {
    world.pair.app.relay.dispose();
    const pendingUpdate = await world.wallet.operations.update({ topic, namespaces: WIDER });
    await world.reloadApp();
    await pendingUpdate.acknowledged();
    expect(namespacesOf()).toEqual([WIDER, WIDER]);
  });

  it('is removed without an event on the next page load if it has expired or its key is missing', async () => {
    world.pair.wallet.close();
    await world.clock.run(7 * DAY);
    await world.reloadWallet();
    expect(world.wallet.sessions.get(topic)).toBeNull();
    expect(world.wallet.party.events('session_delete')).toEqual([]);
    expect([...world.pair.wallet.store.persisted.keys()].filter((key) => key.includes(topic))).toEqual([]);
  });

  it('throws for a topic of neither a session nor a pairing', async () => {
    for (const call of ['ping', 'disconnect'] as const) {
      expect(await failureOf(world.app.operations[call]({ topic: 'f'.repeat(64) }))).toMatchObject({
        code: 'wallet-protocol/no-matching-key',
      });
    }
  });
});

/** More calls of relay and store than any operation here makes: a later kill has no effect. */
const CALLS = 24;

/** Time after which the relay has redelivered unacknowledged messages, in milliseconds. */
const REDELIVERY_MS = 61_000;

const CHANGED = { cosmos: { ...APPROVED_NAMESPACES.cosmos, accounts: ['cosmos:hub:a', 'cosmos:hub:b'] } };

/** An operation on a session. */
interface Operation {
  readonly name: string;
  readonly senders: readonly Role[];
  readonly event: EngineEventName;
  /** Resolves when the peer has received it, as far as the sender can know. */
  readonly run: (side: SessionSide, topic: string) => Promise<unknown>;
  /** Asserts the final state of a party. */
  readonly expectDone: (party: EngineParty, topic: string, doneAt: number) => void;
}

const ROLES: readonly Role[] = ['app', 'wallet'];

const sessionOf = ({ context }: EngineParty, topic: string) => context.tables.sessions.get(topic);

const OPERATIONS: readonly Operation[] = [
  {
    name: 'changed',
    senders: ['wallet'],
    event: 'session_update',
    run: async ({ operations }, topic) => (await operations.update({ topic, namespaces: CHANGED })).acknowledged().then(() => true),
    expectDone: (party, topic) => expect(sessionOf(party, topic)?.namespaces).toEqual(CHANGED),
  },
  {
    name: 'extended',
    senders: ['wallet'],
    event: 'session_extend',
    run: async ({ operations }, topic) => (await operations.extend({ topic })).acknowledged().then(() => true),
    expectDone: (party, topic, doneAt) => expect(sessionOf(party, topic)?.expiry).toBeGreaterThanOrEqual(doneAt + SESSION_EXPIRY_S),
  },
  {
    name: 'sent an event',
    senders: ROLES,
    event: 'session_event',
    run: async ({ operations }, topic) => {
      await operations.emit({ topic, chainId: 'cosmos:hub', event: { name: 'accountsChanged', data: ['b'] } });
      return true;
    },
    expectDone: (party, topic) => expect(sessionOf(party, topic)?.namespaces).toEqual(APPROVED_NAMESPACES),
  },
  {
    name: 'pinged',
    senders: ROLES,
    event: 'session_ping',
    run: async ({ operations }, topic) => operations.ping({ topic }).then(() => true),
    expectDone: (party, topic) => expect(sessionOf(party, topic)?.namespaces).toEqual(APPROVED_NAMESPACES),
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

/** Runs an operation on a session while one party's page is killed. */
class Scenario {
  readonly world: SessionPair;
  readonly page: KilledPage;
  readonly eventCount: () => number;
  readonly #sender: Role;
  readonly #operation: Pick<Operation, 'run'>;

  private constructor(world: SessionPair, { sender, killed, operation, kill }: ScenarioInput) {
    this.world = world;
    this.#sender = sender;
    this.#operation = operation;
    this.page = new KilledPage(pagesOf(world), killed, kill);
    const receiver = sender === 'app' ? 'wallet' : 'app';
    const first = world.pair[receiver];
    this.eventCount = () => {
      const pages = [...new Set([first, world.pair[receiver]])];
      return pages.flatMap((party) => party.events(operation.event)).length;
    };
  }

  static async of(input: ScenarioInput): Promise<Scenario> {
    const world = new SessionPair();
    await world.connect();
    return new Scenario(world, input);
  }

  /** Returns whether the page was killed. */
  async run(): Promise<boolean> {
    const { world } = this;
    let done: unknown = null;
    const attempt = async (): Promise<void> => {
      const doing = this.#operation.run(world[this.#sender], world.topic).then((result) => {
        done = result;
      });
      await settledValue(doing);
      await world.clock.run(500);
    };
    await attempt();
    const isKilled = await this.page.reopen();
    await world.clock.run(REDELIVERY_MS);
    // A sender that was killed before it completed repeats the operation.
    if (done === null && isKilled && this.page.party.metadata === world.pair[this.#sender].metadata) await attempt();
    await world.clock.run(REDELIVERY_MS);
    expect(done).toBe(true);
    return isKilled;
  }
}

interface ScenarioInput {
  readonly sender: Role;
  readonly killed: Role;
  readonly operation: Pick<Operation, 'run' | 'event'>;
  readonly kill: Kill | null;
}

const CASES = ROLES.flatMap((sender) =>
  ROLES.flatMap((killed) =>
    (['before', 'after'] as const).map(
      (when) => [`by the ${sender}, ${when} whichever call of the ${killed} its page is killed`, { sender, killed, when }] as const,
    ),
  ),
);

/** Runs a scenario once per call at which a page can be killed. @param begin runs before, and returns the final check */
const runAll = async (
  { when, ...input }: Omit<ScenarioInput, 'kill'> & Pick<Kill, 'when'>,
  begin: (world: SessionPair) => (call: string) => void,
): Promise<void> => {
  let kills = 0;
  for (let at = 0; at < CALLS; at += CALL_STEP) {
    const scenario = await Scenario.of({ ...input, kill: { at, when } });
    const expectDone = begin(scenario.world);
    if (await scenario.run()) kills += 1;
    expectDone(`call ${at}`);
    // One event per page load that handled it.
    expect([1, 2], `call ${at}`).toContain(scenario.eventCount());
    scenario.world.pair.dispose();
  }
  expect(kills).toBeGreaterThan(0);
  expect(kills).toBeLessThan(CALLS);
};

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  'a session that is %s',
  (_, { event, run, expectDone, senders }) => {
    it.each(CASES.filter(([, { sender }]) => senders.includes(sender)))('has the same state on both sides: %s', (_name, input) =>
      runAll({ ...input, operation: { event, run } }, ({ pair, topic, clock }) => {
        const doneAt = Math.floor(clock.now() / 1_000);
        return () => {
          for (const role of ROLES) expectDone(pair[role], topic, doneAt);
        };
      }),
    );
  },
);

describe('a session that is disconnected', () => {
  const operation: Pick<Operation, 'run' | 'event'> = {
    event: 'session_delete',
    run: async ({ operations, sessions }, topic) => {
      // The next page load may find it closed.
      if (sessions.get(topic) !== null) await operations.disconnect({ topic });
      return true;
    },
  };

  it.each(CASES)('is closed on both sides without records: %s', (_name, input) =>
    runAll({ ...input, operation }, ({ pair, topic }) => {
      const own = { app: sessionOf(pair.app, topic)?.self.publicKey, wallet: sessionOf(pair.wallet, topic)?.self.publicKey };
      return (call) => {
        for (const role of ROLES) {
          const { context, store, relay } = pair[role];
          const remaining = {
            sessions: context.tables.sessions.all(),
            records: [...store.persisted.keys()].filter((key) => key.includes(topic)),
            topics: relay.topics.filter((each) => each === topic),
            keys: relay.keys.filter((key) => key === topic || key === own[role]),
          };
          expect(remaining, `${call} of the ${role}`).toEqual({ sessions: [], records: [], topics: [], keys: [] });
        }
      };
    }),
  );
});
