import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { useBalance } from '../../../presentation/hooks/use-balance.js';
import { useConnectionStatus } from '../../../presentation/hooks/use-connection-status.js';
import { useConnectors } from '../../../presentation/hooks/use-connectors.js';
import { useNetwork } from '../../../presentation/hooks/use-network.js';
import { ADDRESS, afterwards, connected, OTHER } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

describe('useConnectionStatus, useAccount and useNetwork', () => {
  it('follow what the wallet does', async () => {
    const { client, chain } = await connected();
    const { result } = renderStrict(client, () => ({ connection: useConnectionStatus(), account: useAccount(), place: useNetwork() }));
    expect(result.current.connection).toEqual({
      status: 'connected',
      initialized: true,
      activeNamespace: 'eip155',
      connectedNamespaces: ['eip155'],
    });
    await afterwards(() => chain.wallet(WALLET).selectAccount(OTHER));
    expect(result.current.account.address).toBe(OTHER);
    await afterwards(() => chain.wallet(WALLET).selectChain('eip155:5'));
    expect(result.current.place).toMatchObject({ isUnsupported: true, network: { name: 'Unknown Network' } });
    expect(result.current.place.networks.map(({ name }) => name)).toEqual(['Ethereum', 'Polygon']);
    await afterwards(() => chain.wallet(WALLET).lock());
    expect(result.current.connection.status).toBe('disconnected');
    expect(result.current.account.address).toBeUndefined();
  });

  it('render only those who read what changed', async () => {
    const { client, chain } = await connected();
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
    await afterwards(() => chain.wallet(WALLET).selectAccount(OTHER));
    expect(connections).toBe(before.connections);
    expect(balances).toBeGreaterThan(before.balances);
  });

  it('can be about one namespace', async () => {
    const { client } = await connected();
    const { result } = renderStrict(client, () => ({
      account: useAccount({ namespace: 'solana' }),
      place: useNetwork({ namespace: 'solana' }),
    }));
    expect(result.current.account).toMatchObject({ namespace: 'solana', isConnected: false });
    expect(result.current.place).toMatchObject({ network: undefined, networks: [], isUnsupported: false });
  });
});

describe('useConnectors', () => {
  it('lists a wallet that announces itself late', async () => {
    const { client, chain } = fakeClient();
    const { result } = renderStrict(client, () => useConnectors({ namespace: 'eip155' }));
    expect(result.current.map(({ id }) => id)).toEqual([WALLET]);
    const before = result.current;
    await afterwards(() => chain.announce({ id: 'com.example.late' }));
    expect(result.current.map(({ id }) => id)).toEqual([WALLET, 'com.example.late']);
    expect(result.current).not.toBe(before);
  });
});

describe('useBalance', () => {
  it('reads the balance while mounted, once for all readers, and stops when nobody reads', async () => {
    const { client, chain, clock } = await connected({ chain: { balances: { [ADDRESS]: 42n } } });
    const first = renderStrict(client, () => useBalance());
    const second = renderStrict(client, () => useBalance());
    await afterwards(() => undefined);
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

  it('waits 30 s after a failure, unless the person asks', async () => {
    const { client, chain, clock } = await connected({ chain: { balances: { [ADDRESS]: 42n } } });
    chain.reads = 'failed';
    const { result } = renderStrict(client, () => useBalance());
    await afterwards(() => undefined);
    await act(() => clock.run(0));
    expect(result.current).toMatchObject({ status: 'error', data: undefined, error: { code: 'network/rpc-failed' } });
    chain.reads = 'working';
    await afterwards(() => result.current.refetch());
    await act(() => clock.run(0));
    expect(result.current).toMatchObject({ status: 'success', data: { value: 42n }, error: null });
  });
});
