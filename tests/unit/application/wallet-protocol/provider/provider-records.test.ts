import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../../application/ports/key-value-storage.fake.js';
import { ProviderRecords } from '../../../../../application/wallet-protocol/provider/provider-records.js';
import { SENT_CALLS_TTL, type SentCalls, sentCallsOf } from '../../../../../domain/wallet-protocol/provider/sent-calls.js';

const NOW = 1_700_000_000_000;
const NAMESPACES = { eip155: { chains: ['eip155:1'], methods: ['a'], events: ['b'], defaultChain: '1', rpcMap: { 1: 'https://a' } } };

const calls = (id: string, nowMs = NOW): SentCalls => {
  const made = sentCallsOf(
    [{ chainId: '0x1' }],
    { id, capabilities: { caip345: { caip2: 'eip155:1', transactionHashes: ['0xa'] } } },
    nowMs,
  );
  if (made === null) throw new Error('Expected sent calls');
  return made;
};

describe('ProviderRecords', () => {
  it('stores the fields of each session under the official keys', async () => {
    const storage = new FakeKeyValueStorage();
    const records = new ProviderRecords(storage);
    await records.save('t1', { namespaces: NAMESPACES, optionalNamespaces: {}, sessionProperties: { a: 'b' } });
    await records.save('t2', { namespaces: NAMESPACES });
    expect([...storage.texts.keys()]).toEqual([
      'wc@2:universal_provider:/namespacest1',
      'wc@2:universal_provider:/optionalNamespacest1',
      'wc@2:universal_provider:/sessionPropertiest1',
      'wc@2:universal_provider:/namespacest2',
    ]);
    expect(await records.load('t1')).toEqual({ namespaces: NAMESPACES, optionalNamespaces: {}, sessionProperties: { a: 'b' } });
    await records.remove('t1');
    expect(await records.load('t1')).toEqual({ namespaces: {}, optionalNamespaces: {}, sessionProperties: undefined });
    expect((await records.load('t2')).namespaces).toEqual(NAMESPACES);
  });

  it.each([[null], ['x'], [5], [[]], [{ eip155: 'x' }]])('ignores an invalid value %j', async (value) => {
    const names = ['namespaces', 'optionalNamespaces', 'sessionProperties'].map((name) => `wc@2:universal_provider:/${name}t`);
    const storage = new FakeKeyValueStorage(Object.fromEntries(names.map((name) => [name, value])));
    expect(await new ProviderRecords(storage).load('t')).toMatchObject({ namespaces: {}, optionalNamespaces: {} });
  });

  it('removes all of its records, and nothing else', async () => {
    const storage = new FakeKeyValueStorage({ 'wc@2:client:0.3:session': [], 'wc@2:universal_provider:/namespacesold': NAMESPACES });
    const records = new ProviderRecords(storage);
    await records.saveSentCalls(calls('1'), NOW);
    await records.removeAll();
    expect([...storage.texts.keys()]).toEqual(['wc@2:client:0.3:session']);
  });

  it('does not restore records that are removed while being written', async () => {
    const storage = new FakeKeyValueStorage();
    const setItem: typeof storage.setItem = async (key, value) => {
      await flushPromises();
      await storage.setItem(key, value);
    };
    const records = new ProviderRecords({ ...storage, setItem });
    const saving = records.save('t', { namespaces: NAMESPACES, optionalNamespaces: NAMESPACES, sessionProperties: {} });
    await Promise.all([saving, records.remove('t')]);
    expect(storage.texts.size).toBe(0);
    storage.mode = 'full';
    await expect(records.save('t', { namespaces: NAMESPACES })).rejects.toThrow('full');
    storage.mode = 'working';
    await records.save('t', { namespaces: NAMESPACES });
    expect(storage.texts.size).toBe(1);
  });

  it('removes sent calls after a day, on saving and on reading', async () => {
    const storage = new FakeKeyValueStorage();
    const records = new ProviderRecords(storage);
    const later = NOW + SENT_CALLS_TTL * 1_000;
    await records.saveSentCalls(calls('1'), NOW);
    expect(await records.sentCalls('1', later - 1)).toEqual(calls('1'));
    expect(await records.sentCalls('2', NOW)).toBeNull();
    await records.saveSentCalls(calls('2', later), later);
    expect(storage.texts.size).toBe(1);
    expect(await records.sentCalls('2', later + SENT_CALLS_TTL * 1_000)).toBeNull();
    expect(storage.texts.size).toBe(0);
  });
});
