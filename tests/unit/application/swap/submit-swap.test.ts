import { beforeEach, describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AccountId, addressOf, formatAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import type { SwapToken } from '../../../../domain/swap/parse-swap.js';
import type { SwapFormChange } from '../../../../domain/swap/swap-form-state.js';
import { tokenAddress } from '../../../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';
import { ADDRESS, type ClientFixture, connectedFixture, EVM_WALLET, MAINNET, POLYGON, record } from '../support/client-fixture.js';

const chainId = toChainId(MAINNET);
const EXCHANGE = '0x52908400098527886e0f7030069857d2e4169ee7';
const CONTRACT = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const USDC = formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: CONTRACT });
const NINE = formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: `0x${'9'.repeat(40)}` });
const swapToken = (asset: typeof USDC | null, symbol: string, decimals: number): SwapToken => ({
  ...{ chainId, asset, name: symbol, symbol, decimals, iconUrl: null, hasPermit: false },
});
const ETHER = swapToken(null, 'ETH', 18);
const DOLLAR = swapToken(USDC, 'USDC', 6);
const held = ({ asset, symbol, decimals }: SwapToken, value: bigint, priceUsd: number): TokenBalance => ({
  ...{ chainId, asset, name: symbol, symbol, decimals, value, priceUsd, valueUsd: null, change24h: null, iconUrl: null },
});
const GWEI = 10n ** 9n;
/** Network fee of a swap that is not built yet: 150,000 gas. */
const FEE = 150_000n * GWEI;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const approve = (amount: bigint): string => `0x095ea7b3${EXCHANGE.slice(2).padStart(64, '0')}${word(amount)}`;

let fixture: ClientFixture;
let watched: ReturnType<typeof watch>;
/** Dollars that one ether gives, and the other way round. */
let price: bigint;
let allowance: bigint;

const watch = () => record(fixture.useCases.watchSwap.execute());
const current = () => fixture.useCases.watchSwap.current();
const wallet = () => fixture.chain.wallet(EVM_WALLET);
const requests = () => wallet().transactions.map(({ request }) => request);
const isEther = (address: AccountId): boolean => address === tokenAddress(chainId, null);
const edit = async (change: SwapFormChange | 'switch' | 'refresh'): Promise<void> => {
  record(fixture.useCases.editSwap.execute(change));
  await fixture.clock.run(200);
};
/** The states of a submission once it waits or ends. */
const submit = async (ms = 60_000) => {
  const run = record(fixture.useCases.submitSwap.execute());
  await fixture.clock.run(ms);
  return run;
};
const stepsOf = (run: Awaited<ReturnType<typeof submit>>) =>
  run.values.map((state) => (state.status === 'pending' ? state.step : state.status));
const quoteCalls = (): number => fixture.blockchainApi.inputsOf('swapQuotes').length;

beforeEach(async () => {
  fixture = await connectedFixture();
  price = 2_000n;
  allowance = 0n;
  fixture.chain.setBalance(ADDRESS, 10n ** 18n);
  const { blockchainApi: api } = fixture;
  api.tokens.set(ADDRESS, [held(ETHER, 10n ** 18n, 2_000), held(DOLLAR, 500_000_000n, 1)]);
  api.replies.swapTokens = () => [ETHER, DOLLAR];
  api.replies.gasPrices = () => ({ standard: GWEI, fast: null, instant: null });
  api.replies.allowance = () => allowance;
  api.replies.swapQuotes = ({ from, amount }) =>
    price === 0n
      ? []
      : [{ id: null, fromAmount: amount, toAmount: isEther(from) ? (amount * price) / 10n ** 12n : (amount * 10n ** 12n) / price }];
  api.replies.buildSwap = ({ account, amount }) => ({
    ...{ from: account, to: formatAccountId(chainId, EXCHANGE), data: '0xabcd', gas: null, gasPrice: null, amount },
  });
  api.replies.buildApproval = ({ from }) => ({ from, to: from, data: approve(2n ** 256n - 1n), gas: null, gasPrice: null, value: 0n });
  watched = watch();
  await fixture.clock.run(200);
});

describe('WatchSwap', () => {
  it('lists the tokens, and says what to enter next', async () => {
    expect(current()).toMatchObject({ tokens: [ETHER, DOLLAR], fault: 'token-missing', gasPrice: GWEI, networkFee: FEE, slippageBps: 100 });
    await edit({ source: ETHER, target: DOLLAR });
    expect(current().fault).toBe('amount-missing');
    for (const amount of ['0', 'x', '0.0000000000000000001']) {
      await edit({ amount });
      expect(current().fault).toBe('incorrect-amount');
    }
    await edit({ amount: '2' });
    expect(current().fault).toBe('insufficient-balance');
    await edit({ amount: '1' });
    expect(current().fault).toBe('insufficient-fee-funds');
    await edit({ amount: '0.5' });
    expect(current().fault).toBeNull();
  });

  it('computes the figures of a quote', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    expect(current()).toMatchObject({
      ...{ sent: 5n * 10n ** 17n, received: 1_000_000_000n, minimum: 990_000_000n, serviceFee: 425n * 10n ** 13n, priceImpactBps: 0 },
      ...{ networkFee: FEE, needsApproval: false },
    });
    price = 1_900n;
    await edit('refresh');
    expect(current()).toMatchObject({ received: 950_000_000n, priceImpactBps: 500 });
    await edit({ slippageBps: 50 });
    expect(current().minimum).toBe(945_250_000n);
  });

  it('quotes 200 ms after typing, every ten seconds while watched and visible, and never what was typed before', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    expect(quoteCalls()).toBe(1);
    record(fixture.useCases.editSwap.execute({ amount: '0.25' }));
    expect(current()).toMatchObject({ received: null, isQuoting: true, fault: 'no-quote' });
    await fixture.clock.run(200);
    expect([quoteCalls(), current().received]).toEqual([2, 500_000_000n]);
    await fixture.clock.run(20_000);
    expect(quoteCalls()).toBe(4);
    fixture.browser.setVisible(false);
    await fixture.clock.run(30_000);
    expect(quoteCalls()).toBe(4);
    fixture.browser.setVisible(true);
    await fixture.clock.run(200);
    expect(quoteCalls()).toBe(5);
    watched.cancel();
    await fixture.clock.run(30_000);
    expect(quoteCalls()).toBe(5);
  });

  it('tells a balance that is too low from a quote that failed', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '2' });
    expect(current()).toMatchObject({ fault: 'insufficient-balance', quoteError: null });
    fixture.blockchainApi.modes.set('swapQuotes', 'busy');
    await edit({ amount: '0.5' });
    expect(current()).toMatchObject({ fault: 'no-quote', quoteError: { code: 'service/unreachable' } });
    fixture.blockchainApi.modes.clear();
    price = 0n;
    await edit('refresh');
    expect(current()).toMatchObject({ fault: 'no-quote', quoteError: { code: 'swap/no-quote' } });
    price = 2_000n;
    record(fixture.useCases.editSwap.execute('refresh'));
    expect(current()).toMatchObject({ fault: 'no-quote', isQuoting: true });
    await fixture.clock.run(0);
    expect(current()).toMatchObject({ fault: null, quoteError: null, isQuoting: false });
  });

  it('reads the balance of the coin every ten seconds: it pays the network fee', async () => {
    fixture.chain.setBalance(ADDRESS, 0n);
    await edit({ source: DOLLAR, target: ETHER, amount: '4' });
    await fixture.clock.run(10_000);
    expect(current().fault).toBe('insufficient-fee-funds');
    fixture.chain.setBalance(ADDRESS, 10n ** 18n);
    await fixture.clock.run(10_000);
    expect(current().fault).toBeNull();
  });

  it('takes the network fee off everything of the coin, and nothing off a token', async () => {
    await edit({ source: ETHER, target: DOLLAR, isMax: true });
    expect(current()).toMatchObject({ sent: 10n ** 18n - FEE, fault: null });
    fixture.blockchainApi.replies.gasPrices = () => ({ standard: 2n * GWEI, fast: null, instant: null });
    await fixture.clock.run(20_000);
    expect(current()).toMatchObject({ sent: 10n ** 18n - 2n * FEE, fault: null });
    await edit({ source: DOLLAR, isMax: true });
    expect(current()).toMatchObject({ sent: 500_000_000n, needsApproval: true, fault: null });
  });

  it('knows a balance that no list has, from the chain', async () => {
    const asset = formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: `0x${'9'.repeat(40)}` });
    const unlisted = swapToken(asset, 'NINE', 6);
    fixture.chain.fakeServices.setAsset(asset, { decimals: 6, symbol: 'NINE', name: 'Nine' });
    fixture.chain.fakeServices.setAssetBalance(ADDRESS, asset, 5_000_000n);
    await edit({ source: unlisted, target: ETHER, amount: '4' });
    expect(current()).toMatchObject({ sourceBalance: 5_000_000n, fault: null });
    fixture.chain.fakeServices.setAssetBalance(ADDRESS, asset, 3_000_000n);
    await fixture.clock.run(10_000);
    expect(current()).toMatchObject({ sourceBalance: 3_000_000n, fault: 'insufficient-balance' });
    await edit({ source: DOLLAR });
    expect(current().sourceBalance).toBe(500_000_000n);
  });

  it('reads a list of tokens that failed again', async () => {
    fixture = await connectedFixture();
    fixture.blockchainApi.mode = 'down';
    watch();
    await fixture.clock.run(200);
    expect(current()).toMatchObject({ tokens: null, tokensError: { code: 'service/unreachable' } });
    fixture.blockchainApi.mode = 'working';
    fixture.blockchainApi.replies.gasPrices = () => ({ standard: GWEI, fast: null, instant: null });
    fixture.blockchainApi.replies.swapTokens = () => [ETHER];
    await edit('refresh');
    expect(current()).toMatchObject({ tokens: [ETHER], tokensError: null });
  });

  it('switches the sides with what the swap would have given', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.1' });
    await edit('switch');
    expect(current()).toMatchObject({ source: DOLLAR, target: ETHER, amount: '200', received: 10n ** 17n });
  });

  it('has no offer of what was entered before, also while no one watches', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    watched.cancel();
    expect(current()).toMatchObject({ received: 1_000_000_000n, fault: null });
    await edit({
      target: swapToken(formatAssetId({ chainId, assetNamespace: 'erc20', assetReference: `0x${'9'.repeat(40)}` }), 'NINE', 18),
    });
    expect(current()).toMatchObject({ received: null, minimum: null, fault: 'no-quote' });
    await edit('switch');
    expect(current()).toMatchObject({ target: ETHER, amount: '1', received: null });
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'swap/incomplete' } });
  });

  it('is emptied by another network', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.1' });
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await fixture.clock.run(200);
    expect(current()).toMatchObject({ source: null, target: null, amount: '', offer: null });
  });

  it('keeps what it has read when the next view watches: everything of the coin stays an amount', async () => {
    await edit({ source: ETHER, target: DOLLAR, isMax: true });
    watched.cancel();
    const amounts = record(fixture.useCases.watchSwap.execute()).values.map(({ sent }) => sent);
    expect([...new Set(amounts)]).toEqual([10n ** 18n - FEE]);
  });

  it('has no tokens of another network, which became active while no one watched', () => {
    expect(current().tokens).toEqual([ETHER, DOLLAR]);
    watched.cancel();
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    expect(current().tokens).toBeNull();
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId });
    expect(current().tokens).toEqual([ETHER, DOLLAR]);
  });
});

describe('SubmitSwap', () => {
  it('swaps the coin with one transaction, which takes the amount and no more', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    const run = await submit();
    expect(stepsOf(run)).toEqual(['working', 'approve-in-wallet', 'wait-for-block', 'success']);
    expect(requests()).toMatchObject([{ to: EXCHANGE, value: 5n * 10n ** 17n, data: '0xabcd' }]);
    expect(fixture.blockchainApi.inputsOf('buildSwap')).toMatchObject([{ amount: 5n * 10n ** 17n, slippagePercent: 1 }]);
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([
      { purpose: 'swap', swap: { fromToken: 'ETH', toToken: 'USDC', fromAmount: '0.500', toAmount: '1,000.000' } },
    ]);
    expect(current()).toMatchObject({ source: ETHER, target: DOLLAR, amount: '' });
  });

  it.each<SwapFormChange>([{ amount: '0.25' }, { isMax: true }, { source: DOLLAR, target: ETHER, isMax: true }])(
    'keeps another swap that the user began meanwhile: %o',
    async (change) => {
      wallet().next('sendTransaction', 'late');
      await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
      const run = await submit();
      await edit(change);
      wallet().release();
      await fixture.clock.run(60_000);
      expect(stepsOf(run).at(-1)).toBe('success');
      expect(current()).toMatchObject(change);
    },
  );

  it('has the exact amount approved, waits for it, and swaps', async () => {
    wallet().always('getCapabilities', 'unsupported');
    wallet().next('sendTransaction', 'late');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    const run = await submit();
    expect(stepsOf(run)).toEqual(['working', 'approve-allowance']);
    allowance = 200_000_000n;
    wallet().release();
    await fixture.clock.run(60_000);
    expect(stepsOf(run)).toEqual([
      ...['working', 'approve-allowance', 'wait-for-allowance', 'working', 'approve-in-wallet', 'wait-for-block', 'success'],
    ]);
    expect(requests()).toMatchObject([
      { to: CONTRACT, value: 0n, data: approve(200_000_000n) },
      { to: EXCHANGE, value: 0n, data: '0xabcd' },
    ]);
    expect(fixture.useCases.watchTransactions.current().map(({ purpose }) => purpose)).toEqual(['swap', 'approval']);
  });

  it('does not ask for an approval that is there', async () => {
    allowance = 200_000_000n;
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    expect(stepsOf(await submit())).toEqual(['working', 'approve-in-wallet', 'wait-for-block', 'success']);
    expect(requests()).toHaveLength(1);
  });

  it('sends approval and swap as one batch if the wallet supports it', async () => {
    wallet().callsStatus = { status: 200, receipts: [{ transactionHash: `0x${'a'.repeat(64)}`, blockNumber: 7n, reverted: false }] };
    await edit({ source: DOLLAR, target: ETHER, amount: '200', isUnlimited: true });
    const run = await submit();
    expect(stepsOf(run)).toEqual(['working', 'approve-in-wallet', 'wait-for-block', 'success']);
    expect(run.values.at(-1)).toMatchObject({ data: { blockNumber: 7n } });
    expect(requests()).toEqual([]);
    const batch = wallet().calls.find(({ operation }) => operation === 'sendCalls')?.input;
    expect(batch).toMatchObject({
      calls: [
        { to: CONTRACT, value: 0n, data: approve(2n ** 256n - 1n) },
        { to: EXCHANGE, value: 0n, data: '0xabcd' },
      ],
    });
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ kind: 'calls', purpose: 'swap' }]);
  });

  it('sends two transactions if the wallet has no batches after all', async () => {
    wallet().always('sendCalls', 'unsupported');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.replies.allowance = () => (requests().length > 0 ? 200_000_000n : 0n);
    expect(stepsOf(await submit()).at(-1)).toBe('success');
    expect(requests()).toHaveLength(2);
  });

  it('sends two transactions if the user does not want a smart account', async () => {
    const cause = Object.assign(new Error('Upgrade declined'), { code: 5750 });
    wallet().always('sendCalls', new LatchkeyError('wallet/rejected', { method: 'wallet_sendCalls' }, { cause }));
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.replies.allowance = () => (requests().length > 0 ? 200_000_000n : 0n);
    expect(stepsOf(await submit()).at(-1)).toBe('success');
    expect(requests()).toHaveLength(2);
  });

  it.each(['reject', 'fail'] as const)('sends nothing more after the wallet answers a batch with %s', async (response) => {
    wallet().always('sendCalls', response);
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    expect((await submit()).values.at(-1)).toMatchObject({ status: 'error' });
    expect(requests()).toEqual([]);
    expect(current()).toMatchObject({ amount: '200' });
  });

  it('does not swap after the approval is declined, and asks for it again', async () => {
    wallet().always('getCapabilities', 'unsupported');
    wallet().next('sendTransaction', 'reject');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'wallet/rejected' } });
    expect(requests()).toEqual([]);
    fixture.blockchainApi.replies.allowance = () => (requests().length > 0 ? 200_000_000n : 0n);
    expect(stepsOf(await submit()).at(-1)).toBe('success');
    expect(requests()).toHaveLength(2);
  });

  it('does not swap if the user allowed less in the wallet', async () => {
    wallet().always('getCapabilities', 'unsupported');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.replies.allowance = () => (requests().length > 0 ? 50n : 0n);
    expect((await submit()).values.at(-1)).toMatchObject({
      error: { code: 'swap/allowance-too-low', context: { allowance: '50', needed: '200000000' } },
    });
    expect(requests()).toHaveLength(1);
  });

  it('sends nothing below the reviewed minimum, and shows the new figures', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    price = 1_979n;
    expect((await submit(500)).values.at(-1)).toMatchObject({ error: { code: 'swap/price-moved' } });
    expect(requests()).toEqual([]);
    expect(current().received).toBe(989_500_000n);
  });

  it('sends nothing below what the user has seen, even if a newer quote was read meanwhile', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    const seen = current().minimum ?? 0n;
    price = 1_900n;
    await edit('refresh');
    const run = record(fixture.useCases.submitSwap.execute({ minimum: seen }));
    await fixture.clock.run(500);
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'swap/price-moved', context: { expected: '990000000' } } });
    expect(requests()).toEqual([]);
  });

  it('passes on what is left of the slippage after the price moved', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    price = 1_990n;
    expect(stepsOf(await submit()).at(-1)).toBe('success');
    expect(fixture.blockchainApi.inputsOf('buildSwap')).toMatchObject([{ slippagePercent: 0.5 }]);
  });

  it('sends no swap if the price moved while the user approved', async () => {
    wallet().always('getCapabilities', 'unsupported');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.replies.allowance = () => {
      if (requests().length > 0) price = 3_000n;
      return requests().length > 0 ? 200_000_000n : 0n;
    };
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'swap/price-moved' } });
    expect(requests()).toHaveLength(1);
  });

  it('does not swap with another exchange than the one that was approved', async () => {
    wallet().always('getCapabilities', 'unsupported');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.replies.allowance = () => (requests().length > 0 ? 200_000_000n : 0n);
    const { buildSwap } = fixture.blockchainApi.replies;
    fixture.blockchainApi.replies.buildSwap = (input) => ({
      ...buildSwap(input),
      to: formatAccountId(chainId, requests().length > 0 ? `0x${'8'.repeat(40)}` : EXCHANGE),
    });
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'swap/unexpected-transaction' } });
    expect(requests()).toHaveLength(1);
  });

  it.each([
    [
      'gives less than was reviewed',
      [
        { asset: null, value: -5n * 10n ** 17n },
        { asset: USDC, value: 989_999_999n },
      ],
      0,
    ],
    [
      'takes more than was entered',
      [
        { asset: null, value: -6n * 10n ** 17n },
        { asset: USDC, value: 10n ** 9n },
      ],
      0,
    ],
    [
      'takes another token',
      [
        { asset: NINE, value: -1n },
        { asset: USDC, value: 10n ** 9n },
      ],
      0,
    ],
    [
      'gives what was reviewed',
      [
        { asset: null, value: -5n * 10n ** 17n },
        { asset: USDC, value: 990_000_000n },
      ],
      1,
    ],
  ])('asks the wallet only for a swap of which a node expects that it keeps its word: it %s', async (_, changes, sent) => {
    fixture.chain.fakeServices.simulation = { status: 'done', changes };
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    const run = await submit();
    expect(requests()).toHaveLength(sent);
    expect(run.values.at(-1)).toMatchObject(sent === 1 ? { status: 'success' } : { error: { code: 'swap/unexpected-transaction' } });
  });

  it.each(['failed', 'timeout'] as const)('leaves a swap that no node simulates to the wallet: %s', async (reads) => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    fixture.chain.reads = reads;
    await submit();
    expect(requests()).toHaveLength(1);
  });

  it('leaves a swap that a node expects to fail to the wallet: the node may be behind', async () => {
    fixture.chain.fakeServices.simulation = { status: 'reverted', reason: 'allowance' };
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    expect(stepsOf(await submit()).at(-1)).toBe('success');
  });

  it.each([
    ['swapQuotes', 'service/unreachable'],
    ['buildSwap', 'swap/build-failed'],
    ['allowance', 'swap/allowance-failed'],
    ['buildApproval', 'swap/approval-build-failed'],
  ] as const)('says that %s failed, and sends nothing', async (call, code) => {
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.modes.set(call, 'down');
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code } });
    expect(requests()).toEqual([]);
    expect(wallet().count('sendCalls')).toBe(0);
  });

  it('does not send what the service did not build for this swap', async () => {
    await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
    const { buildSwap } = fixture.blockchainApi.replies;
    fixture.blockchainApi.replies.buildSwap = (input) => ({ ...buildSwap(input), to: formatAccountId(chainId, CONTRACT) });
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'swap/unexpected-transaction' } });
    expect(requests()).toEqual([]);
  });

  it('refuses a form that is not complete', async () => {
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'swap/incomplete' } });
    await edit({ source: ETHER, target: DOLLAR, amount: '2' });
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'swap/incomplete' } });
  });

  it('does not swap for another account than the one that approved', async () => {
    wallet().always('getCapabilities', 'unsupported');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    fixture.blockchainApi.replies.allowance = () => {
      if (requests().length > 0) fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
      return requests().length > 0 ? 200_000_000n : 0n;
    };
    expect((await submit()).values.at(-1)).toMatchObject({ error: { code: 'request/cancelled' } });
    expect(requests()).toHaveLength(1);
  });

  it('asks the wallet for nothing more once it is cancelled', async () => {
    wallet().always('getCapabilities', 'unsupported');
    wallet().always('sendTransaction', 'late');
    await edit({ source: DOLLAR, target: ETHER, amount: '200' });
    const run = await submit();
    run.cancel();
    allowance = 200_000_000n;
    wallet().release();
    await fixture.clock.run(60_000);
    expect(requests()).toHaveLength(1);
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ purpose: 'approval' }]);
  });
});

it('names accounts and tokens as the service does', async () => {
  await edit({ source: ETHER, target: DOLLAR, amount: '0.5' });
  const [quoted] = fixture.blockchainApi.inputsOf('swapQuotes');
  expect(quoted).toMatchObject({ amount: 5n * 10n ** 17n, to: formatAccountId(chainId, CONTRACT) });
  expect(addressOf(quoted?.from ?? formatAccountId(chainId, ''))).toBe('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee');
});
