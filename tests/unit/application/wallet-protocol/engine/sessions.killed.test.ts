import { describe, expect, it } from 'vitest';
import type { EngineEventName } from '../../../../../application/wallet-protocol/engine/engine-events.js';
import { SESSION_EXPIRY_S } from '../../../../../application/wallet-protocol/engine/sessions.js';
import { ALLOWED } from './support/engine-pair.js';
import type { EngineParty } from './support/engine-party.js';
import { KilledPage, type Pages, type Role, soon } from './support/killed-page.js';
import type { Kill } from './support/mortal-ports.js';
import { SessionPair, type SessionSide } from './support/session-pair.js';

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

describe.each(DEEDS.map((deed) => [deed.name, deed] as const))('a session that is %s', (_, { event, doIt, expectDone }) => {
  it.each(CASES)('is so at both in the end: %s', async (_name, input) => {
    let kills = 0;
    for (let at = 0; at < CALLS; at += 1) {
      const story = await Story.of({ ...input, deed: { event, doIt }, kill: { at, when: input.when } });
      const { world } = story;
      const doneAt = Math.floor(world.clock.now() / 1_000);
      if (await story.tell()) kills += 1;
      for (const role of ROLES) expectDone(world.pair[role], world.topic, doneAt);
      // Once for each page that had a part in it.
      expect([1, 2], `call ${at}`).toContain(story.heard());
      world.pair.end();
    }
    expect(kills).toBeGreaterThan(0);
    expect(kills).toBeLessThan(CALLS);
  });
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

  it.each(CASES)('is over at both, and nothing is left of it: %s', async (_name, input) => {
    let kills = 0;
    for (let at = 0; at < CALLS; at += 1) {
      const story = await Story.of({ ...input, deed, kill: { at, when: input.when } });
      const { world } = story;
      const { topic } = world;
      const own = { app: sessionOf(world.pair.app, topic)?.self.publicKey, wallet: sessionOf(world.pair.wallet, topic)?.self.publicKey };
      if (await story.tell()) kills += 1;
      for (const role of ROLES) {
        const { context, store, relay } = world.pair[role];
        expect(context.tables.sessions.all(), `call ${at} of the ${role}`).toEqual([]);
        expect(
          [...store.persisted.keys()].filter((key) => key.includes(topic)),
          `call ${at} of the ${role}`,
        ).toEqual([]);
        expect(relay.topics, `call ${at} of the ${role}`).not.toContain(topic);
        expect(
          relay.keys.filter((key) => key === topic || key === own[role]),
          `call ${at} of the ${role}`,
        ).toEqual([]);
      }
      expect([1, 2], `call ${at}`).toContain(story.heard());
      world.pair.end();
    }
    expect(kills).toBeGreaterThan(0);
    expect(kills).toBeLessThan(CALLS);
  });
});
