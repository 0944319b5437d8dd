import { beforeEach, describe, expect, it } from 'vitest';
import { ConnectionMemory } from '../../../../application/connect/connection-memory.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { record } from '../support/world.js';

describe('ConnectionMemory', () => {
  let storage: FakeStorage;
  let memory: ConnectionMemory;

  beforeEach(() => {
    storage = new FakeStorage();
    memory = new ConnectionMemory(storage);
  });

  it('keeps a connection under the names of the specification, to the letter', () => {
    memory.remember('eip155', 'io.metamask');
    memory.remember('solana', 'app.phantom');
    memory.rememberNetwork('eip155', toChainId('eip155:137'));
    expect(storage.persisted).toEqual({
      '@latchkey/eip155:connected_connector_id': 'io.metamask',
      '@latchkey/solana:connected_connector_id': 'app.phantom',
      '@latchkey/connected_namespaces': 'eip155,solana',
      '@latchkey/connection_status': 'connected',
      '@latchkey/active_namespace': 'eip155',
      '@latchkey/active_caip_network_id': 'eip155:137',
    });
  });

  it('names a connected namespace once, whatever is connected again', () => {
    memory.remember('eip155', 'io.metamask');
    memory.remember('eip155', 'com.other');
    expect(storage.persisted).toMatchObject({
      '@latchkey/eip155:connected_connector_id': 'com.other',
      '@latchkey/connected_namespaces': 'eip155',
    });
  });

  it('forgets one namespace and leaves the other as it is', () => {
    memory.remember('eip155', 'io.metamask');
    memory.remember('solana', 'app.phantom');
    memory.forget('eip155');
    expect(storage.persisted).toEqual({
      '@latchkey/solana:connected_connector_id': 'app.phantom',
      '@latchkey/connected_namespaces': 'solana',
      '@latchkey/connection_status': 'connected',
    });
    expect([memory.connectorOf('eip155'), memory.connectorOf('solana')]).toEqual([null, 'app.phantom']);
  });

  it('says disconnected when the last one is forgotten, and keeps the network', () => {
    memory.remember('eip155', 'io.metamask');
    memory.rememberNetwork('eip155', toChainId('eip155:137'));
    memory.forget('eip155');
    expect(storage.persisted).toEqual({
      '@latchkey/connection_status': 'disconnected',
      '@latchkey/active_namespace': 'eip155',
      '@latchkey/active_caip_network_id': 'eip155:137',
    });
  });

  it('reads nothing from an empty storage', () => {
    expect(memory.connectorOf('eip155')).toBeNull();
    expect(memory.lastNetwork()).toBeNull();
  });

  it.each([
    ['a namespace nobody knows', { '@latchkey/active_namespace': 'cosmos', '@latchkey/active_caip_network_id': 'cosmos:hub' }],
    ['text that is no id', { '@latchkey/active_namespace': '{"a":1}', '@latchkey/active_caip_network_id': 'eip155:01' }],
    ['empty texts', { '@latchkey/active_namespace': '', '@latchkey/active_caip_network_id': '' }],
    ['code', { '@latchkey/active_namespace': '__proto__', '@latchkey/active_caip_network_id': 'eip155:<script>' }],
  ])('reads a corrupted storage as nothing: %s', (_, texts) => {
    expect(new ConnectionMemory(new FakeStorage(texts)).lastNetwork()).toBeNull();
  });

  it('mends a corrupted list of namespaces when it writes', () => {
    storage = new FakeStorage({ '@latchkey/connected_namespaces': 'cosmos,,eip155,eip155, solana,[object Object]' });
    new ConnectionMemory(storage).remember('polkadot', 'x');
    expect(storage.persisted['@latchkey/connected_namespaces']).toBe('eip155,polkadot');
  });

  it.each(['full', 'blocked'] as const)('works for this page when storage is %s', (mode) => {
    storage.mode = mode;
    memory.remember('eip155', 'io.metamask');
    memory.rememberNetwork('eip155', toChainId('eip155:137'));
    expect(memory.connectorOf('eip155')).toBe('io.metamask');
    expect(memory.lastNetwork()).toBe('eip155:137');
    memory.forget('eip155');
    expect(memory.connectorOf('eip155')).toBeNull();
    expect(storage.persisted).toEqual({});
  });

  it('hears what other tabs connect and disconnect, and nothing else', () => {
    const there = new ConnectionMemory(storage.otherTab());
    const heard = record(memory.changes$);
    const own = record(there.changes$);
    there.remember('solana', 'app.phantom');
    there.rememberNetwork('solana', toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'));
    there.forget('solana');
    expect(heard.values).toEqual([
      { namespace: 'solana', connectorId: 'app.phantom' },
      { namespace: 'solana', connectorId: null },
    ]);
    expect(own.values).toEqual([]);
  });

  it('takes an emptied entry of another tab for a disconnect', () => {
    const there = storage.otherTab();
    there.set('@latchkey/eip155:connected_connector_id', 'io.metamask');
    const heard = record(memory.changes$);
    there.set('@latchkey/eip155:connected_connector_id', '');
    expect(heard.values).toEqual([{ namespace: 'eip155', connectorId: null }]);
  });
});
