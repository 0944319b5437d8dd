import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { activeNetworkOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { ADDRESS, SOLANA, type WorldInit, world } from '../support/world.js';

const at = (given: WorldInit, chainId?: string) => {
  const storage = new FakeStorage(chainId === undefined ? {} : { '@latchkey/active_caip_network_id': chainId });
  const { connections } = world({ ...given, storage });
  const network = activeNetworkOf(connections.state);
  return { namespace: connections.state.activeNamespace, network: network?.caipNetworkId, unknown: network?.unknown };
};

describe('the connection at start', () => {
  it('is disconnected in each namespace, with its networks in the order of the host', () => {
    const { connections } = world({ options: { networks: [polygon, solana, mainnet] } });
    const { eip155, solana: sol } = connections.state.namespaces;
    expect(connections.state).toMatchObject({ initialized: false, activeNamespace: 'eip155' });
    expect(eip155?.requested.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:137', 'eip155:1']);
    expect(sol?.requested.map(({ caipNetworkId }) => caipNetworkId)).toEqual([SOLANA]);
    expect([statusOf(eip155), statusOf(sol)]).toEqual(['disconnected', 'disconnected']);
  });

  it('is on the first network when nothing else is said', () => {
    expect(at({})).toEqual({ namespace: 'eip155', network: 'eip155:1', unknown: false });
  });

  it('is on the network that the host asks for', () => {
    expect(at({ options: { defaultNetwork: solana } })).toEqual({ namespace: 'solana', network: SOLANA, unknown: false });
  });

  it('is on the network that was last in use, which counts more than the default', () => {
    expect(at({ options: { defaultNetwork: solana } }, 'eip155:137')).toEqual({
      namespace: 'eip155',
      network: 'eip155:137',
      unknown: false,
    });
  });

  it('knows that the last network is not configured any more', () => {
    expect(at({}, 'eip155:99')).toEqual({ namespace: 'eip155', network: 'eip155:99', unknown: true });
  });

  it.each(['bip122:000000000019d6689c085ae165831e93', 'eip155:0x1', 'nonsense'])('starts as ever when "%s" is stored', (chainId) => {
    expect(at({}, chainId)).toEqual({ namespace: 'eip155', network: 'eip155:1', unknown: false });
  });

  const remembered = { topic: 'a'.repeat(64), address: ADDRESS, name: 'Phone' };
  const withStored = (texts: Readonly<Record<string, string>>) => world({ storage: new FakeStorage(texts) }).connections.state;

  it('has what the last page was connected with by the wallet protocol, to be shown when it is taken up', () => {
    const state = withStored({
      '@latchkey/eip155:connected_connector_id': 'walletConnect',
      '@latchkey/eip155:remembered_connection': JSON.stringify(remembered),
    });
    expect(state.namespaces.eip155?.remembered).toMatchObject({ connector: { name: 'Phone' }, accounts: [{ address: ADDRESS }] });
    expect(state.namespaces.solana?.remembered).toBeNull();
    expect(state.lost).toEqual({});
  });

  it('knows what was lost, and shows nothing of it as connected', () => {
    const state = withStored({
      '@latchkey/eip155:remembered_connection': JSON.stringify({ ...remembered, lost: 'expired', walletId: 'w1' }),
    });
    expect(state.namespaces.eip155?.remembered).toBeNull();
    expect(state.lost).toEqual({ eip155: { reason: 'expired', name: 'Phone', wallet: { id: 'w1', name: 'Phone' } } });
  });

  it.each([
    ['nonsense', 'walletConnect', '{"topic":'],
    ['no address', 'walletConnect', JSON.stringify({ ...remembered, address: 'two words' })],
    ['a connection that another wallet has taken the place of', 'com.example.wallet', JSON.stringify(remembered)],
  ])('shows nothing of %s', (_, connectorId, text) => {
    const state = withStored({ '@latchkey/eip155:connected_connector_id': connectorId, '@latchkey/eip155:remembered_connection': text });
    expect(state.namespaces.eip155?.remembered).toBeNull();
    expect(state.lost).toEqual({});
  });
});
