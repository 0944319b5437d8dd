import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useAccounts } from '../../../presentation/hooks/use-accounts.js';
import { useConnectNamespaces } from '../../../presentation/hooks/use-connect-namespaces.js';
import { useRequestAccounts } from '../../../presentation/hooks/use-request-accounts.js';
import { useSendEpoch } from '../../../presentation/hooks/use-send-epoch.js';
import { useSetActiveAccount } from '../../../presentation/hooks/use-set-active-account.js';
import { useSwitchNamespace } from '../../../presentation/hooks/use-switch-namespace.js';
import { ADDRESSES, connectedMultiChainClient, MULTI_CHAIN_WALLET, multiChainClient, SECOND } from '../support/multi-chain-client.js';
import { actAndLoad } from './support/connected.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

describe('useAccounts', () => {
  it('returns the account of every connected namespace, and renders for no other change', async () => {
    const { client } = await connectedMultiChainClient('eip155');
    let renders = 0;
    const { result } = renderStrict(client, () => {
      renders += 1;
      return useAccounts();
    });
    expect(result.current.map(({ namespace, address }) => [namespace, address])).toEqual([['eip155', ADDRESSES.eip155]]);
    await actAndLoad(() => client.connect({ namespace: 'solana', connectorId: MULTI_CHAIN_WALLET }));
    expect(result.current.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana']);
    const before = renders;
    await actAndLoad(() => client.useCases.switchNamespace.execute({ namespace: 'eip155' }).subscribe());
    expect(renders).toBe(before);
    await actAndLoad(() => client.disconnect('eip155'));
    expect(result.current.map(({ namespace }) => namespace)).toEqual(['solana']);
  });
});

describe('hooks with several namespaces', () => {
  it('connect several, return the outcome of each, and switch between them', async () => {
    const fake = multiChainClient();
    fake.walletOf('polkadot').next('connect', 'reject');
    const { result } = renderStrict(fake.client, () => ({ connect: useConnectNamespaces(), switcher: useSwitchNamespace() }));
    const connectors = (['solana', 'polkadot'] as const).map((namespace) => ({ namespace, connectorId: MULTI_CHAIN_WALLET }));
    await actAndLoad(() => result.current.connect.connectNamespaces({ connectors }));
    expect(result.current.connect).toMatchObject({
      status: 'success',
      data: [
        { namespace: 'solana', status: 'connected' },
        { namespace: 'polkadot', status: 'failed', error: { code: 'wallet/rejected' } },
      ],
    });
    expect(fake.client.getState().activeChain).toBe('solana');
    await actAndLoad(() => result.current.switcher.switchNamespace({ namespace: 'bip122' }));
    expect(fake.client.getState().activeChain).toBe('bip122');
  });

  it('switch the account, request more accounts, and increase the send epoch', async () => {
    const fake = await connectedMultiChainClient('eip155');
    const { result } = renderStrict(fake.client, () => ({
      pick: useSetActiveAccount(),
      more: useRequestAccounts(),
      epoch: useSendEpoch(),
    }));
    const before = result.current.epoch;
    await actAndLoad(() => result.current.pick.setActiveAccount({ address: SECOND }));
    expect(result.current.pick).toMatchObject({ status: 'success', data: { address: SECOND } });
    expect(result.current.epoch).toBe(before + 1);
    await actAndLoad(() => result.current.more.requestAccounts());
    expect(result.current.more).toMatchObject({ status: 'success', data: [{ address: ADDRESSES.eip155 }, { address: SECOND }] });
  });
});
