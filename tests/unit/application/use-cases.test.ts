import fc from 'fast-check';
import { type Observable, take } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import type { FakeOperation, FakeResponse } from '../../../application/ports/wallet-response.fake.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { ActivityItem } from '../../../domain/activity/activity-item.js';
import { type ChainId, toChainId } from '../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../domain/caip/caip-19.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connectedFixture,
  EVM_WALLET,
  POLYGON,
  record,
  releaseResponses,
  settled,
} from './support/client-fixture.js';

/** The common shape of all states. */
interface State {
  readonly status: 'pending' | 'success' | 'error';
  readonly error?: unknown;
}

interface UseCaseRow {
  readonly name: Exclude<keyof UseCases, `watch${string}`>;
  readonly execute: (useCases: UseCases) => Observable<State>;
  /** The wallet operation, if there is one. */
  readonly operation?: FakeOperation;
  readonly prepare?: () => Promise<ClientFixture>;
}

const withStoredConnection = async (): Promise<ClientFixture> => {
  const fixture = clientFixture();
  fixture.chain.wallet(EVM_WALLET).connected = true;
  fixture.connectionRepository.remember('eip155', EVM_WALLET);
  return fixture;
};

const withSignIn = () => connectedFixture({ signIn: new FakeSignIn() });
const withFrame = async (): Promise<ClientFixture> => {
  const fixture = clientFixture();
  const { frame } = fixture;
  frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
  frame.answer('CONNECT_DEVICE', () => undefined);
  frame.answer('CONNECT_OTP', () => undefined);
  frame.answer('CONNECT_SOCIAL', () => ({ userName: 'ada', address: ADDRESS, chainId: 1 }));
  frame.answer('GET_FARCASTER_URI', () => ({ url: 'https://farcaster.example/' }));
  frame.answer('CONNECT_FARCASTER', () => ({ userName: 'ada.eth' }));
  frame.answer('UPDATE_EMAIL', () => ({ action: 'VERIFY_PRIMARY_OTP' as const }));
  frame.answer('UPDATE_EMAIL_PRIMARY_OTP', () => undefined);
  return fixture;
};
const withName = (): Promise<ClientFixture> => connectedFixture({ evm: { names: { 'alice.eth': ADDRESS } } });

const TOKEN = formatAssetId({
  chainId: toChainId('eip155:1'),
  assetNamespace: 'erc20',
  assetReference: '0x6b175474e89094c44da98b954eedeac495271d0f',
});

const COIN: TokenBalance = {
  ...{ chainId: toChainId('eip155:1'), asset: null, name: 'Ether', symbol: 'ETH', decimals: 18, value: 10n },
  ...{ priceUsd: null, valueUsd: null, change24h: null, iconUrl: null },
};

/** With the form of a transfer filled in. */
const withSend = async (): Promise<ClientFixture> => {
  const fixture = await connectedFixture();
  record(fixture.useCases.editSend.execute({ token: COIN, amount: '0.000000000000000001', recipient: ADDRESS }));
  await flushPromises();
  return fixture;
};

const PURCHASE: ActivityItem = {
  ...{ id: 'purchase', chainId: toChainId('eip155:1'), operation: 'bought', status: 'pending', hash: null, minedAtMs: 0 },
  ...{ sentFrom: null, sentTo: ADDRESS, transfers: [] },
};

/** With a priced purchase that is made as soon as the page of the provider is known. */
const withPurchase = async (): Promise<ClientFixture> => {
  const fixture = await connectedFixture();
  const { blockchainApi, clock, useCases } = fixture;
  const total = { amount: '100', currency: 'USD' };
  const amounts = { coinbaseFee: total, networkFee: total, paymentSubtotal: total, paymentTotal: total, purchaseAmount: total };
  blockchainApi.replies.onrampQuote = () => ({ quoteId: 'q', ...amounts, estimated: false });
  blockchainApi.replies.onrampUrl = () => 'https://pay.example';
  const isMade = () => blockchainApi.historyRequests.length > 1;
  blockchainApi.replies.history = () => ({ items: isMade() ? [PURCHASE] : [], next: null });
  const watched = record(useCases.watchOnramp.execute());
  record(useCases.editOnramp.execute({ amount: '100' }));
  await flushPromises();
  await clock.run(500);
  watched.cancel();
  return fixture;
};

/** With a transaction that is not in a block yet. */
const withWaiting = async (): Promise<ClientFixture> => {
  const fixture = await connectedFixture();
  const from = toAccountId(`eip155:1:${ADDRESS}`);
  const hash = `0x${'a'.repeat(64)}`;
  const chainId = toChainId('eip155:1');
  fixture.chain.wallet(EVM_WALLET).transactions.push({ hash, chainId, request: { from, to: ADDRESS, value: 1n } });
  fixture.tracker.repository.save({
    ...{
      namespace: 'eip155',
      chainId,
      hash,
      kind: 'transaction',
      purpose: 'send',
      swap: null,
      token: null,
      from,
      to: ADDRESS,
      value: 1n,
      asset: null,
    },
    ...{
      isSmartAccount: false,
      replaces: null,
      trace: null,
      isReplaceable: null,
      sentAt: fixture.clock.now(),
      outcome: null,
      follower: null,
    },
  });
  return fixture;
};

/** The hash of {@link withWaiting}. */
const waiting = ({ watchTransactions }: UseCases): { readonly chainId: ChainId; readonly hash: string } => {
  const [transaction] = watchTransactions.current();
  return transaction ?? { chainId: toChainId('eip155:1'), hash: '' };
};

/** With the form of a swap of the coin filled in. */
const withSwap = async (): Promise<ClientFixture> => {
  const fixture = await connectedFixture();
  const { blockchainApi: api } = fixture;
  const chainId = toChainId('eip155:1');
  const tokenOf = (asset: typeof TOKEN | null) => ({
    chainId,
    asset,
    name: 'Token',
    symbol: 'TKN',
    decimals: 18,
    iconUrl: null,
    hasPermit: false,
  });
  fixture.chain.setBalance(ADDRESS, 10n ** 18n);
  api.replies.gasPrices = () => ({ standard: 1n, fast: null, instant: null });
  api.replies.swapQuotes = ({ amount }) => [{ id: null, fromAmount: amount, toAmount: amount }];
  api.replies.buildSwap = ({ account, amount }) => ({
    ...{ from: account, to: toAccountId(`eip155:1:0x${'e'.repeat(40)}`), data: '0x', gas: null, gasPrice: null, amount },
  });
  const watching = record(fixture.useCases.watchSwap.execute());
  record(fixture.useCases.editSwap.execute({ source: tokenOf(null), target: tokenOf(TOKEN), amount: '0.5' }));
  await fixture.clock.run(200);
  watching.cancel();
  return fixture;
};

/** Every use case that completes, with a typical input. */
const ROWS: readonly UseCaseRow[] = [
  {
    name: 'connectWallet',
    execute: ({ connectWallet }) => connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }),
    operation: 'connect',
    prepare: async () => clientFixture(),
  },
  {
    name: 'connectNamespaces',
    execute: ({ connectNamespaces }) => connectNamespaces.execute({ connectors: [{ namespace: 'eip155', connectorId: EVM_WALLET }] }),
    prepare: async () => clientFixture(),
  },
  {
    name: 'reconnectWallets',
    execute: ({ reconnectWallets }) => reconnectWallets.execute(),
    operation: 'resume',
    prepare: withStoredConnection,
  },
  { name: 'disconnectWallet', execute: ({ disconnectWallet }) => disconnectWallet.execute(), operation: 'disconnect' },
  { name: 'switchNetwork', execute: ({ switchNetwork }) => switchNetwork.execute({ chainId: POLYGON }), operation: 'switchNetwork' },
  { name: 'switchNamespace', execute: ({ switchNamespace }) => switchNamespace.execute({ namespace: 'solana' }) },
  { name: 'setActiveAccount', execute: ({ setActiveAccount }) => setActiveAccount.execute({ address: ADDRESS }) },
  { name: 'requestAccounts', execute: ({ requestAccounts }) => requestAccounts.execute(), operation: 'requestPermissions' },
  { name: 'addNetwork', execute: ({ addNetwork }) => addNetwork.execute({ chainId: POLYGON }), operation: 'addNetwork' },
  { name: 'signMessage', execute: ({ signMessage }) => signMessage.execute({ message: 'Hello' }), operation: 'signMessage' },
  {
    name: 'signTypedData',
    execute: ({ signTypedData }) => signTypedData.execute({ domain: {}, types: {}, primaryType: 'Mail', message: {} }),
    operation: 'signTypedData',
  },
  {
    name: 'sendTransaction',
    execute: ({ sendTransaction }) => sendTransaction.execute({ to: ADDRESS, value: 1n }),
    operation: 'sendTransaction',
  },
  {
    name: 'callWallet',
    execute: ({ callWallet }) => callWallet.execute({ namespace: 'eip155', call: 'getPermissions', request: {} }),
    operation: 'getPermissions',
  },
  { name: 'verifyMessage', execute: ({ verifyMessage }) => verifyMessage.execute({ message: 'Hello', signature: '0x00' }) },
  { name: 'readBalanceBreakdown', execute: ({ readBalanceBreakdown }) => readBalanceBreakdown.execute() },
  { name: 'readAccountBalances', execute: ({ readAccountBalances }) => readAccountBalances.execute() },
  { name: 'estimateFees', execute: ({ estimateFees }) => estimateFees.execute({ to: ADDRESS, value: 1n }) },
  { name: 'simulateTransaction', execute: ({ simulateTransaction }) => simulateTransaction.execute({ to: ADDRESS, value: 1n }) },
  { name: 'editSend', execute: ({ editSend }) => editSend.execute({ amount: '1' }) },
  {
    name: 'speedUpTransaction',
    execute: (useCases) => useCases.speedUpTransaction.execute(waiting(useCases)),
    operation: 'replaceTransaction',
    prepare: withWaiting,
  },
  {
    name: 'cancelTransaction',
    execute: (useCases) => useCases.cancelTransaction.execute(waiting(useCases)),
    operation: 'replaceTransaction',
    prepare: withWaiting,
  },
  { name: 'submitSend', execute: ({ submitSend }) => submitSend.execute(), operation: 'sendTransaction', prepare: withSend },
  { name: 'editOnramp', execute: ({ editOnramp }) => editOnramp.execute({ amount: '100' }) },
  { name: 'checkOutOnramp', execute: ({ checkOutOnramp }) => checkOutOnramp.execute({ provider: 'coinbase' }), prepare: withPurchase },
  { name: 'loadMorePurchases', execute: ({ loadMorePurchases }) => loadMorePurchases.execute() },
  { name: 'editSwap', execute: ({ editSwap }) => editSwap.execute({ amount: '1' }) },
  { name: 'submitSwap', execute: ({ submitSwap }) => submitSwap.execute(), operation: 'sendTransaction', prepare: withSwap },
  { name: 'resolveName', execute: ({ resolveName }) => resolveName.execute({ name: 'alice.eth' }), prepare: withName },
  { name: 'lookUpName', execute: ({ lookUpName }) => lookUpName.execute({ address: ADDRESS }), prepare: withName },
  { name: 'refreshBalance', execute: ({ refreshBalance }) => refreshBalance.execute() },
  { name: 'refreshTokens', execute: ({ refreshTokens }) => refreshTokens.execute() },
  { name: 'readToken', execute: ({ readToken }) => readToken.execute({ address: ADDRESS }) },
  { name: 'addToken', execute: ({ addToken }) => addToken.execute({ asset: TOKEN }) },
  { name: 'hideToken', execute: ({ hideToken }) => hideToken.execute({ asset: TOKEN }) },
  { name: 'showToken', execute: ({ showToken }) => showToken.execute({ asset: TOKEN }) },
  { name: 'loadMoreActivity', execute: ({ loadMoreActivity }) => loadMoreActivity.execute() },
  { name: 'loadMoreNfts', execute: ({ loadMoreNfts }) => loadMoreNfts.execute() },
  { name: 'checkAccountName', execute: ({ checkAccountName }) => checkAccountName.execute({ name: 'satoshi' }) },
  { name: 'openModal', execute: ({ openModal }) => openModal.execute() },
  { name: 'closeModal', execute: ({ closeModal }) => closeModal.execute({ by: 'user' }) },
  {
    name: 'pairWallet',
    execute: ({ pairWallet }) => pairWallet.execute({ wallet: { id: 'w1', name: 'Phone' } }),
    // A fake remote wallet that approves immediately: pairing has its own tests.
    prepare: async () =>
      clientFixture({ evm: { wallets: [{ id: EVM_WALLET }, { id: WALLET_CONNECT_CONNECTOR_ID, type: 'WALLET_CONNECT' }] } }),
  },
  {
    name: 'followWalletLink',
    execute: ({ followWalletLink }) =>
      followWalletLink.execute({ wallet: { id: 'w1', name: 'Phone' }, base: 'phone://', platform: 'mobile' }),
  },
  { name: 'resumePairing', execute: ({ resumePairing }) => resumePairing.execute() },
  { name: 'loadMoreWallets', execute: ({ loadMoreWallets }) => loadMoreWallets.execute() },
  { name: 'findWallet', execute: ({ findWallet }) => findWallet.execute({ id: 'a' }) },
  { name: 'excludeWallets', execute: ({ excludeWallets }) => excludeWallets.execute() },
  { name: 'prepareSignIn', execute: ({ prepareSignIn }) => prepareSignIn.execute(), prepare: withSignIn },
  { name: 'signIn', execute: ({ signIn }) => signIn.execute(), operation: 'signMessage', prepare: withSignIn },
  { name: 'cancelSignIn', execute: ({ cancelSignIn }) => cancelSignIn.execute(), prepare: withSignIn },
  { name: 'signOut', execute: ({ signOut }) => signOut.execute(), prepare: withSignIn },
  {
    name: 'requestEmailCode',
    execute: ({ requestEmailCode }) => requestEmailCode.execute({ email: 'ada@example.com' }),
    prepare: withFrame,
  },
  { name: 'approveDevice', execute: ({ approveDevice }) => approveDevice.execute(), prepare: withFrame },
  { name: 'enterEmailCode', execute: ({ enterEmailCode }) => enterEmailCode.execute({ otp: '123456' }), prepare: withFrame },
  {
    name: 'logInWithSocial',
    execute: ({ logInWithSocial }) => logInWithSocial.execute({ provider: 'google', resultUri: 'https://wallet.example/social?code=1' }),
    prepare: withFrame,
  },
  { name: 'requestFarcasterUrl', execute: ({ requestFarcasterUrl }) => requestFarcasterUrl.execute(), prepare: withFrame },
  { name: 'logInWithFarcaster', execute: ({ logInWithFarcaster }) => logInWithFarcaster.execute(), prepare: withFrame },
  { name: 'updateEmail', execute: ({ updateEmail }) => updateEmail.execute({ email: 'ada@example.org' }), prepare: withFrame },
  {
    name: 'enterUpdateEmailCode',
    execute: ({ enterUpdateEmailCode }) => enterUpdateEmailCode.execute({ otp: '123456', step: 'primary' }),
    prepare: withFrame,
  },
  { name: 'copyText', execute: ({ copyText }) => copyText.execute({ text: 'Hello' }) },
];
const WALLET_ROWS = ROWS.filter((row): row is UseCaseRow & { readonly operation: FakeOperation } => row.operation !== undefined);

const prepare = async ({ prepare: create = connectedFixture }: UseCaseRow): Promise<ClientFixture> => {
  const fixture = await create();
  fixture.chain
    .wallet(EVM_WALLET)
    .knownChainIds.add(fixture.connections.state.namespaces.eip155?.networks[1]?.caipNetworkId ?? fixture.chain.wallet(EVM_WALLET).chainId);
  fixture.chain.setBalance(ADDRESS, 10n);
  return fixture;
};
/** Everything that a use case could change. */
const traces = (fixture: ClientFixture) => ({
  state: fixture.connections.state,
  modal: fixture.modal.snapshot,
  tracked: fixture.tracked.length,
  calls: fixture.chain.wallet(EVM_WALLET).calls.length,
  reads: fixture.chain.readCalls.length,
  stored: fixture.storage.persisted,
  copied: fixture.browser.copied.length,
  queries: fixture.directory.queries.length,
  timers: fixture.clock.pending,
});

describe('every use case', () => {
  it('is listed in this table', () => {
    // These need a login: shown with the settings of the embedded wallet, and with names.
    const withLogin = ['setAccountType', 'registerAccountName'];
    const runs = Object.keys(clientFixture().useCases).filter((name) => !name.startsWith('watch') && !withLogin.includes(name));
    expect(ROWS.map(({ name }) => name).sort()).toEqual(runs.sort());
  });

  it.each(ROWS)('does nothing before subscription, nor after unsubscribing on the first state: $name', async (row) => {
    const fixture = await prepare(row);
    const before = traces(fixture);
    const stream = row.execute(fixture.useCases);
    await settled(record(stream.pipe(take(1))));
    expect(traces(fixture)).toEqual(before);
  });

  it.each(ROWS)('starts with a synchronous pending state and ends with exactly one terminal state: $name', async (row) => {
    const fixture = await prepare(row);
    const first: string[] = [];
    const run = record(row.execute(fixture.useCases));
    first.push(...run.values.map(({ status }) => status));
    await fixture.clock.run(30_000);
    const statuses = run.values.map(({ status }) => status);
    expect(first[0]).toBe('pending');
    expect(statuses.slice(0, -1).every((status) => status === 'pending')).toBe(true);
    expect(statuses.at(-1)).toBe('success');
    expect(run.end).toBe('complete');
  });

  it.each(WALLET_ROWS.filter(({ name }) => name !== 'disconnectWallet'))('aborts the wallet request on unsubscribe: $name', async (row) => {
    const fixture = await prepare(row);
    const handle = vi.spyOn(fixture.chain.wallet(EVM_WALLET), 'handle');
    fixture.chain.wallet(EVM_WALLET).next(row.operation, 'late');
    const run = await settled(record(row.execute(fixture.useCases)));
    const [operation, , signal] = handle.mock.calls.at(-1) ?? [];
    expect([operation, signal?.aborted]).toEqual([row.operation, false]);
    run.cancel();
    expect(signal?.aborted).toBe(true);
    await releaseResponses(fixture.chain.wallet(EVM_WALLET));
    expect(run.values.every(({ status }) => status === 'pending')).toBe(true);
    expect(run.end).toBe('open');
    // A transaction that the wallet broadcasts anyway is tracked to its outcome.
    await fixture.clock.run(30_000);
    expect(fixture.clock.pending).toBe(0);
  });

  it('keeps the order of states for any wallet response and cancellation', async () => {
    const response = fc.constantFrom<FakeResponse>(
      'approve',
      'reject',
      'pending',
      'unauthorized',
      'unsupported',
      'lost',
      'fail',
      'garbage',
      'never',
      'late',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...WALLET_ROWS),
        fc.array(response, { maxLength: 3 }),
        fc.option(fc.nat(30)),
        async (row, responses, cancelAfter) => {
          const fixture = await prepare(row);
          const wallet = fixture.chain.wallet(EVM_WALLET);
          wallet.next(row.operation, ...responses);
          const run = record(row.execute(fixture.useCases));
          for (let turn = 0; turn < (cancelAfter ?? 0); turn += 1) await Promise.resolve();
          const emittedCount = run.values.length;
          const isCancelled = cancelAfter !== null && run.end === 'open';
          if (isCancelled) run.cancel();
          await flushPromises();
          wallet.release();
          await fixture.clock.run(30_000);
          const states = run.values;
          expect(states[0]?.status).toBe('pending');
          expect(states.slice(0, -1).every(({ status }) => status === 'pending')).toBe(true);
          for (const state of states) if (state.status === 'error') expect(isLatchkeyError(state.error)).toBe(true);
          if (isCancelled) expect([states.length, run.end]).toEqual([emittedCount, 'open']);
          else expect(run.end === 'complete').toBe(states.at(-1)?.status !== 'pending');
          fixture.connections.dispose();
          expect([wallet.listeners, fixture.clock.pending]).toEqual([0, 0]);
        },
      ),
    );
  });
});
