import { EMPTY } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, OfficialStorageFixture, OTHERS, outcome, untilKilled } from './support/official-storage-fixture.js';

const TOPIC: string = fixture.topic;
const [proposal] = fixture.app['wc@2:client:0.3:proposal'];
const MARKER = '@latchkey/wc/official/';

/** The records after an uninterrupted migration, and the number of its storage calls. */
const uninterrupted = async () => {
  const world = new OfficialStorageFixture();
  await outcome(world.openPage().migrate.execute());
  return { records: await world.ownRecords(), calls: await countCalls() };
};

const countCalls = async (): Promise<number> => {
  const world = new OfficialStorageFixture();
  await outcome(world.openPage().migrate.execute());
  return world.calls;
};

let world: OfficialStorageFixture;
beforeEach(() => {
  world = new OfficialStorageFixture();
});

describe('MigrateOfficialRecords', () => {
  it('copies sessions, proposals and keys, and returns what was migrated', async () => {
    const states: unknown[] = [];
    world
      .openPage()
      .migrate.execute()
      .subscribe((state) => states.push(state));
    expect(states).toEqual([{ status: 'pending', step: 'working' }]);
    await untilKilled(world.openPage().migrate.execute());
    expect(states[1]).toEqual({ status: 'success', data: { sessions: [TOPIC], proposals: [proposal.id], skipped: [] } });
    const { sessions, proposals, keys, stored } = await world.ownRecords();
    expect([sessions.map(({ topic }) => topic), proposals.map(({ id }) => id)]).toEqual([[TOPIC], [proposal.id]]);
    const keychain = fixture.app['wc@2:core:0.3:keychain'];
    for (const name of [TOPIC, proposal.pairingTopic, proposal.proposer.publicKey, 'client_ed25519_seed']) {
      expect(keys.get(name) === keychain[name], name).toBe(true);
    }
    const [seen] = Object.keys(fixture.app['wc@2:core:0.3:messages'][TOPIC]);
    expect(stored).toEqual(expect.arrayContaining([MARKER, `@latchkey/wc/seen/${TOPIC}/${seen}`]));
  });

  it('copies the link mode peers', async () => {
    world = new OfficialStorageFixture({ WALLETCONNECT_LINK_MODE_APPS: '["https://wallet.example/link",1]' });
    await outcome(world.openPage().migrate.execute());
    expect(world.store.persisted.get('@latchkey/wc/links')).toEqual(['https://wallet.example/link']);
    for (const invalid of ['no JSON', '{}', '[]', undefined]) {
      const other = new OfficialStorageFixture({ WALLETCONNECT_LINK_MODE_APPS: invalid });
      expect(await outcome(other.openPage().migrate.execute())).toMatchObject({ status: 'success' });
      expect(other.store.persisted.has('@latchkey/wc/links')).toBe(false);
    }
  });

  it('keeps the old records', async () => {
    const before = world.official.keys;
    await outcome(world.openPage().migrate.execute());
    expect(world.official.keys).toEqual(before);
  });

  it('migrates the client with the given prefix', async () => {
    const { migrate } = world.openPage();
    expect(await outcome(migrate.execute({ customPrefix: 'wallet' }))).toMatchObject({
      data: { sessions: [TOPIC], skipped: [{ kind: 'proposal', reason: 'foreign' }] },
    });
    expect(await outcome(migrate.execute())).toMatchObject({ data: { proposals: [proposal.id] } });
  });

  it('runs once: removed sessions are not restored, and changes stay', async () => {
    await outcome(world.openPage().migrate.execute());
    await world.openPage().tables.sessions.remove(TOPIC);
    expect(await outcome(world.openPage().migrate.execute())).toEqual({ status: 'success', data: null });
    expect((await world.ownRecords()).sessions).toEqual([]);
  });

  it('does not overwrite existing records and keys', async () => {
    await world.store.set(`@latchkey/wc/session/${TOPIC}`, { own: true });
    world.keyChain.keys.set('client_ed25519_seed', 'own');
    await outcome(world.openPage().migrate.execute());
    expect(world.store.persisted.get(`@latchkey/wc/session/${TOPIC}`)).toEqual({ own: true });
    expect(world.keyChain.keys.get('client_ed25519_seed')).toBe('own');
  });

  it('stops when another tab has completed the migration', async () => {
    const { calls } = await uninterrupted();
    for (let at = 0; at < calls; at++) {
      const world = new OfficialStorageFixture();
      const slow = world.openPage();
      const { get } = slow.store;
      let remainingReads = at;
      // The other tab migrates and removes the session between two status checks of this one.
      Object.assign(slow.store, {
        get: async (key: string) => {
          if (remainingReads-- === 0) {
            const other = world.openPage();
            await outcome(other.migrate.execute());
            await other.tables.sessions.remove(TOPIC);
          }
          return get(key);
        },
      });
      const state = await outcome(slow.migrate.execute());
      if (remainingReads < 0) expect([state, (await world.ownRecords()).sessions]).toEqual([{ status: 'success', data: null }, []]);
    }
  });

  it('fails if the old records cannot be read, and retries on the next page load', async () => {
    world.official.mode = 'blocked';
    expect(await outcome(world.openPage().migrate.execute())).toMatchObject({ status: 'error', error: { code: 'storage/unavailable' } });
    expect((await world.ownRecords()).stored).toEqual([]);
    world.official.mode = 'working';
    expect(await outcome(world.openPage().migrate.execute())).toMatchObject({ data: { sessions: [TOPIC] } });
  });

  it('runs on each page load if keys are not persistent', async () => {
    world.keepsKeys = false;
    for (let page = 0; page < 2; page++) {
      world.keyChain.keys.clear();
      expect(await outcome(world.openPage().migrate.execute())).toMatchObject({ data: { sessions: [TOPIC] } });
      expect(world.keyChain.keys.has(TOPIC)).toBe(true);
    }
  });

  it('stops when unsubscribed', async () => {
    world.openPage().migrate.execute().subscribe().unsubscribe();
    await untilKilled(EMPTY);
    expect((await world.ownRecords()).sessions).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'is completed by the next page load if the page closes %s any one of the storage calls',
    async (when) => {
      const { records, calls } = await uninterrupted();
      expect(calls).toBeGreaterThan(8);
      for (let at = 0; at < calls; at++) {
        const world = new OfficialStorageFixture();
        expect(await untilKilled(world.openPage({ at, when }).migrate.execute())).toEqual(['pending']);
        expect(await outcome(world.openPage().migrate.execute())).toMatchObject({ status: 'success' });
        expect(await world.ownRecords()).toEqual(records);
        expect(world.official.keys).toEqual(expect.arrayContaining([...Object.keys(fixture.app), ...OTHERS]));
      }
    },
  );
});

/** Storage after the migration. */
const migrated = async (): Promise<OfficialStorageFixture> => {
  const world = new OfficialStorageFixture();
  await outcome(world.openPage().migrate.execute());
  return world;
};

describe('RemoveOfficialRecords', () => {
  it('removes all records of the client and the provider records of its sessions, and nothing else', async () => {
    world = await migrated();
    const { sessions, keys } = await world.ownRecords();
    expect(await outcome(world.openPage().remove.execute())).toEqual({ status: 'success', data: true });
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
    expect(await world.ownRecords()).toMatchObject({ sessions, keys });
  });

  it('runs once', async () => {
    world = await migrated();
    await outcome(world.openPage().remove.execute());
    expect(await outcome(world.openPage().remove.execute())).toEqual({ status: 'success', data: false });
    expect(await outcome(world.openPage().migrate.execute())).toEqual({ status: 'success', data: null });
  });

  it('fails if the records cannot be removed, and they are not migrated again', async () => {
    world = await migrated();
    const [session] = (await world.ownRecords()).sessions;
    world.official.mode = 'blocked';
    expect(await outcome(world.openPage().remove.execute())).toMatchObject({ status: 'error', error: { code: 'storage/unavailable' } });
    await world.openPage().tables.sessions.remove(session?.topic ?? '');
    world.official.mode = 'working';
    expect(await outcome(world.openPage().migrate.execute())).toEqual({ status: 'success', data: null });
    expect([[...world.official.keys].sort(), (await world.ownRecords()).sessions]).toEqual([[...OTHERS].sort(), []]);
  });

  it.each(['before', 'after'] as const)(
    'is completed by the next page load if the page closes %s any one of the storage calls',
    async (when) => {
      const reference = await migrated();
      await outcome(reference.openPage().remove.execute());
      const { calls } = reference;
      expect(calls).toBe(6);
      const records = await reference.ownRecords();
      for (let at = 0; at < calls; at++) {
        const world = await migrated();
        expect(await untilKilled(world.openPage({ at, when }).remove.execute())).toEqual(['pending']);
        // Each page load migrates first; a settlement then triggers the removal.
        const { migrate, remove } = world.openPage();
        await outcome(migrate.execute());
        await outcome(remove.execute());
        expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
        expect(await world.ownRecords()).toEqual(records);
      }
    },
  );
});
