import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { bitcoin } from '../../../composition/entry/bip122.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { useAddNetwork } from '../../../presentation/hooks/use-add-network.js';
import { useConnect } from '../../../presentation/hooks/use-connect.js';
import { useDisconnect } from '../../../presentation/hooks/use-disconnect.js';
import { useNetwork } from '../../../presentation/hooks/use-network.js';
import { useSendTransaction } from '../../../presentation/hooks/use-send-transaction.js';
import { useSignMessage } from '../../../presentation/hooks/use-sign-message.js';
import { useSignTypedData } from '../../../presentation/hooks/use-sign-typed-data.js';
import { useSwitchNetwork } from '../../../presentation/hooks/use-switch-network.js';
import { useWalletCall } from '../../../presentation/hooks/use-wallet-call.js';
import { ADDRESSES, connectedMultiChainClient } from '../support/multi-chain-client.js';
import { ADDRESS, actAndLoad, connectedClient, OTHER_ADDRESS } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

const account = toAccountId(`${bitcoin.caipNetworkId}:${ADDRESSES.bip122}`);

describe("useWalletCall('bip122', 'signMessage')", () => {
  it.each([
    ['own', 'success'],
    ['unknown', 'success'],
    ['foreign', 'error'],
  ] as const)('returns the signature unless it belongs to another key: %s', async (verdict, status) => {
    const fake = await connectedMultiChainClient('bip122');
    fake.chainOf('bip122').fakeServices.verdict = verdict;
    const { result } = renderStrict(fake.client, () => useWalletCall('bip122', 'signMessage'));
    await actAndLoad(() => result.current.callWallet({ account, message: 'hello', protocol: 'ecdsa' }));
    expect(result.current.status).toBe(status);
    if (status === 'error') expect(result.current).toMatchObject({ error: { code: 'wallet/wrong-signature' } });
    expect(fake.walletOf('bip122').count('signMessageBy')).toBe(1);
  });
});

describe('useConnect', () => {
  it('opens the wallet and succeeds with the account', async () => {
    const { client, chain } = fakeClient();
    chain.wallet(WALLET).next('connect', 'late');
    const { result } = renderStrict(client, () => useConnect());
    expect(result.current).toMatchObject({ status: 'idle' });
    await actAndLoad(() => result.current.connect({ namespace: 'eip155', connectorId: WALLET }));
    expect(result.current).toMatchObject({ status: 'pending', step: 'open-wallet' });
    await actAndLoad(() => chain.wallet(WALLET).release());
    expect(result.current).toMatchObject({ status: 'success', data: { address: ADDRESS } });
  });

  it('fails with a typed error when the user declines, also as a rejected promise', async () => {
    const { client, chain } = fakeClient();
    const { result } = renderStrict(client, () => useConnect());
    chain.wallet(WALLET).next('connect', 'reject');
    let outcome: unknown;
    await actAndLoad(() =>
      result.current.connectAsync({ namespace: 'eip155', connectorId: WALLET }).catch((error: unknown) => (outcome = error)),
    );
    expect(isLatchkeyError(outcome, 'wallet/rejected')).toBe(true);
    expect(result.current).toMatchObject({ status: 'error', error: outcome });
  });

  it('cancels on unmount and ignores a late response', async () => {
    const { client, chain } = fakeClient();
    chain.wallet(WALLET).next('connect', 'late');
    const { result, unmount } = renderStrict(client, () => useConnect());
    await actAndLoad(() => result.current.connect({ namespace: 'eip155', connectorId: WALLET }));
    expect(client.getAccount().status).toBe('connecting');
    unmount();
    expect(client.getAccount().status).toBe('disconnected');
    await actAndLoad(() => chain.wallet(WALLET).release());
    expect(client.getAccount().isConnected).toBe(false);
  });

  it('keeps the identity of its functions', async () => {
    const { client } = fakeClient();
    const { result } = renderStrict(client, () => useConnect());
    const { connect, connectAsync, cancel, reset } = result.current;
    await actAndLoad(() => connect({ namespace: 'eip155', connectorId: WALLET }));
    expect(result.current.status).toBe('success');
    expect(result.current).toMatchObject({ connect, connectAsync, cancel, reset });
  });
});

describe('useDisconnect', () => {
  it('disconnects all namespaces and returns them', async () => {
    const { client } = await connectedClient();
    const { result } = renderStrict(client, () => ({ ...useDisconnect(), account: useAccount() }));
    expect(result.current.account.isConnected).toBe(true);
    await actAndLoad(() => result.current.disconnect());
    expect(result.current).toMatchObject({ status: 'success', data: ['eip155'] });
    expect(result.current.account.isConnected).toBe(false);
  });

  it('fails with the typed error if the wallet does', async () => {
    const { client, chain } = await connectedClient();
    chain.wallet(WALLET).next('disconnect', 'fail');
    const { result } = renderStrict(client, () => useDisconnect());
    await actAndLoad(() => result.current.disconnect({ namespace: 'eip155' }));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'connection/disconnect-failed' } });
  });
});

describe('useSwitchNetwork and useAddNetwork', () => {
  it('switch the wallet and update useNetwork', async () => {
    const { client, chain } = await connectedClient({ chain: { wallets: [{ id: WALLET, knownChainIds: ['eip155:137'] }] } });
    chain.wallet(WALLET).next('switchNetwork', 'late');
    const { result } = renderStrict(client, () => ({ ...useSwitchNetwork(), ...useNetwork() }));
    await actAndLoad(() => result.current.switchNetwork({ chainId: 'eip155:137' }));
    expect(result.current).toMatchObject({ status: 'pending', step: 'approve-in-wallet' });
    await actAndLoad(() => chain.wallet(WALLET).release());
    expect(result.current).toMatchObject({ status: 'success', data: { caipNetworkId: 'eip155:137' } });
    expect(result.current.network?.name).toBe('Polygon');
  });

  it('add a network that the wallet does not have', async () => {
    const { client, chain } = await connectedClient();
    const { result } = renderStrict(client, () => useAddNetwork());
    await actAndLoad(() => result.current.addNetwork({ chainId: 'eip155:137' }));
    expect(result.current).toMatchObject({ status: 'success' });
    expect(chain.wallet(WALLET).count('addNetwork')).toBe(1);
  });
});

describe('useSignMessage and useSignTypedData', () => {
  const typedData = {
    domain: {},
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'Hello' },
  } as const;

  it('succeed with the signature', async () => {
    const { client, chain } = await connectedClient();
    const { result } = renderStrict(client, () => ({ message: useSignMessage(), typed: useSignTypedData() }));
    let signature: string | undefined;
    await actAndLoad(() => result.current.message.signMessageAsync({ message: 'Hello' }).then((result) => (signature = result)));
    expect(result.current.message).toMatchObject({ status: 'success', isVerified: true, data: signature });
    expect(chain.wallet(WALLET).calls.at(-1)).toMatchObject({ operation: 'signMessage', input: { message: 'Hello' } });
    await actAndLoad(() => result.current.typed.signTypedData(typedData));
    expect(result.current.typed).toMatchObject({ status: 'success', data: expect.stringMatching(/^0x[0-9a-f]{130}$/) });
  });

  it('require a connected wallet', async () => {
    const { result } = renderStrict(fakeClient().client, () => useSignMessage());
    await actAndLoad(() => result.current.signMessage({ message: 'Hello' }));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });

  it('never return the result of an older request', async () => {
    const { client, chain } = await connectedClient();
    chain.wallet(WALLET).next('signMessage', 'late', 'late');
    const { result } = renderStrict(client, () => useSignMessage());
    await actAndLoad(() => result.current.signMessage({ message: 'older' }));
    await actAndLoad(() => result.current.signMessage({ message: 'newer' }));
    const { signMessage } = client.useCases;
    await actAndLoad(() => chain.wallet(WALLET).release());
    let expected: unknown;
    await actAndLoad(() => signMessage.execute({ message: 'newer' }).subscribe((state) => (expected = state)));
    expect(result.current).toMatchObject(expected as object);
    expect(result.current.status).toBe('success');
  });
});

describe('useSendTransaction', () => {
  it('returns the hash while pending, then the block', async () => {
    const { client, chain } = await connectedClient({ chain: { balances: { [ADDRESS]: 10n ** 18n } } });
    chain.mining = 'manual';
    const { result } = renderStrict(client, () => useSendTransaction());
    await actAndLoad(() => result.current.sendTransaction({ to: OTHER_ADDRESS, value: 5n }));
    const { hash } = chain.wallet(WALLET).transactions[0]!;
    expect(result.current).toMatchObject({ status: 'pending', step: 'wait-for-block', hash });
    await actAndLoad(() => chain.mine(hash));
    expect(result.current).toMatchObject({ status: 'success', data: { hash, blockNumber: 1n } });
    expect(chain.balanceOf(OTHER_ADDRESS)).toBe(5n);
  });
});
