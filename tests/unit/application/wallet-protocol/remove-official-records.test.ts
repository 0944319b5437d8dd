import { describe, expect, it } from 'vitest';
import { OfficialWorld, OTHERS, outcome, untilKilled } from './support/official-world.js';

/** A device whose records were taken over. */
const migrated = async (): Promise<OfficialWorld> => {
  const world = new OfficialWorld();
  await outcome(world.page().migrate.execute());
  return world;
};

describe('removing the records of an official client', () => {
  it('removes all of that client and of the provider about its sessions, and nothing else', async () => {
    const world = await migrated();
    const { sessions, keys } = await world.ours();
    expect(await outcome(world.page().remove.execute())).toEqual({ status: 'success', result: true });
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
    expect(await world.ours()).toMatchObject({ sessions, keys });
  });

  it('is done once', async () => {
    const world = await migrated();
    await outcome(world.page().remove.execute());
    expect(await outcome(world.page().remove.execute())).toEqual({ status: 'success', result: false });
    expect(await outcome(world.page().migrate.execute())).toEqual({ status: 'success', result: null });
  });

  it('says when it cannot, and from then on nothing is taken from what is left', async () => {
    const world = await migrated();
    const [session] = (await world.ours()).sessions;
    world.official.mode = 'blocked';
    expect(await outcome(world.page().remove.execute())).toMatchObject({ status: 'error', error: { code: 'storage/unavailable' } });
    await world.page().tables.sessions.remove(session?.topic ?? '');
    world.official.mode = 'working';
    expect(await outcome(world.page().migrate.execute())).toEqual({ status: 'success', result: null });
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
