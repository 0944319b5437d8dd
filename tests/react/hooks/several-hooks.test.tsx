import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useAccounts } from '../../../presentation/hooks/use-accounts.js';
import { useConnectNamespaces } from '../../../presentation/hooks/use-connect-namespaces.js';
import { useRequestAccounts } from '../../../presentation/hooks/use-request-accounts.js';
import { useSendEpoch } from '../../../presentation/hooks/use-send-epoch.js';
import { useSetActiveAccount } from '../../../presentation/hooks/use-set-active-account.js';
import { useSwitchNamespace } from '../../../presentation/hooks/use-switch-namespace.js';
import { MANY, OWN, SECOND, severalClient, severalConnected } from '../support/several.js';
import { afterwards } from './support/connected.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

describe('useAccounts', () => {
  it('follows the account of every connected namespace, and renders for no other change', async () => {
    const { client } = await severalConnected('eip155');
    let renders = 0;
    const { result } = renderStrict(client, () => {
      renders += 1;
      return useAccounts();
    });
    expect(result.current.map(({ namespace, address }) => [namespace, address])).toEqual([['eip155', OWN.eip155]]);
    await afterwards(() => client.connect({ namespace: 'solana', connectorId: MANY }));
    expect(result.current.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana']);
    const before = renders;
    await afterwards(() => client.useCases.switchNamespace.execute({ namespace: 'eip155' }).subscribe());
    expect(renders).toBe(before);
    await afterwards(() => client.disconnect('eip155'));
    expect(result.current.map(({ namespace }) => namespace)).toEqual(['solana']);
  });
});

describe('The hooks of several namespaces', () => {
  it('connect them, tell the outcome of each, and go on with one of them', async () => {
    const fake = severalClient();
    fake.walletOf('polkadot').next('connect', 'reject');
    const { result } = renderStrict(fake.client, () => ({ several: useConnectNamespaces(), place: useSwitchNamespace() }));
    const connectors = (['solana', 'polkadot'] as const).map((namespace) => ({ namespace, connectorId: MANY }));
    await afterwards(() => result.current.several.connectNamespaces({ connectors }));
    expect(result.current.several).toMatchObject({
      status: 'success',
      data: [
        { namespace: 'solana', status: 'connected' },
        { namespace: 'polkadot', status: 'failed', error: { code: 'wallet/rejected' } },
      ],
    });
    expect(fake.client.getState().activeChain).toBe('solana');
    await afterwards(() => result.current.place.switchNamespace({ namespace: 'bip122' }));
    expect(fake.client.getState().activeChain).toBe('bip122');
  });

  it('use another account, ask for more, and void a transfer that is being prepared', async () => {
    const fake = await severalConnected('eip155');
    const { result } = renderStrict(fake.client, () => ({
      pick: useSetActiveAccount(),
      more: useRequestAccounts(),
      epoch: useSendEpoch(),
    }));
    const before = result.current.epoch;
    await afterwards(() => result.current.pick.setActiveAccount({ address: SECOND }));
    expect(result.current.pick).toMatchObject({ status: 'success', data: { address: SECOND } });
    expect(result.current.epoch).toBe(before + 1);
    await afterwards(() => result.current.more.requestAccounts());
    expect(result.current.more).toMatchObject({ status: 'success', data: [{ address: OWN.eip155 }, { address: SECOND }] });
  });
});
