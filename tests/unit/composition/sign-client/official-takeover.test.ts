import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { pairingRecord, sessionRecord } from '../../../../application/wallet-protocol/protocol-records.js';
import { OfficialTakeover } from '../../../../composition/sign-client/official-takeover.js';
import { fixture, OfficialWorld, OTHERS } from '../../application/wallet-protocol/support/official-world.js';

const TOPIC: string = fixture.topic;

const setUp = (world = new OfficialWorld(), official: OfficialWorld['official'] | null = world.official) => {
  const { store, relay } = world.page();
  const logger = new FakeLogger();
  const takeover = new OfficialTakeover({ records: store, official, customPrefix: '', relay, clock: world.clock, logger });
  return { world, takeover, store, logger };
};

describe('taking over from the official client', () => {
  it('brings its sessions and pairings to the engine, and leaves its own records until a session changes', async () => {
    const { world, takeover, store } = setUp();
    const before = world.official.keys;
    await takeover.run();
    expect(await store.get(sessionRecord(TOPIC))).toMatchObject({ topic: TOPIC });
    const [{ topic: pairing }] = fixture.app['wc@2:core:0.3:pairing'];
    expect(await takeover.records.get(pairingRecord(pairing))).toMatchObject({ topic: pairing });
    await takeover.records.set('@latchkey/wc/seen/a', 1);
    await settle();
    expect(world.official.keys).toEqual(before);
  });

  it.each([
    ['settled or changed', (takeover: OfficialTakeover) => takeover.records.set(sessionRecord(TOPIC), {})],
    ['ended', (takeover: OfficialTakeover) => takeover.records.remove(sessionRecord(TOPIC))],
  ])('removes the records of the official client once a session is %s, and those of nobody else', async (_, change) => {
    const { world, takeover } = setUp();
    await takeover.run();
    await change(takeover);
    await settle();
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
  });

  it('removes nothing that was not taken over', async () => {
    const { world, takeover, logger } = setUp();
    world.official.mode = 'blocked';
    await takeover.run();
    world.official.mode = 'working';
    const before = world.official.keys;
    await takeover.records.set(sessionRecord('f'.repeat(64)), {});
    await settle();
    expect(world.official.keys).toEqual(before);
    expect(logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it('does nothing where no official client can have been', async () => {
    const { takeover, store, logger } = setUp(new OfficialWorld(), null);
    await takeover.run();
    await takeover.records.set(sessionRecord(TOPIC), {});
    await settle();
    expect([...store.persisted.keys()]).toEqual([sessionRecord(TOPIC)]);
    expect(logger.entries).toEqual([]);
  });

  it('goes on where a page was closed between the takeover and the change', async () => {
    const world = new OfficialWorld();
    await setUp(world).takeover.run();
    const { takeover } = setUp(world);
    await takeover.run();
    await takeover.records.remove(sessionRecord(TOPIC));
    await settle();
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
  });
});
