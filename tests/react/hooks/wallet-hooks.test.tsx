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
import { OWN, severalConnected } from '../support/several.js';
import { ADDRESS, afterwards, connected, OTHER } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

const account = toAccountId(`${bitcoin.caipNetworkId}:${OWN.bip122}`);

describe('a text that a Bitcoin wallet is asked to sign by one of its two ways', () => {
  it.each([
    ['own', 'success'],
    ['unknown', 'success'],
    ['foreign', 'error'],
  ] as const)('is handed on unless it is known to be of another key: %s', async (verdict, status) => {
    const fake = await severalConnected('bip122');
    fake.chainOf('bip122').fakeServices.verdict = verdict;
    const { result } = renderStrict(fake.client, () => useWalletCall('bip122', 'signMessage'));
    await afterwards(() => result.current.callWallet({ account, message: 'hello', protocol: 'ecdsa' }));
    expect(result.current.status).toBe(status);
    if (status === 'error') expect(result.current).toMatchObject({ error: { code: 'wallet/wrong-signature' } });
    expect(fake.walletOf('bip122').count('signMessageBy')).toBe(1);
  });
});

describe('useConnect', () => {
  it('opens the wallet and ends with the account', async () => {
    const { client, chain } = fakeClient();
    chain.wallet(WALLET).next('connect', 'late');
    const { result } = renderStrict(client, () => useConnect());
    expect(result.current).toMatchObject({ status: 'idle' });
    await afterwards(() => result.current.connect({ namespace: 'eip155', connectorId: WALLET }));
    expect(result.current).toMatchObject({ status: 'pending', step: 'open-wallet' });
    await afterwards(() => chain.wallet(WALLET).release());
    expect(result.current).toMatchObject({ status: 'success', data: { address: ADDRESS } });
  });

  it('ends with a typed error when the person declines, also as a rejected promise', async () => {
    const { client, chain } = fakeClient();
    const { result } = renderStrict(client, () => useConnect());
    chain.wallet(WALLET).next('connect', 'reject');
    let outcome: unknown;
    await afterwards(() =>
      result.current.connectAsync({ namespace: 'eip155', connectorId: WALLET }).catch((error: unknown) => (outcome = error)),
    );
    expect(isLatchkeyError(outcome, 'wallet/rejected')).toBe(true);
    expect(result.current).toMatchObject({ status: 'error', error: outcome });
  });

  it('cancels when the component leaves, and ignores what the wallet says later', async () => {
    const { client, chain } = fakeClient();
    chain.wallet(WALLET).next('connect', 'late');
    const { result, unmount } = renderStrict(client, () => useConnect());
    await afterwards(() => result.current.connect({ namespace: 'eip155', connectorId: WALLET }));
    expect(client.getAccount().status).toBe('connecting');
    unmount();
    expect(client.getAccount().status).toBe('disconnected');
    await afterwards(() => chain.wallet(WALLET).release());
    expect(client.getAccount().isConnected).toBe(false);
  });

  it('keeps its functions', async () => {
    const { client } = fakeClient();
    const { result } = renderStrict(client, () => useConnect());
    const { connect, connectAsync, cancel, reset } = result.current;
    await afterwards(() => connect({ namespace: 'eip155', connectorId: WALLET }));
    expect(result.current.status).toBe('success');
    expect(result.current).toMatchObject({ connect, connectAsync, cancel, reset });
  });
});

describe('useDisconnect', () => {
  it('disconnects everything and names the namespaces', async () => {
    const { client } = await connected();
    const { result } = renderStrict(client, () => ({ ...useDisconnect(), account: useAccount() }));
    expect(result.current.account.isConnected).toBe(true);
    await afterwards(() => result.current.disconnect());
    expect(result.current).toMatchObject({ status: 'success', data: ['eip155'] });
    expect(result.current.account.isConnected).toBe(false);
  });

  it('ends with the typed error where the wallet does not play along', async () => {
    const { client, chain } = await connected();
    chain.wallet(WALLET).next('disconnect', 'fail');
    const { result } = renderStrict(client, () => useDisconnect());
    await afterwards(() => result.current.disconnect({ namespace: 'eip155' }));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'connection/disconnect-failed' } });
  });
});

describe('useSwitchNetwork and useAddNetwork', () => {
  it('move the wallet and every reader of the network', async () => {
    const { client, chain } = await connected({ chain: { wallets: [{ id: WALLET, knownChainIds: ['eip155:137'] }] } });
    chain.wallet(WALLET).next('switchNetwork', 'late');
    const { result } = renderStrict(client, () => ({ ...useSwitchNetwork(), ...useNetwork() }));
    await afterwards(() => result.current.switchNetwork({ chainId: 'eip155:137' }));
    expect(result.current).toMatchObject({ status: 'pending', step: 'approve-in-wallet' });
    await afterwards(() => chain.wallet(WALLET).release());
    expect(result.current).toMatchObject({ status: 'success', data: { caipNetworkId: 'eip155:137' } });
    expect(result.current.network?.name).toBe('Polygon');
  });

  it('offer a network that the wallet does not know', async () => {
    const { client, chain } = await connected();
    const { result } = renderStrict(client, () => useAddNetwork());
    await afterwards(() => result.current.addNetwork({ chainId: 'eip155:137' }));
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

  it('end with what the wallet signed', async () => {
    const { client, chain } = await connected();
    const { result } = renderStrict(client, () => ({ message: useSignMessage(), typed: useSignTypedData() }));
    let signature: string | undefined;
    await afterwards(() => result.current.message.signMessageAsync({ message: 'Hello' }).then((result) => (signature = result)));
    expect(result.current.message).toMatchObject({ status: 'success', isVerified: true, data: signature });
    expect(chain.wallet(WALLET).calls.at(-1)).toMatchObject({ operation: 'signMessage', input: { message: 'Hello' } });
    await afterwards(() => result.current.typed.signTypedData(typedData));
    expect(result.current.typed).toMatchObject({ status: 'success', data: expect.stringMatching(/^0x[0-9a-f]{130}$/) });
  });

  it('need a connected wallet', async () => {
    const { result } = renderStrict(fakeClient().client, () => useSignMessage());
    await afterwards(() => result.current.signMessage({ message: 'Hello' }));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });

  it('never show the answer to an older question', async () => {
    const { client, chain } = await connected();
    chain.wallet(WALLET).next('signMessage', 'late', 'late');
    const { result } = renderStrict(client, () => useSignMessage());
    await afterwards(() => result.current.signMessage({ message: 'older' }));
    await afterwards(() => result.current.signMessage({ message: 'newer' }));
    const { signMessage } = client.useCases;
    await afterwards(() => chain.wallet(WALLET).release());
    let expected: unknown;
    await afterwards(() => signMessage.execute({ message: 'newer' }).subscribe((state) => (expected = state)));
    expect(result.current).toMatchObject(expected as object);
    expect(result.current.status).toBe('success');
  });
});

describe('useSendTransaction', () => {
  it('tells the hash while it waits, then the block', async () => {
    const { client, chain } = await connected({ chain: { balances: { [ADDRESS]: 10n ** 18n } } });
    chain.mining = 'by-hand';
    const { result } = renderStrict(client, () => useSendTransaction());
    await afterwards(() => result.current.sendTransaction({ to: OTHER, value: 5n }));
    const { hash } = chain.wallet(WALLET).transactions[0]!;
    expect(result.current).toMatchObject({ status: 'pending', step: 'wait-for-block', hash });
    await afterwards(() => chain.mine(hash));
    expect(result.current).toMatchObject({ status: 'success', data: { hash, blockNumber: 1n } });
    expect(chain.balanceOf(OTHER)).toBe(5n);
  });
});
