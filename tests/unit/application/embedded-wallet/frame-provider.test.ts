import { base58 } from '@scure/base';
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { createWalletClient, custom, recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mainnet as viemMainnet } from 'viem/chains';
import { describe, expect, it, vi } from 'vitest';
import type { Eip1193Provider } from '../../../../adapters/eip155/eip1193.js';
import { openRemoteSession } from '../../../../adapters/eip155/remote-provider.js';
import { RemoteWallet } from '../../../../adapters/solana/remote-wallet.js';
import { featureOf } from '../../../../adapters/solana/standard-features.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import { AUTH_CONNECTOR_ID, embeddedConnector } from '../../../../domain/connection/connector.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';
import { MAINNET, POLYGON, record, settled } from '../support/client-fixture.js';
import { EMAIL, embeddedFixture, SOLANA_ADDRESS } from './embedded-fixture.js';

const { signal } = new AbortController();
const BLOCKHASH = base58.encode(new Uint8Array(32).fill(9));
const STANDARD = `0x${'5'.repeat(40)}`;
const HASH = `0x${'a'.repeat(64)}`;
const FROM = formatAccountId(formatChainId('eip155', 1), privateKeyToAccount(`0x${'1'.repeat(64)}`).address);
const ACCOUNT = privateKeyToAccount(`0x${'1'.repeat(64)}`);

/** The EIP-1193 provider of a login, as apps get it, and the frame behind it. */
const opened = async (networksOfSite = { smartAccountEnabledNetworks: [1, 137] }) => {
  const fixture = embeddedFixture();
  const { frame, wallets, connections } = fixture;
  const user = {
    email: EMAIL,
    address: ACCOUNT.address,
    chainId: 1,
    accounts: [
      { address: ACCOUNT.address, type: 'smartAccount' as const },
      { address: STANDARD, type: 'eoa' as const },
    ],
    preferredAccountType: 'smartAccount',
  };
  frame.answer('GET_USER', () => user);
  frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => networksOfSite);
  const remote = await wallets.open(signal);
  const networks = () => connections.state.namespaces.eip155?.networks ?? [];
  const [network] = networks();
  if (network === undefined) throw new Error('No network is configured');
  const reader = async () => ({ request: async () => 'from the node' });
  const session = await openRemoteSession(
    { remote, connector: embeddedConnector('eip155'), network, networks, clock: new FakeClock(), reader },
    signal,
  );
  if (session === null) throw new Error('No account is shared');
  return { ...fixture, session, provider: session.provider as Eip1193Provider };
};

describe('the provider of the embedded wallet', () => {
  it('has accounts with the type that the frame tells', async () => {
    const { session } = await opened();
    expect(session.accounts).toEqual([
      { namespace: 'eip155', address: ACCOUNT.address, type: 'smartAccount' },
      { namespace: 'eip155', address: STANDARD, type: 'eoa' },
    ]);
  });

  it('has no smart account on a network without them', async () => {
    const { provider } = await opened({ smartAccountEnabledNetworks: [1] });
    const accounts: unknown[] = [];
    provider.on?.('accountsChanged', (changed) => accounts.push(changed));
    for (const chainId of ['0x89', '0x1']) await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    expect(accounts).toEqual([[STANDARD], [ACCOUNT.address, STANDARD]]);
  });

  it('signs for a viem client', async () => {
    const { provider, frame } = await opened();
    const message = 'Hello';
    const signature = await ACCOUNT.signMessage({ message });
    frame.answer('RPC_REQUEST', () => signature);
    // viem types the methods of a provider one by one.
    const client = createWalletClient({ account: ACCOUNT.address, chain: viemMainnet, transport: custom(provider as never) });
    expect(await recoverMessageAddress({ message, signature: await client.signMessage({ message }) })).toBe(ACCOUNT.address);
    expect(frame.requests.at(-1)).toMatchObject({ action: 'RPC_REQUEST', payload: { method: 'personal_sign' } });
  });

  it.each([
    ['nonce too low', 'send/nonce-too-low'],
    ['The wallet cannot be reached', 'secure-frame/error-reply'],
    ['The user rejected the request', 'wallet/rejected'],
  ])('reports a refused send, such as %j, as %s', async (reason, code) => {
    const { session, frame } = await opened();
    frame.answer('RPC_REQUEST', { error: reason });
    expect(await codeOf(session.sendTransaction({ from: FROM, to: ACCOUNT.address, value: 1n, gas: 21_000n }, signal))).toBe(code);
  });

  it('sends on the chain that it was switched to', async () => {
    const { provider, frame } = await opened();
    frame.answer('RPC_REQUEST', () => HASH);
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] });
    expect(await provider.request({ method: 'eth_sendTransaction', params: [{ from: ACCOUNT.address, to: ACCOUNT.address }] })).toBe(HASH);
    expect(
      frame.requests.filter(({ action }) => ['SWITCH_NETWORK', 'RPC_REQUEST'].includes(action)).map(({ payload }) => payload),
    ).toMatchObject([{ chainId: 'eip155:137' }, { method: 'eth_sendTransaction' }]);
  });

  it('sends from a smart account, and resolves with the hash of a transaction', async () => {
    const { session, frame } = await opened();
    frame.answer('RPC_REQUEST', () => HASH);
    expect(await session.sendTransaction({ from: FROM, to: STANDARD, value: 1n }, signal)).toBe(HASH);
    frame.answer('RPC_REQUEST', () => ({ id: HASH }));
    expect(await codeOf(session.sendTransaction({ from: FROM, to: STANDARD, value: 1n }, signal))).toBe('wallet/invalid-response');
  });

  it('sends batches of calls and reads their status, as any wallet with EIP-5792', async () => {
    const { session, frame } = await opened();
    const { eip155: calls } = session.calls ?? {};
    frame.answer('RPC_REQUEST', () => ({ id: '0xbatch' }));
    const request = {
      from: FROM,
      calls: [
        { to: STANDARD, value: 1n },
        { to: STANDARD, data: '0x01' },
      ],
    };
    expect(await calls?.sendCalls(request, signal)).toEqual({ id: '0xbatch' });
    expect(frame.requests.at(-1)?.payload).toEqual({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: ACCOUNT.address,
          chainId: '0x1',
          atomicRequired: true,
          calls: [
            { to: STANDARD, value: '0x1' },
            { to: STANDARD, data: '0x01' },
          ],
        },
      ],
    });
    frame.answer('RPC_REQUEST', () => ({
      version: '2.0.0',
      id: '0xbatch',
      chainId: '0x1',
      status: 200,
      atomic: true,
      receipts: [{ logs: [], status: '0x1', blockHash: HASH, blockNumber: '0x7', gasUsed: '0x1', transactionHash: HASH }],
    }));
    expect(await calls?.getCallsStatus({ id: '0xbatch' }, signal)).toMatchObject({ status: 200, receipts: [{ blockNumber: 7n }] });
    frame.answer('RPC_REQUEST', () => ({ '0x1': { atomic: { status: 'supported' } } }));
    expect(await calls?.getCapabilities({ account: FROM }, signal)).toEqual({ 'eip155:1': { atomic: { status: 'supported' } } });
    frame.answer('RPC_REQUEST', { error: 'offline' });
    expect(await calls?.getCapabilities({ account: FROM }, signal)).toEqual({});
  });

  it.each([
    ['eth_estimateUserOperationGas', [{ sender: ACCOUNT.address }, STANDARD]],
    ['eth_getUserOperationByHash', [HASH]],
    ['eth_getUserOperationReceipt', [HASH]],
    ['eth_supportedEntryPoints', []],
  ])('passes %s to the wallet, without an approval', async (method, params) => {
    const { provider, frame, modal } = await opened();
    frame.answer('RPC_REQUEST', () => null);
    expect(await provider.request({ method, params })).toBeNull();
    expect([frame.requests.at(-1)?.payload, modal.snapshot.modal.open]).toEqual([{ method, params }, false]);
  });

  it('has the user approve eth_sendUserOperation', async () => {
    const { provider, frame, modal } = await opened();
    let screen: unknown;
    frame.answer('RPC_REQUEST', () => {
      screen = modal.snapshot.view.name;
      return HASH;
    });
    const request = { method: 'eth_sendUserOperation', params: [{ sender: ACCOUNT.address, callData: '0x01' }, STANDARD] };
    expect([await provider.request(request), screen, frame.requests.find(({ action }) => action === 'RPC_REQUEST')?.payload]).toEqual([
      HASH,
      'ApproveTransaction',
      request,
    ]);
  });

  it('reads from a node, without the frame', async () => {
    const { provider, frame } = await opened();
    const before = frame.requests.length;
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('from the node');
    expect(frame.requests).toHaveLength(before);
  });
});

describe('the accounts of a wallet with a smart account', () => {
  const SMART = ACCOUNT.address;

  /** A connected page whose site has smart accounts on Polygon alone. */
  const connected = async () => {
    const fixture = embeddedFixture();
    const { frame, evm, connections, clock } = fixture;
    let preferred = 'eoa';
    frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [137] }));
    frame.answer('GET_USER', (payload) => {
      const { chainId = 1 } = payload ?? {};
      if (String(chainId).startsWith('solana')) return { address: SOLANA_ADDRESS, chainId };
      const standard = { address: STANDARD, type: 'eoa' as const };
      if (chainId !== 137) return { address: STANDARD, chainId, accounts: [standard], preferredAccountType: 'eoa' };
      const accounts = [standard, { address: SMART, type: 'smartAccount' as const }];
      return {
        address: preferred === 'eoa' ? STANDARD : SMART,
        chainId,
        accounts,
        preferredAccountType: preferred,
        smartAccountDeployed: true,
      };
    });
    frame.answer('SET_PREFERRED_ACCOUNT', ({ type }) => {
      preferred = type;
      return { type, address: type === 'eoa' ? STANDARD : SMART };
    });
    vi.spyOn(evm, 'adopt').mockImplementation((adoption, signal) =>
      openRemoteSession({ ...adoption, clock, reader: async () => ({ request: async () => null }) }, signal),
    );
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: AUTH_CONNECTOR_ID })));
    const shown = () => {
      const { caipAddress, allAccounts, embeddedWalletInfo } = accountOf(connections.state, 'eip155');
      const { accountType, isSmartAccountEnabled, isSmartAccountDeployed } = embeddedWalletInfo ?? {};
      return [caipAddress, allAccounts.map(({ type }) => type), accountType, isSmartAccountEnabled, isSmartAccountDeployed];
    };
    const switchTo = async (chainId: string) => {
      const network = connections.state.namespaces.eip155?.networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
      if (network === undefined) throw new Error(`${chainId} is not configured`);
      await connections.sessionOf('eip155')?.switchNetwork(network, signal);
      await flushPromises();
    };
    const attempts = () => frame.requests.filter(({ action }) => action === 'SET_PREFERRED_ACCOUNT').length;
    return { ...fixture, shown, switchTo, attempts };
  };
  const ON_MAINNET = [`${MAINNET}:${STANDARD}`, ['eoa'], 'eoa', false, false];
  const ON_POLYGON = [`${POLYGON}:${SMART}`, ['smartAccount', 'eoa'], 'smartAccount', true, true];
  const STANDARD_ON_POLYGON = [`${POLYGON}:${STANDARD}`, ['eoa', 'smartAccount'], 'eoa', true, true];

  it('are those of the network, with the wanted type on the first one that has it', async () => {
    const { shown, switchTo, attempts } = await connected();
    expect([shown(), attempts()]).toEqual([ON_MAINNET, 0]);
    await switchTo(POLYGON);
    expect([shown(), attempts()]).toEqual([ON_POLYGON, 1]);
    await switchTo(MAINNET);
    expect(shown()).toEqual(ON_MAINNET);
    await switchTo(POLYGON);
    expect([shown(), attempts()]).toEqual([ON_POLYGON, 1]);
  });

  it('keep the choice of the user on the way over a network without smart accounts', async () => {
    const { shown, switchTo, setAccountType, login } = await connected();
    await switchTo(POLYGON);
    await settled(record(setAccountType.execute({ type: 'eoa' })));
    await switchTo(MAINNET);
    await switchTo(POLYGON);
    expect([shown(), login.accountType]).toEqual([STANDARD_ON_POLYGON, 'eoa']);
  });

  it('go back to the one in use if the site refuses the one that the user has chosen in the page', async () => {
    const { shown, switchTo, setAccountType, useCases, frame } = await connected();
    await switchTo(POLYGON);
    await settled(record(setAccountType.execute({ type: 'eoa' })));
    frame.answer('SET_PREFERRED_ACCOUNT', { error: 'no' });
    await settled(record(useCases.setActiveAccount.execute({ address: SMART, namespace: 'eip155' })));
    await flushPromises();
    expect(shown()).toEqual(STANDARD_ON_POLYGON);
  });
});

const transferOf = (address: string): Uint8Array => {
  const payerKey = new PublicKey(address);
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: payerKey, lamports: 1 })];
  const message = new TransactionMessage({ payerKey, recentBlockhash: BLOCKHASH, instructions });
  return new VersionedTransaction(message.compileToV0Message()).serialize();
};

describe('the Wallet Standard wallet of the embedded wallet', () => {
  it('signs and sends transactions, which the frame has in base58', async () => {
    const { frame, wallets, connections } = embeddedFixture();
    const remote = await wallets.open(signal);
    const networks = () => connections.state.namespaces.solana?.networks ?? [];
    const wallet = new RemoteWallet({ remote, name: 'Embedded wallet', icon: null, networks });
    const signature = new Uint8Array(64).fill(7);
    const transaction = transferOf(SOLANA_ADDRESS);
    const [signing, sending] = [featureOf(wallet, 'solana:signTransaction'), featureOf(wallet, 'solana:signAndSendTransaction')];
    const [account] = wallet.accounts;
    if (account === undefined) throw new Error('No account is shared');
    const input = { account, chain: 'solana:mainnet', transaction };

    frame.answer('RPC_REQUEST', ({ params }) => params);
    // wallet-adapter signs without a chain.
    expect(await signing?.signTransaction({ account, transaction })).toEqual([{ signedTransaction: transaction }]);

    frame.answer('RPC_REQUEST', () => ({ signature: base58.encode(signature) }));
    expect(await sending?.signAndSendTransaction({ ...input, options: { skipPreflight: true } })).toEqual([{ signature }]);
    expect(frame.requests.at(-1)?.payload).toMatchObject({
      method: 'solana_signAndSendTransaction',
      params: { transaction: base58.encode(transaction), options: { skipPreflight: true } },
    });
  });
});
