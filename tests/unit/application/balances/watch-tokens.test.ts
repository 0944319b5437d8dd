import { beforeEach, describe, expect, it } from 'vitest';
import { NO_TOKENS } from '../../../../application/balances/tokens-state.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { AssetId } from '../../../../domain/caip/caip-19.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';
import {
  ADDRESS,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  settled,
} from '../support/client-fixture.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const erc20 = (assetReference: string): AssetId => formatAssetId({ chainId: toChainId(MAINNET), assetNamespace: 'erc20', assetReference });
const USDC = erc20('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const DAI = erc20('0x6b175474e89094c44da98b954eedeac495271d0f');

const token = (symbol: string, asset: AssetId | null, overrides: Partial<TokenBalance> = {}): TokenBalance => ({
  chainId: toChainId(MAINNET),
  asset,
  name: symbol,
  symbol,
  decimals: 6,
  value: 2_000_000n,
  priceUsd: 1.5,
  valueUsd: 3,
  change24h: null,
  iconUrl: null,
  ...overrides,
});
const ETHER = token('ETH', null, { decimals: 18, value: 10n ** 18n, priceUsd: 2_000, valueUsd: 2_000 });
const LISTED = [ETHER, token('USDC', USDC), token('POINTS', DAI, { decimals: 0 })];

const fixtureWith = async (tokens: readonly TokenBalance[], init: ClientFixtureInit = {}): Promise<ClientFixture> => {
  const fixture = await connectedFixture(init);
  fixture.blockchainApi.tokens.set(ADDRESS, tokens);
  fixture.chain.setBalance(ADDRESS, 10n ** 18n);
  return fixture;
};
const watch = ({ useCases }: ClientFixture) => record(useCases.watchTokens.execute());
const reads = ({ blockchainApi }: ClientFixture): number => blockchainApi.inputsOf('balances').length;
const symbols = ({ useCases }: ClientFixture): readonly string[] | undefined =>
  useCases.watchTokens.current().items?.map(({ symbol }) => symbol);
const snackbars = ({ modal }: ClientFixture): string => modal.snapshot.snackbar.message;

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await fixtureWith(LISTED);
});

describe('WatchTokens', () => {
  it('emits the listed tokens with their total, without those that have no decimals', async () => {
    const run = watch(fixture);
    expect(run.values[0]).toEqual(NO_TOKENS);
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toEqual({
      ...NO_TOKENS,
      items: [ETHER, token('USDC', USDC)],
      totalUsd: 2_003,
    });
    expect(fixture.useCases.watchTokens.current()).toBe(run.values.at(-1));
  });

  it('is empty for an account without anything, once that is known', async () => {
    fixture.chain.setBalance(ADDRESS, 0n);
    fixture.blockchainApi.tokens.clear();
    const run = watch(fixture);
    await fixture.clock.run(0);
    expect(run.values.filter(({ items, pending }) => items?.length === 0 && pending)).toEqual([]);
    expect(run.values.at(-1)).toMatchObject({ items: [], pending: false, error: null, totalUsd: null });
  });

  it('polls every ten seconds for all subscribers, answered from the cache for 30 s, and not while the web page is hidden', async () => {
    watch(fixture);
    watch(fixture);
    await fixture.clock.run(29_999);
    expect(reads(fixture)).toBe(1);
    await fixture.clock.run(1);
    expect(reads(fixture)).toBe(2);
    fixture.browser.setVisible(false);
    await fixture.clock.run(10 * 60_000);
    expect(reads(fixture)).toBe(2);
    fixture.browser.setVisible(true);
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(3);
  });

  it('emits nothing new while nothing has changed', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    const { items } = fixture.useCases.watchTokens.current();
    fixture.blockchainApi.tokens.set(
      ADDRESS,
      LISTED.map((each) => ({ ...each })),
    );
    await fixture.clock.run(30_000);
    expect(run.values.at(-1)?.items).toBe(items);
    expect(reads(fixture)).toBe(2);
  });

  it('is pending for requests only, and loading until the first list', async () => {
    const run = watch(fixture);
    const flags = (from = 0) => run.values.slice(from).map(({ pending, isLoading }) => [pending, isLoading]);
    await fixture.clock.run(0);
    expect([flags()[1], flags().at(-1)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const count = run.values.length;
    // Two polls that the cache answers.
    await fixture.clock.run(29_999);
    expect(run.values).toHaveLength(count);
    await fixture.clock.run(1);
    expect(flags(count)).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('does not merge a list again that has not changed', async () => {
    let reads = 0;
    const counted = {
      ...token('USDC', USDC),
      get name() {
        reads += 1;
        return 'USDC';
      },
    };
    fixture.blockchainApi.tokens.set(ADDRESS, [counted]);
    watch(fixture);
    await fixture.clock.run(0);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    fixture.blockchainApi.modes.set('balances', 'never');
    record(fixture.useCases.refreshTokens.execute());
    await fixture.clock.run(0);
    expect([fixture.useCases.watchTokens.current().pending, reads]).toEqual([true, 0]);
  });

  it('is not pending for a subscriber that the cache answers', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    run.cancel();
    const later = watch(fixture);
    await fixture.clock.run(0);
    expect(later.values.map(({ pending, totalUsd }) => [pending, totalUsd])).toEqual([[false, 2_003]]);
  });

  it('is not loading again after the first list has failed', async () => {
    fixture.blockchainApi.modes.set('balances', 'down');
    const run = watch(fixture);
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toMatchObject({ pending: false, isLoading: false });
    const count = run.values.length;
    await fixture.clock.run(30_000);
    expect(run.values.slice(count).map(({ pending, isLoading }) => [pending, isLoading])).toContainEqual([true, false]);
    expect(run.values.slice(count).some(({ isLoading }) => isLoading)).toBe(false);
  });

  it('marks tokens that imitate the coin, a configured token or a more valuable one, also among those that are hidden', async () => {
    const fakes = ['ЕTH', 'UЅDC', 'DАI'].map((symbol, index) =>
      token(symbol, erc20(`0x${String(index).repeat(40)}`), { priceUsd: null, valueUsd: null }),
    );
    const configured = await fixtureWith([...LISTED, ...fakes], { options: { tokens: [DAI] } });
    configured.chain.fakeServices.setAsset(DAI, { decimals: 18, symbol: 'DAI', name: 'Dai' });
    record(configured.useCases.hideToken.execute({ asset: fakes[0]?.asset ?? USDC }));
    watch(configured);
    await configured.clock.run(0);
    const { items, hidden } = configured.useCases.watchTokens.current();
    expect(items?.map(({ symbol, resembles }) => [symbol, resembles])).toEqual([
      ['DAI', undefined],
      ['ETH', undefined],
      ['USDC', undefined],
      ['UЅDC', 'USDC'],
      ['DАI', 'DAI'],
    ]);
    expect(hidden).toMatchObject([{ symbol: 'ЕTH', resembles: 'ETH', reason: 'hidden' }]);
  });

  it('reads nothing without a subscriber or a connection, and leaves nothing behind', async () => {
    const disconnected = clientFixture();
    watch(disconnected);
    await disconnected.clock.run(120_000);
    const run = watch(fixture);
    await fixture.clock.run(0);
    run.cancel();
    await fixture.clock.run(120_000);
    expect([reads(fixture), reads(disconnected), fixture.clock.pending]).toEqual([1, 0, 0]);
  });

  it('puts configured tokens first, with amounts of the chain and prices of the list', async () => {
    // The list has another case of the address.
    const usdc = erc20('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
    const configured = await fixtureWith(LISTED, { options: { tokens: [DAI, usdc] } });
    const { fakeServices } = configured.chain;
    fakeServices.setAsset(DAI, { decimals: 18, symbol: 'DAI', name: 'Dai' });
    fakeServices.setAsset(usdc, { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
    fakeServices.setAssetBalance(ADDRESS, usdc, 4_000_000n);
    watch(configured);
    await configured.clock.run(0);
    expect(configured.useCases.watchTokens.current()).toMatchObject({
      items: [
        { symbol: 'DAI', value: 0n, priceUsd: null, valueUsd: null },
        { symbol: 'USDC', name: 'USD Coin', value: 4_000_000n, priceUsd: 1.5, valueUsd: 6 },
        { symbol: 'ETH', value: 10n ** 18n, valueUsd: 2_000 },
      ],
      totalUsd: 2_006,
    });
  });

  it('starts anew for another network or account, and drops the tokens of the last one', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    expect(fixture.useCases.watchTokens.current().items).toBeNull();
    await fixture.clock.run(0);
    expect(symbols(fixture)).toEqual(['POL']);
    fixture.chain.wallet(EVM_WALLET).selectChain(MAINNET);
    await fixture.clock.run(0);
    expect([symbols(fixture), reads(fixture)]).toEqual([['ETH', 'USDC'], 2]);
    fixture.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await fixture.clock.run(0);
    expect([symbols(fixture), run.values.at(-1)?.totalUsd]).toEqual([[], null]);
    fixture.chain.wallet(EVM_WALLET).lock();
    expect(fixture.useCases.watchTokens.current().items).toBeNull();
  });

  it('follows the active namespace', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    await connect(fixture, 'solana');
    await fixture.clock.run(0);
    expect(run.values.at(-1)?.items?.some(({ chainId }) => chainId.startsWith('eip155'))).toBe(false);
  });
});

describe('price changes', () => {
  const prices = (changes: Readonly<Record<string, number>>) => () =>
    Object.entries(changes).map(([symbol, change24h]) => ({ symbol, name: symbol, priceUsd: 1, change24h, iconUrl: null }));

  it('follow the list, which does not wait for them', async () => {
    fixture.blockchainApi.modes.set('prices', 'never');
    fixture.blockchainApi.replies.prices = prices({ ETH: 1, USDC: 0 });
    watch(fixture);
    await fixture.clock.run(0);
    expect(fixture.useCases.watchTokens.current()).toMatchObject({ items: [{ change24h: null }, {}], change24h: null, pending: false });
    fixture.blockchainApi.modes.clear();
    fixture.blockchainApi.release();
    await fixture.clock.run(0);
    const { items, change24h } = fixture.useCases.watchTokens.current();
    expect(items?.map((each) => each.change24h)).toEqual([1, 0]);
    expect(change24h).toBeCloseTo(2_003 / 1_003 - 1, 12);
  });

  it('are those of the tokens whose prices were read, whatever airdropped or hidden tokens call themselves', async () => {
    const reported = token('USDC', erc20(`0x${'2'.repeat(40)}`));
    const airdropped = token('USDC', erc20(`0x${'1'.repeat(40)}`), { priceUsd: null, valueUsd: null });
    const attacked = await fixtureWith([...LISTED, airdropped, reported]);
    record(attacked.useCases.hideToken.execute({ asset: reported.asset ?? USDC, reason: 'spam' }));
    attacked.blockchainApi.replies.prices = prices({ ETH: 1, USDC: 0 });
    watch(attacked);
    await attacked.clock.run(0);
    expect(attacked.blockchainApi.inputsOf('prices')).toHaveLength(1);
    const { items, change24h } = attacked.useCases.watchTokens.current();
    expect(items?.map((each) => each.change24h)).toEqual([1, 0, null]);
    expect(change24h).toBeCloseTo(2_003 / 1_003 - 1, 12);
  });

  it('are read again with each reply, also one with the same tokens', async () => {
    watch(fixture);
    await fixture.clock.run(0);
    fixture.blockchainApi.replies.prices = prices({ ETH: 0.5, USDC: 0 });
    await fixture.clock.run(30_000);
    expect(fixture.useCases.watchTokens.current().items?.map((each) => each.change24h)).toEqual([0.5, 0]);
  });

  it('are left out if they cannot be read', async () => {
    fixture.blockchainApi.modes.set('prices', 'down');
    watch(fixture);
    await fixture.clock.run(0);
    expect(fixture.useCases.watchTokens.current()).toMatchObject({ totalUsd: 2_003, change24h: null, error: null });
  });
});

describe('ReadToken and AddToken', () => {
  const POINTS = erc20('0x00000000000000000000000000000000000000aa');
  const last = async (address: string) => {
    const run = record(fixture.useCases.readToken.execute({ address }));
    await fixture.clock.run(0);
    return run.values.at(-1);
  };

  beforeEach(() => {
    fixture.chain.fakeServices.setAsset(POINTS, { decimals: 0, symbol: 'PTS', name: 'Points' });
    fixture.chain.fakeServices.setAssetBalance(ADDRESS, POINTS, 7n);
  });

  it('read the token at an address, if there is one', async () => {
    expect(await last('0x00000000000000000000000000000000000000aa')).toEqual({
      status: 'success',
      data: { asset: POINTS, decimals: 0, symbol: 'PTS', name: 'Points', value: 7n },
    });
    expect([await last(OTHER), await last('Points')]).toEqual([
      { status: 'success', data: null },
      { status: 'success', data: null },
    ]);
    fixture.chain.reads = 'failed';
    expect(await last(OTHER)).toMatchObject({ status: 'error', error: { code: 'network/rpc-failed' } });
  });

  it('list an added token with its balance, also in other tabs, and keep it while it cannot be read', async () => {
    watch(fixture);
    await fixture.clock.run(0);
    record(fixture.useCases.hideToken.execute({ asset: POINTS }));
    record(fixture.useCases.addToken.execute({ asset: POINTS }));
    await fixture.clock.run(0);
    const added = () => fixture.useCases.watchTokens.current().items?.find(({ asset }) => asset === POINTS);
    expect(added()).toMatchObject({ symbol: 'PTS', decimals: 0, value: 7n, priceUsd: null });
    fixture.chain.fakeServices.setAssetBalance(ADDRESS, POINTS, 9n);
    await fixture.clock.run(60_000);
    expect(added()?.value).toBe(9n);
    fixture.chain.reads = 'failed';
    await fixture.clock.run(60_000);
    expect(added()?.value).toBe(9n);
    fixture.chain.reads = 'working';
    fixture.storage.otherTab().set('@latchkey/added_tokens', '[]');
    await fixture.clock.run(0);
    expect(added()).toBeUndefined();
  });

  it('refuse an address with a wrong checksum, and what is no token', async () => {
    const wrong = erc20('0xA0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
    const nft = formatAssetId({ chainId: toChainId(MAINNET), assetNamespace: 'erc721', assetReference: OTHER });
    for (const asset of [wrong, nft]) {
      const { values } = await settled(record(fixture.useCases.addToken.execute({ asset })));
      expect(values.at(-1)).toMatchObject({ status: 'error', error: { code: 'caip/invalid-asset-id' } });
    }
    expect(fixture.storage.get('@latchkey/added_tokens')).toBeNull();
  });

  it('keep the tokens of each network apart', async () => {
    record(fixture.useCases.addToken.execute({ asset: POINTS }));
    watch(fixture);
    await fixture.clock.run(0);
    expect(symbols(fixture)).toContain('PTS');
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await fixture.clock.run(0);
    expect(symbols(fixture) ?? []).not.toContain('PTS');
  });
});

describe('HideToken and ShowToken', () => {
  it('take a token out of list and total, and back, also for the other tabs and after a reload', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    record(fixture.useCases.hideToken.execute({ asset: USDC, reason: 'spam' }));
    expect(run.values.at(-1)).toMatchObject({ items: [{ symbol: 'ETH' }], hidden: [{ symbol: 'USDC', reason: 'spam' }], totalUsd: 2_000 });
    const reloaded = await fixtureWith(LISTED, { storage: fixture.storage.otherTab() });
    watch(reloaded);
    await reloaded.clock.run(0);
    expect(symbols(reloaded)).toEqual(['ETH']);
    record(fixture.useCases.showToken.execute({ asset: USDC }));
    expect(run.values.at(-1)).toMatchObject({ items: [{ symbol: 'ETH' }, { symbol: 'USDC' }], hidden: [], totalUsd: 2_003 });
    fixture.storage.otherTab().set('@latchkey/hidden_tokens', JSON.stringify([{ asset: USDC, reason: 'hidden' }]));
    expect(symbols(fixture)).toEqual(['ETH']);
  });
});

describe('a failing list', () => {
  it('keeps the tokens, emits the error, says so once, and pauses for 30 s', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.blockchainApi.modes.set('balances', 'down');
    await fixture.clock.run(30_000);
    expect(run.values.at(-1)).toMatchObject({ items: [{ symbol: 'ETH' }, { symbol: 'USDC' }], error: { code: 'service/unreachable' } });
    expect([reads(fixture), snackbars(fixture)]).toEqual([2, 'Token Balance Unavailable']);
    fixture.modal.show(null);
    await fixture.clock.run(29_999);
    expect(reads(fixture)).toBe(2);
    await fixture.clock.run(1);
    expect([reads(fixture), fixture.modal.snapshot.snackbar.open]).toEqual([3, false]);
    fixture.blockchainApi.modes.clear();
    await fixture.clock.run(30_000);
    expect(run.values.at(-1)).toMatchObject({ error: null, totalUsd: 2_003 });
  });

  it('leaves the coin that the chain tells', async () => {
    fixture.blockchainApi.mode = 'garbage';
    watch(fixture);
    await fixture.clock.run(0);
    expect(fixture.useCases.watchTokens.current()).toMatchObject({
      items: [{ symbol: 'ETH', name: 'Ether', asset: null, value: 10n ** 18n, priceUsd: null }],
      pending: false,
      error: { code: 'service/invalid-response' },
      totalUsd: null,
    });
  });

  it('is not read again after status 503 until a refresh', async () => {
    fixture.blockchainApi.modes.set('balances', 'busy');
    const run = watch(fixture);
    await fixture.clock.run(10 * 60_000);
    fixture.browser.setVisible(false);
    fixture.browser.setVisible(true);
    await fixture.clock.run(10 * 60_000);
    expect([reads(fixture), run.values.at(-1)?.isPaused]).toEqual([1, true]);
    fixture.blockchainApi.modes.clear();
    record(fixture.useCases.refreshTokens.execute());
    await fixture.clock.run(30_000);
    expect(reads(fixture)).toBe(3);
    expect(run.values.at(-1)).toMatchObject({ isPaused: false, error: null, totalUsd: 2_003 });
  });

  it('is none in an app without services, which is no failure', async () => {
    fixture.blockchainApi.replies.balances = () => {
      throw new LatchkeyError('config/project-id-missing', { service: 'blockchainApi' });
    };
    watch(fixture);
    await fixture.clock.run(0);
    expect(fixture.useCases.watchTokens.current()).toMatchObject({ items: [{ symbol: 'ETH' }], isListed: false, error: null });
    expect([fixture.modal.snapshot.snackbar.open, fixture.modal.snapshot.alert.open]).toEqual([false, false]);
  });

  it('is announced once where no service lists the network', async () => {
    fixture.blockchainApi.chains = [];
    watch(fixture);
    await fixture.clock.run(0);
    expect([snackbars(fixture), fixture.useCases.watchTokens.current()]).toMatchObject([
      'Token Balance Unavailable',
      { items: [{ symbol: 'ETH' }], isListed: false, pending: false, error: null },
    ]);
    fixture.modal.show(null);
    await fixture.clock.run(60_000);
    expect([reads(fixture), fixture.modal.snapshot.snackbar.open]).toEqual([0, false]);
  });
});

describe('RefreshTokens', () => {
  it('is not answered from the cache, nor from a pending request, and asks the service to read the tokens again', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.blockchainApi.modes.set('balances', 'never');
    record(fixture.useCases.refreshTokens.execute());
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toMatchObject({ pending: true, totalUsd: 2_003 });
    fixture.blockchainApi.modes.clear();
    fixture.blockchainApi.tokens.set(ADDRESS, [ETHER]);
    record(fixture.useCases.refreshTokens.execute());
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toMatchObject({ items: [{ symbol: 'ETH' }], totalUsd: 2_000 });
    const coin = `${MAINNET}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`;
    expect(fixture.blockchainApi.inputsOf('balances').map(({ refreshed }) => refreshed)).toEqual([
      [],
      [coin, `${MAINNET}:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`],
      [coin, `${MAINNET}:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48`],
    ]);
  });

  it('happens by itself once a transaction is in a block', async () => {
    watch(fixture);
    await fixture.clock.run(0);
    fixture.chain.mining = 'manual';
    record(fixture.useCases.sendTransaction.execute({ to: OTHER, value: 3n }));
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(1);
    fixture.blockchainApi.tokens.set(ADDRESS, [ETHER]);
    fixture.chain.mine(fixture.chain.wallet(EVM_WALLET).transactions[0]?.hash ?? '');
    await fixture.clock.run(0);
    expect([reads(fixture), symbols(fixture)]).toEqual([2, ['ETH']]);
  });

  it('takes effect on the next subscription', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    run.cancel();
    record(fixture.useCases.refreshTokens.execute());
    expect(reads(fixture)).toBe(1);
    watch(fixture);
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(2);
  });
});

describe('a wallet that lists its tokens', () => {
  const wallet = () => fixture.chain.wallet(EVM_WALLET);

  it('is asked instead of the service', async () => {
    wallet().assets = [token('USDC', USDC, { value: 7n, valueUsd: 7 }), token('POINTS', DAI, { decimals: 0 })];
    watch(fixture);
    await fixture.clock.run(0);
    expect([symbols(fixture), reads(fixture)]).toEqual([['ETH', 'USDC'], 0]);
    expect(fixture.useCases.watchTokens.current().items?.[1]).toMatchObject({ value: 7n });
    await fixture.clock.run(30_000);
    expect([wallet().count('getCapabilities'), wallet().count('getAssets')]).toEqual([1, 2]);
  });

  it('is asked once for its capabilities if it does not', async () => {
    watch(fixture);
    await fixture.clock.run(60_000);
    expect([wallet().count('getCapabilities'), wallet().count('getAssets'), reads(fixture)]).toEqual([1, 0, 3]);
  });

  it('is asked again after five minutes if its capabilities could not be read', async () => {
    wallet().assets = [token('USDC', USDC, { value: 7n, valueUsd: 7 })];
    wallet().always('getCapabilities', 'fail');
    watch(fixture);
    await fixture.clock.run(0);
    wallet().always('getCapabilities', 'approve');
    await fixture.clock.run(5 * 60_000 - 1);
    expect([wallet().count('getCapabilities'), wallet().count('getAssets')]).toEqual([1, 0]);
    await fixture.clock.run(1);
    expect([wallet().count('getCapabilities'), wallet().count('getAssets')]).toEqual([2, 1]);
    await fixture.clock.run(10 * 60_000);
    expect(wallet().count('getCapabilities')).toBe(2);
  });

  it.each(['garbage', 'reject', 'unsupported', 'fail'] as const)('is replaced by the service when its response is %s', async (response) => {
    wallet().assets = [];
    wallet().always('getAssets', response);
    watch(fixture);
    await fixture.clock.run(0);
    expect([symbols(fixture), reads(fixture), wallet().count('getAssets')]).toEqual([['ETH', 'USDC'], 1, 1]);
    expect(fixture.useCases.watchTokens.current().error).toBeNull();
  });
});
