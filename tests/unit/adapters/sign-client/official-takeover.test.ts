import { describe, expect, it } from 'vitest';
import { RecordSpace } from '../../../../adapters/shared/record-space.js';
import { OfficialTakeover } from '../../../../adapters/sign-client/official-takeover.js';
import { RecordKeyValues } from '../../../../adapters/storage/record-key-values.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import type { RecordStore } from '../../../../application/ports/record-store.port.js';
import { HOST_VALUES, pairingRecord, sessionRecord } from '../../../../application/wallet-protocol/protocol-records.js';
import { ProviderRecords } from '../../../../application/wallet-protocol/provider/provider-records.js';
import { fixture, OfficialWorld, OTHERS } from '../../application/wallet-protocol/support/official-world.js';

const TOPIC: string = fixture.topic;

const setUp = (world = new OfficialWorld(), official: OfficialWorld['official'] | null = world.official, isPlaceShared = false) => {
  const { store } = world.page();
  const logger = new FakeLogger();
  const takeover = new OfficialTakeover({
    records: store,
    official,
    customPrefix: '',
    isPlaceShared,
    keyChain: world.keyChain,
    clock: world.clock,
    logger,
  });
  return { world, takeover, store, logger };
};

/** What the official universal provider keeps of the session, in a browser. */
const PROVIDER = {
  [`wc@2:universal_provider:namespaces${TOPIC}`]: JSON.stringify({
    eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['a'], events: [], defaultChain: 137, rpcMap: { 137: 'https://node.example' } },
  }),
  [`wc@2:universal_provider:optionalNamespaces${TOPIC}`]: JSON.stringify({ solana: { chains: ['solana:a'], methods: ['b'], events: [] } }),
  [`wc@2:universal_provider:sessionProperties${TOPIC}`]: JSON.stringify({ a: 'b' }),
};

const providerOf = (store: RecordStore): ProviderRecords => new ProviderRecords(new RecordKeyValues(new RecordSpace(store, HOST_VALUES)));

describe('taking over from the official universal provider', () => {
  it('brings what it keeps of the sessions to ours, default chains and nodes included', async () => {
    const { takeover, store } = setUp(new OfficialWorld(PROVIDER));
    await takeover.run();
    const eip155 = { chains: ['eip155:1', 'eip155:137'], methods: ['a'], events: [], defaultChain: '137' };
    expect(await providerOf(store).load(TOPIC)).toEqual({
      namespaces: { eip155: { ...eip155, rpcMap: { 137: 'https://node.example' } } },
      optionalNamespaces: { solana: { chains: ['solana:a'], methods: ['b'], events: [] } },
      sessionProperties: { a: 'b' },
    });
    expect(await providerOf(store).load('f'.repeat(64))).toMatchObject({ namespaces: {} });
  });

  it('does so once: what ours has kept since is the last word', async () => {
    const world = new OfficialWorld(PROVIDER);
    world.keepsKeys = false;
    const { takeover, store } = setUp(world);
    await takeover.run();
    const namespaces = { eip155: { chains: ['eip155:1'], methods: [], events: [], defaultChain: '1' } };
    await providerOf(store).save(TOPIC, { namespaces });
    const next = setUp(world);
    await next.takeover.run();
    expect(await providerOf(next.store).load(TOPIC)).toMatchObject({ namespaces, sessionProperties: { a: 'b' } });
  });

  it('leaves it where it is in a storage of the host, which ours uses too', async () => {
    const world = new OfficialWorld(PROVIDER);
    const { takeover, store } = setUp(world, world.official, true);
    await takeover.run();
    expect(await providerOf(store).load(TOPIC)).toMatchObject({ namespaces: {}, optionalNamespaces: {} });
    await takeover.records.remove(sessionRecord(TOPIC));
    await settle();
    expect([...world.official.keys].sort()).toEqual([...OTHERS, ...Object.keys(PROVIDER)].sort());
  });
});

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
