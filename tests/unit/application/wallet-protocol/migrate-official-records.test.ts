import { EMPTY } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, OfficialWorld, OTHERS, outcome, untilKilled } from './support/official-world.js';

const TOPIC: string = fixture.topic;
const [proposal] = fixture.app['wc@2:client:0.3:proposal'];
const MARK = '@latchkey/wc/official/';

/** The device after a migration that nothing disturbed, and how many calls it took. */
const undisturbed = async () => {
  const world = new OfficialWorld();
  await outcome(world.page().migrate.execute());
  return { ours: await world.ours(), calls: await callsOf() };
};

const callsOf = async (): Promise<number> => {
  const world = new OfficialWorld();
  await outcome(world.page().migrate.execute());
  return world.calls;
};

let world: OfficialWorld;
beforeEach(() => {
  world = new OfficialWorld();
});

describe('taking over the records of an official client', () => {
  it('makes them ours, with their keys, and says what it took', async () => {
    const states: unknown[] = [];
    world
      .page()
      .migrate.execute()
      .subscribe((state) => states.push(state));
    expect(states).toEqual([{ status: 'pending', step: 'working' }]);
    await untilKilled(world.page().migrate.execute());
    expect(states[1]).toEqual({ status: 'success', data: { sessions: [TOPIC], proposals: [proposal.id], skipped: [] } });
    const { sessions, proposals, keys, stored } = await world.ours();
    expect([sessions.map(({ topic }) => topic), proposals.map(({ id }) => id)]).toEqual([[TOPIC], [proposal.id]]);
    const keychain = fixture.app['wc@2:core:0.3:keychain'];
    for (const name of [TOPIC, proposal.pairingTopic, proposal.proposer.publicKey, 'client_ed25519_seed']) {
      expect(keys.get(name) === keychain[name], name).toBe(true);
    }
    const [seen] = Object.keys(fixture.app['wc@2:core:0.3:messages'][TOPIC]);
    expect(stored).toEqual(expect.arrayContaining([MARK, `@latchkey/wc/seen/${TOPIC}/${seen}`]));
  });

  it('takes over which peers take messages by link', async () => {
    world = new OfficialWorld({ WALLETCONNECT_LINK_MODE_APPS: '["https://wallet.example/link",1]' });
    await outcome(world.page().migrate.execute());
    expect(world.store.persisted.get('@latchkey/wc/links')).toEqual(['https://wallet.example/link']);
    for (const none of ['no JSON', '{}', '[]', undefined]) {
      const other = new OfficialWorld({ WALLETCONNECT_LINK_MODE_APPS: none });
      expect(await outcome(other.page().migrate.execute())).toMatchObject({ status: 'success' });
      expect(other.store.persisted.has('@latchkey/wc/links')).toBe(false);
    }
  });

  it('leaves the old records where they are', async () => {
    const before = world.official.keys;
    await outcome(world.page().migrate.execute());
    expect(world.official.keys).toEqual(before);
  });

  it('takes those of the prefix that is asked for, each client by itself', async () => {
    const { migrate } = world.page();
    expect(await outcome(migrate.execute({ customPrefix: 'wallet' }))).toMatchObject({
      data: { sessions: [TOPIC], skipped: [{ kind: 'proposal', reason: 'foreign' }] },
    });
    expect(await outcome(migrate.execute())).toMatchObject({ data: { proposals: [proposal.id] } });
  });

  it('is done once: what has ended since does not come back, and what has changed stays', async () => {
    await outcome(world.page().migrate.execute());
    await world.page().tables.sessions.remove(TOPIC);
    expect(await outcome(world.page().migrate.execute())).toEqual({ status: 'success', data: null });
    expect((await world.ours()).sessions).toEqual([]);
  });

  it('changes no record and no key that is there', async () => {
    await world.store.set(`@latchkey/wc/session/${TOPIC}`, { own: true });
    world.keyChain.keys.set('client_ed25519_seed', 'own');
    await outcome(world.page().migrate.execute());
    expect(world.store.persisted.get(`@latchkey/wc/session/${TOPIC}`)).toEqual({ own: true });
    expect(world.keyChain.keys.get('client_ed25519_seed')).toBe('own');
  });

  it('stops when another tab is through, and brings nothing back that it has ended', async () => {
    const { calls } = await undisturbed();
    for (let at = 0; at < calls; at++) {
      const world = new OfficialWorld();
      const slow = world.page();
      const { get } = slow.store;
      let left = at;
      // The other tab migrates, and ends the session, between two of this one's looks at the mark.
      Object.assign(slow.store, {
        get: async (key: string) => {
          if (left-- === 0) {
            const other = world.page();
            await outcome(other.migrate.execute());
            await other.tables.sessions.remove(TOPIC);
          }
          return get(key);
        },
      });
      const state = await outcome(slow.migrate.execute());
      if (left < 0) expect([state, (await world.ours()).sessions]).toEqual([{ status: 'success', data: null }, []]);
    }
  });

  it('says when the old records cannot be read, keeps nothing of it, and tries again with the next page', async () => {
    world.official.mode = 'blocked';
    expect(await outcome(world.page().migrate.execute())).toMatchObject({ status: 'error', error: { code: 'storage/unavailable' } });
    expect((await world.ours()).stored).toEqual([]);
    world.official.mode = 'working';
    expect(await outcome(world.page().migrate.execute())).toMatchObject({ data: { sessions: [TOPIC] } });
  });

  it('runs for each page where keys do not outlive one', async () => {
    world.keepsKeys = false;
    for (let page = 0; page < 2; page++) {
      world.keyChain.keys.clear();
      expect(await outcome(world.page().migrate.execute())).toMatchObject({ data: { sessions: [TOPIC] } });
      expect(world.keyChain.keys.has(TOPIC)).toBe(true);
    }
  });

  it('does nothing more once its subscriber has left', async () => {
    world.page().migrate.execute().subscribe().unsubscribe();
    await untilKilled(EMPTY);
    expect((await world.ours()).sessions).toEqual([]);
  });

  it.each(['before', 'after'] as const)('comes to the same end when the page is killed %s any of its calls takes effect', async (when) => {
    const { ours, calls } = await undisturbed();
    expect(calls).toBeGreaterThan(8);
    for (let at = 0; at < calls; at++) {
      const world = new OfficialWorld();
      expect(await untilKilled(world.page({ at, when }).migrate.execute())).toEqual(['pending']);
      expect(await outcome(world.page().migrate.execute())).toMatchObject({ status: 'success' });
      expect(await world.ours()).toEqual(ours);
      expect(world.official.keys).toEqual(expect.arrayContaining([...Object.keys(fixture.app), ...OTHERS]));
    }
  });
});

/** A device whose records were taken over. */
const migrated = async (): Promise<OfficialWorld> => {
  const world = new OfficialWorld();
  await outcome(world.page().migrate.execute());
  return world;
};

describe('removing the records of an official client', () => {
  it('removes all of that client and of the provider about its sessions, and nothing else', async () => {
    world = await migrated();
    const { sessions, keys } = await world.ours();
    expect(await outcome(world.page().remove.execute())).toEqual({ status: 'success', data: true });
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
    expect(await world.ours()).toMatchObject({ sessions, keys });
  });

  it('is done once', async () => {
    world = await migrated();
    await outcome(world.page().remove.execute());
    expect(await outcome(world.page().remove.execute())).toEqual({ status: 'success', data: false });
    expect(await outcome(world.page().migrate.execute())).toEqual({ status: 'success', data: null });
  });

  it('says when it cannot, and from then on nothing is taken from what is left', async () => {
    world = await migrated();
    const [session] = (await world.ours()).sessions;
    world.official.mode = 'blocked';
    expect(await outcome(world.page().remove.execute())).toMatchObject({ status: 'error', error: { code: 'storage/unavailable' } });
    await world.page().tables.sessions.remove(session?.topic ?? '');
    world.official.mode = 'working';
    expect(await outcome(world.page().migrate.execute())).toEqual({ status: 'success', data: null });
    expect([[...world.official.keys].sort(), (await world.ours()).sessions]).toEqual([[...OTHERS].sort(), []]);
  });

  it.each(['before', 'after'] as const)('comes to the same end when the page is killed %s any of its calls takes effect', async (when) => {
    const counted = await migrated();
    await outcome(counted.page().remove.execute());
    const { calls } = counted;
    expect(calls).toBe(6);
    const ours = await counted.ours();
    for (let at = 0; at < calls; at++) {
      const world = await migrated();
      expect(await untilKilled(world.page({ at, when }).remove.execute())).toEqual(['pending']);
      // The next page starts as every page does, then settles something.
      const { migrate, remove } = world.page();
      await outcome(migrate.execute());
      await outcome(remove.execute());
      expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
      expect(await world.ours()).toEqual(ours);
    }
  });
});
