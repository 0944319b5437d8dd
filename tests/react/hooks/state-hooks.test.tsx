import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { useBalance } from '../../../presentation/hooks/use-balance.js';
import { useConnectionStatus } from '../../../presentation/hooks/use-connection-status.js';
import { useConnectors } from '../../../presentation/hooks/use-connectors.js';
import { useNetwork } from '../../../presentation/hooks/use-network.js';
import { ADDRESS, actAndLoad, connectedClient, OTHER_ADDRESS } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

describe('useConnectionStatus, useAccount and useNetwork', () => {
  it('follow the wallet', async () => {
    const { client, chain } = await connectedClient();
    const { result } = renderStrict(client, () => ({ connection: useConnectionStatus(), account: useAccount(), network: useNetwork() }));
    expect(result.current.connection).toEqual({
      status: 'connected',
      initialized: true,
      activeNamespace: 'eip155',
      connectedNamespaces: ['eip155'],
    });
    await actAndLoad(() => chain.wallet(WALLET).selectAccount(OTHER_ADDRESS));
    expect(result.current.account.address).toBe(OTHER_ADDRESS);
    await actAndLoad(() => chain.wallet(WALLET).selectChain('eip155:5'));
    expect(result.current.network).toMatchObject({ isUnsupported: true, network: { name: 'Unknown Network' } });
    expect(result.current.network.networks.map(({ name }) => name)).toEqual(['Ethereum', 'Polygon']);
    await actAndLoad(() => chain.wallet(WALLET).lock());
    expect(result.current.connection.status).toBe('disconnected');
    expect(result.current.account.address).toBeUndefined();
  });

  it('render only for changes of what they return', async () => {
    const { client, chain } = await connectedClient();
    let connections = 0;
    let balances = 0;
    renderStrict(client, () => {
      useConnectionStatus();
      connections += 1;
    });
    renderStrict(client, () => {
      useAccount();
      balances += 1;
    });
    const before = { connections, balances };
    await actAndLoad(() => chain.wallet(WALLET).selectAccount(OTHER_ADDRESS));
    expect(connections).toBe(before.connections);
    expect(balances).toBeGreaterThan(before.balances);
  });

  it('accept a namespace', async () => {
    const { client } = await connectedClient();
    const { result } = renderStrict(client, () => ({
      account: useAccount({ namespace: 'solana' }),
      network: useNetwork({ namespace: 'solana' }),
    }));
    expect(result.current.account).toMatchObject({ namespace: 'solana', isConnected: false });
    expect(result.current.network).toMatchObject({ network: undefined, networks: [], isUnsupported: false });
  });
});

describe('useConnectors', () => {
  it('returns a wallet that announces itself later', async () => {
    const { client, chain } = fakeClient();
    const { result } = renderStrict(client, () => useConnectors({ namespace: 'eip155' }));
    expect(result.current.map(({ id }) => id)).toEqual([WALLET]);
    const before = result.current;
    await actAndLoad(() => chain.announce({ id: 'com.example.late' }));
    expect(result.current.map(({ id }) => id)).toEqual([WALLET, 'com.example.late']);
    expect(result.current).not.toBe(before);
  });
});

describe('useBalance', () => {
  it('polls once for all mounted components and stops when the last one unmounts', async () => {
    const { client, chain, clock } = await connectedClient({ chain: { balances: { [ADDRESS]: 42n } } });
    const first = renderStrict(client, () => useBalance());
    const second = renderStrict(client, () => useBalance());
    await actAndLoad(() => undefined);
    await act(() => clock.run(0));
    expect(first.result.current).toMatchObject({ status: 'success', isFetching: false, data: { value: 42n, symbol: 'ETH', decimals: 18 } });
    expect(second.result.current.data).toEqual(first.result.current.data);
    expect(chain.readCalls).toHaveLength(1);
    first.unmount();
    second.unmount();
    await act(() => clock.run(120_000));
    expect(chain.readCalls).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('waits 30 s after a failure, unless refetch is called', async () => {
    const { client, chain, clock } = await connectedClient({ chain: { balances: { [ADDRESS]: 42n } } });
    chain.reads = 'failed';
    const { result } = renderStrict(client, () => useBalance());
    await actAndLoad(() => undefined);
    await act(() => clock.run(0));
    expect(result.current).toMatchObject({ status: 'error', data: undefined, error: { code: 'network/rpc-failed' } });
    chain.reads = 'working';
    await actAndLoad(() => result.current.refetch());
    await act(() => clock.run(0));
    expect(result.current).toMatchObject({ status: 'success', data: { value: 42n }, error: null });
  });
});
