import { describe, expect, it } from 'vitest';
import { PrefixedRecordStore } from '../../../../adapters/shared/prefixed-record-store.js';
import { OfficialClientMigration } from '../../../../adapters/sign-client/official-client-migration.js';
import { RecordKeyValueStorage } from '../../../../adapters/storage/record-key-value-storage.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import type { RecordStore } from '../../../../application/ports/record-store.port.js';
import { APP_VALUES_PREFIX, pairingRecordKey, sessionRecordKey } from '../../../../application/wallet-protocol/protocol-records.js';
import { ProviderRecords } from '../../../../application/wallet-protocol/provider/provider-records.js';
import { fixture, OfficialStorageFixture, OTHERS } from '../../application/wallet-protocol/support/official-storage-fixture.js';

const TOPIC: string = fixture.topic;

const setUp = (
  world = new OfficialStorageFixture(),
  official: OfficialStorageFixture['official'] | null = world.official,
  isStorageShared = false,
) => {
  const { store } = world.openPage();
  const logger = new FakeLogger();
  const migration = new OfficialClientMigration({
    records: store,
    official,
    customPrefix: '',
    isStorageShared,
    keyChain: world.keyChain,
    clock: world.clock,
    logger,
  });
  return { world, migration, store, logger };
};

/** Records of the official universal provider in a browser. */
const PROVIDER = {
  [`wc@2:universal_provider:namespaces${TOPIC}`]: JSON.stringify({
    eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['a'], events: [], defaultChain: 137, rpcMap: { 137: 'https://node.example' } },
  }),
  [`wc@2:universal_provider:optionalNamespaces${TOPIC}`]: JSON.stringify({ solana: { chains: ['solana:a'], methods: ['b'], events: [] } }),
  [`wc@2:universal_provider:sessionProperties${TOPIC}`]: JSON.stringify({ a: 'b' }),
};

const providerOf = (store: RecordStore): ProviderRecords =>
  new ProviderRecords(new RecordKeyValueStorage(new PrefixedRecordStore(store, APP_VALUES_PREFIX)));

describe('migration of the official universal provider', () => {
  it('copies its session records, including default chains and RPC URLs', async () => {
    const { migration, store } = setUp(new OfficialStorageFixture(PROVIDER));
    await migration.run();
    const eip155 = { chains: ['eip155:1', 'eip155:137'], methods: ['a'], events: [], defaultChain: '137' };
    expect(await providerOf(store).load(TOPIC)).toEqual({
      namespaces: { eip155: { ...eip155, rpcMap: { 137: 'https://node.example' } } },
      optionalNamespaces: { solana: { chains: ['solana:a'], methods: ['b'], events: [] } },
      sessionProperties: { a: 'b' },
    });
    expect(await providerOf(store).load('f'.repeat(64))).toMatchObject({ namespaces: {} });
  });

  it('runs once and does not overwrite later changes', async () => {
    const world = new OfficialStorageFixture(PROVIDER);
    world.keepsKeys = false;
    const { migration, store } = setUp(world);
    await migration.run();
    const namespaces = { eip155: { chains: ['eip155:1'], methods: [], events: [], defaultChain: '1' } };
    await providerOf(store).save(TOPIC, { namespaces });
    const next = setUp(world);
    await next.migration.run();
    expect(await providerOf(next.store).load(TOPIC)).toMatchObject({ namespaces, sessionProperties: { a: 'b' } });
  });

  it('leaves the records in a storage that is shared with this client', async () => {
    const world = new OfficialStorageFixture(PROVIDER);
    const { migration, store } = setUp(world, world.official, true);
    await migration.run();
    expect(await providerOf(store).load(TOPIC)).toMatchObject({ namespaces: {}, optionalNamespaces: {} });
    await migration.records.remove(sessionRecordKey(TOPIC));
    await flushPromises();
    expect([...world.official.keys].sort()).toEqual([...OTHERS, ...Object.keys(PROVIDER)].sort());
  });
});

describe('migration of the official client', () => {
  it('copies sessions and pairings, and keeps the old records until a session changes', async () => {
    const { world, migration, store } = setUp();
    const before = world.official.keys;
    await migration.run();
    expect(await store.get(sessionRecordKey(TOPIC))).toMatchObject({ topic: TOPIC });
    const [{ topic: pairing }] = fixture.app['wc@2:core:0.3:pairing'];
    expect(await migration.records.get(pairingRecordKey(pairing))).toMatchObject({ topic: pairing });
    await migration.records.set('@latchkey/wc/seen/a', 1);
    await flushPromises();
    expect(world.official.keys).toEqual(before);
  });

  it.each([
    ['settled or changed', (migration: OfficialClientMigration) => migration.records.set(sessionRecordKey(TOPIC), {})],
    ['closed', (migration: OfficialClientMigration) => migration.records.remove(sessionRecordKey(TOPIC))],
  ])('removes only the official client’s records once a session is %s', async (_, change) => {
    const { world, migration } = setUp();
    await migration.run();
    await change(migration);
    await flushPromises();
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
  });

  it('does not remove records that were not migrated', async () => {
    const { world, migration, logger } = setUp();
    world.official.mode = 'blocked';
    await migration.run();
    world.official.mode = 'working';
    const before = world.official.keys;
    await migration.records.set(sessionRecordKey('f'.repeat(64)), {});
    await flushPromises();
    expect(world.official.keys).toEqual(before);
    expect(logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it('does nothing without an official storage', async () => {
    const { migration, store, logger } = setUp(new OfficialStorageFixture(), null);
    await migration.run();
    await migration.records.set(sessionRecordKey(TOPIC), {});
    await flushPromises();
    expect([...store.persisted.keys()]).toEqual([sessionRecordKey(TOPIC)]);
    expect(logger.entries).toEqual([]);
  });

  it('removes the old records after the page was closed between migration and change', async () => {
    const world = new OfficialStorageFixture();
    await setUp(world).migration.run();
    const { migration } = setUp(world);
    await migration.run();
    await migration.records.remove(sessionRecordKey(TOPIC));
    await flushPromises();
    expect([...world.official.keys].sort()).toEqual([...OTHERS].sort());
  });
});
