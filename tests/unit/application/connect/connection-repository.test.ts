import { beforeEach, describe, expect, it } from 'vitest';
import { ConnectionRepository } from '../../../../application/connect/connection-repository.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { record } from '../support/client-fixture.js';

describe('ConnectionRepository', () => {
  let storage: FakeStorage;
  let repository: ConnectionRepository;

  beforeEach(() => {
    storage = new FakeStorage();
    repository = new ConnectionRepository(storage);
  });

  it('stores a connection under the exact keys of the specification', () => {
    repository.remember('eip155', 'io.metamask');
    repository.remember('solana', 'app.phantom');
    repository.rememberNetwork('eip155', toChainId('eip155:137'));
    expect(storage.persisted).toEqual({
      '@latchkey/eip155:connected_connector_id': 'io.metamask',
      '@latchkey/solana:connected_connector_id': 'app.phantom',
      '@latchkey/connected_namespaces': 'eip155,solana',
      '@latchkey/connection_status': 'connected',
      '@latchkey/active_namespace': 'eip155',
      '@latchkey/active_caip_network_id': 'eip155:137',
    });
  });

  it('lists a connected namespace once after repeated connections', () => {
    repository.remember('eip155', 'io.metamask');
    repository.remember('eip155', 'com.other');
    expect(storage.persisted).toMatchObject({
      '@latchkey/eip155:connected_connector_id': 'com.other',
      '@latchkey/connected_namespaces': 'eip155',
    });
  });

  it('deletes one namespace without affecting the other', () => {
    repository.remember('eip155', 'io.metamask');
    repository.remember('solana', 'app.phantom');
    repository.forget('eip155');
    expect(storage.persisted).toEqual({
      '@latchkey/solana:connected_connector_id': 'app.phantom',
      '@latchkey/connected_namespaces': 'solana',
      '@latchkey/connection_status': 'connected',
    });
    expect([repository.connectorIdOf('eip155'), repository.connectorIdOf('solana')]).toEqual([null, 'app.phantom']);
  });

  it('stores disconnected after the last namespace is deleted, and keeps the network', () => {
    repository.remember('eip155', 'io.metamask');
    repository.rememberNetwork('eip155', toChainId('eip155:137'));
    repository.forget('eip155');
    expect(storage.persisted).toEqual({
      '@latchkey/connection_status': 'disconnected',
      '@latchkey/active_namespace': 'eip155',
      '@latchkey/active_caip_network_id': 'eip155:137',
    });
  });

  it('returns nothing for an empty storage', () => {
    expect(repository.connectorIdOf('eip155')).toBeNull();
    expect(repository.lastNetwork()).toBeNull();
  });

  it.each([
    ['an unknown namespace', { '@latchkey/active_namespace': 'cosmos', '@latchkey/active_caip_network_id': 'cosmos:hub' }],
    ['an invalid id', { '@latchkey/active_namespace': '{"a":1}', '@latchkey/active_caip_network_id': 'eip155:01' }],
    ['empty texts', { '@latchkey/active_namespace': '', '@latchkey/active_caip_network_id': '' }],
    ['code', { '@latchkey/active_namespace': '__proto__', '@latchkey/active_caip_network_id': 'eip155:<script>' }],
  ])('ignores corrupted entries: %s', (_, texts) => {
    expect(new ConnectionRepository(new FakeStorage(texts)).lastNetwork()).toBeNull();
  });

  it('repairs a corrupted list of namespaces on the next write', () => {
    storage = new FakeStorage({ '@latchkey/connected_namespaces': 'cosmos,,eip155,eip155, solana,[object Object]' });
    new ConnectionRepository(storage).remember('polkadot', 'x');
    expect(storage.persisted['@latchkey/connected_namespaces']).toBe('eip155,polkadot');
  });

  it.each(['full', 'blocked'] as const)('works until a reload when the storage is %s', (mode) => {
    storage.mode = mode;
    repository.remember('eip155', 'io.metamask');
    repository.rememberNetwork('eip155', toChainId('eip155:137'));
    expect(repository.connectorIdOf('eip155')).toBe('io.metamask');
    expect(repository.lastNetwork()).toBe('eip155:137');
    repository.forget('eip155');
    expect(repository.connectorIdOf('eip155')).toBeNull();
    expect(storage.persisted).toEqual({});
  });

  it('emits connections and disconnections of other tabs only', () => {
    const there = new ConnectionRepository(storage.otherTab());
    const changes = record(repository.changes$);
    const own = record(there.changes$);
    there.remember('solana', 'app.phantom');
    there.rememberNetwork('solana', toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'));
    there.forget('solana');
    expect(changes.values).toEqual([
      { namespace: 'solana', connectorId: 'app.phantom' },
      { namespace: 'solana', connectorId: null },
    ]);
    expect(own.values).toEqual([]);
  });

  it('treats an entry emptied by another tab as a disconnect', () => {
    const there = storage.otherTab();
    there.set('@latchkey/eip155:connected_connector_id', 'io.metamask');
    const changes = record(repository.changes$);
    there.set('@latchkey/eip155:connected_connector_id', '');
    expect(changes.values).toEqual([{ namespace: 'eip155', connectorId: null }]);
  });
});
