import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { activeNetworkOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { ADDRESS, type ClientFixtureInit, clientFixture, SOLANA } from '../support/client-fixture.js';

const initialNetwork = (init: ClientFixtureInit, chainId?: string) => {
  const storage = new FakeStorage(chainId === undefined ? {} : { '@latchkey/active_caip_network_id': chainId });
  const { connections } = clientFixture({ ...init, storage });
  const network = activeNetworkOf(connections.state);
  return { namespace: connections.state.activeNamespace, network: network?.caipNetworkId, unknown: network?.unknown };
};

describe('initialConnection', () => {
  it('is disconnected in each namespace, with the networks in the configured order', () => {
    const { connections } = clientFixture({ options: { networks: [polygon, solana, mainnet] } });
    const { eip155, solana: sol } = connections.state.namespaces;
    expect(connections.state).toMatchObject({ initialized: false, activeNamespace: 'eip155' });
    expect(eip155?.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:137', 'eip155:1']);
    expect(sol?.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([SOLANA]);
    expect([statusOf(eip155), statusOf(sol)]).toEqual(['disconnected', 'disconnected']);
  });

  it('uses the first network by default', () => {
    expect(initialNetwork({})).toEqual({ namespace: 'eip155', network: 'eip155:1', unknown: false });
  });

  it('uses the default network', () => {
    expect(initialNetwork({ options: { defaultNetwork: solana } })).toEqual({ namespace: 'solana', network: SOLANA, unknown: false });
  });

  it('prefers the last active network over the default', () => {
    expect(initialNetwork({ options: { defaultNetwork: solana } }, 'eip155:137')).toEqual({
      namespace: 'eip155',
      network: 'eip155:137',
      unknown: false,
    });
  });

  it('marks the last network as unknown if it is no longer configured', () => {
    expect(initialNetwork({}, 'eip155:99')).toEqual({ namespace: 'eip155', network: 'eip155:99', unknown: true });
  });

  it.each(['bip122:000000000019d6689c085ae165831e93', 'eip155:0x1', 'nonsense'])(
    'uses the first network if the stored chain id is "%s"',
    (chainId) => {
      expect(initialNetwork({}, chainId)).toEqual({ namespace: 'eip155', network: 'eip155:1', unknown: false });
    },
  );

  const stored = { topic: 'a'.repeat(64), address: ADDRESS, name: 'Phone' };
  const withStored = (texts: Readonly<Record<string, string>>) => clientFixture({ storage: new FakeStorage(texts) }).connections.state;

  it('contains the stored remote connection, to be displayed while it is restored', () => {
    const state = withStored({
      '@latchkey/eip155:connected_connector_id': 'walletConnect',
      '@latchkey/eip155:remembered_connection': JSON.stringify(stored),
    });
    expect(state.namespaces.eip155?.cachedSession).toMatchObject({ connector: { name: 'Phone' }, accounts: [{ address: ADDRESS }] });
    expect(state.namespaces.solana?.cachedSession).toBeNull();
    expect(state.lost).toEqual({});
  });

  it('contains a lost connection, which is not connected', () => {
    const state = withStored({
      '@latchkey/eip155:remembered_connection': JSON.stringify({ ...stored, lost: 'expired', walletId: 'w1' }),
    });
    expect(state.namespaces.eip155?.cachedSession).toBeNull();
    expect(state.lost).toEqual({ eip155: { reason: 'expired', name: 'Phone', wallet: { id: 'w1', name: 'Phone' } } });
  });

  it.each([
    ['malformed JSON', 'walletConnect', '{"topic":'],
    ['an invalid address', 'walletConnect', JSON.stringify({ ...stored, address: 'two words' })],
    ['a connection that was replaced by another wallet', 'com.example.wallet', JSON.stringify(stored)],
  ])('ignores a stored connection: %s', (_, connectorId, text) => {
    const state = withStored({ '@latchkey/eip155:connected_connector_id': connectorId, '@latchkey/eip155:remembered_connection': text });
    expect(state.namespaces.eip155?.cachedSession).toBeNull();
    expect(state.lost).toEqual({});
  });
});
