import { beforeEach, describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ADDRESS, type ClientFixture, clientFixture, connect, connectedFixture, POLYGON, record } from '../support/client-fixture.js';

const USDC = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const DAI = 'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f';
const POLYGON_TOKEN = 'eip155:137/erc20:0x2791bca1f2de4661ed88a30c99a7a9449aa84174';
const OPTIONS = { options: { tokens: [USDC, DAI, POLYGON_TOKEN] } };

const prepare = (fixture: ClientFixture): ClientFixture => {
  fixture.chain.fakeServices.setAsset(USDC, { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
  fixture.chain.fakeServices.setAsset(DAI, { decimals: 18, symbol: 'DAI', name: 'Dai' });
  fixture.chain.fakeServices.setAssetBalance(ADDRESS, USDC, 5n);
  return fixture;
};
const fundedFixture = async (): Promise<ClientFixture> => prepare(await connectedFixture(OPTIONS));
const reads = ({ chain }: ClientFixture): number => chain.readCalls.filter(({ method }) => method === 'getBalances').length;
const watch = ({ useCases }: ClientFixture) => record(useCases.watchAssetBalances.execute());

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await fundedFixture();
});

describe('WatchAssetBalances', () => {
  it('reads the tokens of the active network, in order, in one request', async () => {
    const run = watch(fixture);
    expect(run.values[0]).toEqual({ balances: null, pending: false, error: null });
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toEqual({
      balances: [
        { asset: USDC, value: 5n, decimals: 6, symbol: 'USDC', name: 'USD Coin' },
        { asset: DAI, value: 0n, decimals: 18, symbol: 'DAI', name: 'Dai' },
      ],
      pending: false,
      error: null,
    });
    expect(reads(fixture)).toBe(1);
    expect(fixture.useCases.watchAssetBalances.current()).toBe(run.values.at(-1));
  });

  it('reads once a minute for all subscribers, and nothing while the web page is hidden', async () => {
    watch(fixture);
    watch(fixture);
    await fixture.clock.run(10 * 60_000 - 1);
    expect(reads(fixture)).toBe(10);
    fixture.browser.setVisible(false);
    await fixture.clock.run(10 * 60_000);
    expect(reads(fixture)).toBe(10);
    fixture.browser.setVisible(true);
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(11);
  });

  it('does not read again within the minute when the web page is hidden and shown, or on resubscription', async () => {
    const first = watch(fixture);
    await fixture.clock.run(0);
    for (let turn = 0; turn < 5; turn += 1) {
      fixture.browser.setVisible(false);
      fixture.browser.setVisible(true);
      await fixture.clock.run(1_000);
    }
    first.cancel();
    watch(fixture);
    await fixture.clock.run(1_000);
    expect(reads(fixture)).toBe(1);
  });

  it('reads nothing without a subscriber, a connection or a token', async () => {
    await fixture.clock.run(120_000);
    const disconnected = clientFixture(OPTIONS);
    watch(disconnected);
    await disconnected.clock.run(120_000);
    const withoutTokens = await connectedFixture();
    const run = watch(withoutTokens);
    await withoutTokens.clock.run(120_000);
    expect([fixture, disconnected, withoutTokens].map(reads)).toEqual([0, 0, 0]);
    expect(run.values.at(-1)).toEqual({ balances: [], pending: false, error: null });
  });

  it('reads immediately on another network or account, and after a transaction', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.chain.wallet('com.example.wallet').selectChain(POLYGON);
    await fixture.clock.run(0);
    expect(run.values.at(-1)?.balances).toEqual([]);
    expect(reads(fixture)).toBe(2);
    fixture.chain.wallet('com.example.wallet').selectChain('eip155:1');
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(3);
    record(fixture.useCases.refreshBalance.execute());
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(4);
  });

  it('keeps the balances when a read fails, emits the error, and retries after a minute', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.chain.reads = 'failed';
    await fixture.clock.run(60_000);
    expect(run.values.at(-1)).toMatchObject({ balances: [{ asset: USDC }, { asset: DAI }], error: { code: 'network/rpc-failed' } });
    fixture.chain.reads = 'working';
    await fixture.clock.run(60_000);
    expect(run.values.at(-1)).toMatchObject({ error: null });
  });

  it('follows the active namespace, and accepts the legacy form of the option', async () => {
    fixture = prepare(await connectedFixture({ options: { tokens: { 'eip155:1': { address: USDC.split(':').at(-1) ?? '' } } } }));
    const run = watch(fixture);
    await fixture.clock.run(0);
    expect(run.values.at(-1)?.balances).toMatchObject([{ asset: USDC, value: 5n }]);
    await connect(fixture, 'solana');
    expect(run.values.at(-1)?.balances).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    const run = watch(fixture);
    await fixture.clock.run(0);
    run.cancel();
    expect(fixture.clock.pending).toBe(0);
  });

  describe('together with the native balance', () => {
    const all = ({ chain }: ClientFixture): readonly string[] => chain.readCalls.map(({ method }) => method);
    const watchCoin = ({ useCases }: ClientFixture) => record(useCases.watchBalance.execute());

    it('reads both in one request a minute', async () => {
      fixture.chain.setBalance(ADDRESS, 7n);
      const coin = watchCoin(fixture);
      const tokens = watch(fixture);
      await fixture.clock.run(5 * 60_000 - 1);
      expect(all(fixture)).toEqual(Array.from({ length: 5 }, () => 'getBalances'));
      expect(coin.values.at(-1)?.balance).toEqual({ value: 7n, symbol: 'ETH', decimals: 18 });
      expect(tokens.values.at(-1)?.balances).toMatchObject([{ value: 5n }, { value: 0n }]);
      record(fixture.useCases.refreshBalance.execute());
      await fixture.clock.run(0);
      expect(all(fixture)).toHaveLength(6);
    });

    it('reads only the native balance after the tokens are unsubscribed', async () => {
      watchCoin(fixture);
      const tokens = watch(fixture);
      await fixture.clock.run(0);
      tokens.cancel();
      await fixture.clock.run(60_000);
      expect(all(fixture)).toEqual(['getBalances', 'getBalance']);
    });

    it('reads them separately if the chain cannot read both at once', async () => {
      const { getBalances: _both, ...offered } = fixture.chain.fakeServices.offered;
      fixture.chain.fakeServices.offered = offered;
      fixture.chain.setBalance(ADDRESS, 7n);
      const coin = watchCoin(fixture);
      const tokens = watch(fixture);
      await fixture.clock.run(60_000);
      expect(all(fixture).toSorted()).toEqual(['getAssetBalances', 'getAssetBalances', 'getBalance', 'getBalance']);
      expect(coin.values.at(-1)?.balance?.value).toBe(7n);
      expect(tokens.values.at(-1)?.balances).toMatchObject([{ value: 5n }, { value: 0n }]);
      fixture.chain.reads = 'failed';
      await fixture.clock.run(60_000);
      expect(coin.values.at(-1)?.lastRetry).toBe(fixture.clock.now());
      expect(tokens.values.at(-1)?.error?.code).toBe('network/rpc-failed');
    });

    it('does not fail the native balance on a token failure', async () => {
      const { offered } = fixture.chain.fakeServices;
      const missing = new LatchkeyError('config/dependency-missing', { dependency: 'viem' });
      fixture.chain.fakeServices.offered = { ...offered, getBalances: () => Promise.reject(missing) };
      fixture.chain.setBalance(ADDRESS, 7n);
      const coin = watchCoin(fixture);
      const tokens = watch(fixture);
      await fixture.clock.run(0);
      expect(coin.values.at(-1)).toMatchObject({ balance: { value: 7n }, lastRetry: null });
      expect(tokens.values.at(-1)).toEqual({ balances: null, pending: false, error: missing });
    });

    it('reads immediately for a later subscriber, and not again on a quick resubscription', async () => {
      watchCoin(fixture);
      await fixture.clock.run(20_000);
      const tokens = watch(fixture);
      await fixture.clock.run(0);
      tokens.cancel();
      await fixture.clock.run(29_000);
      watch(fixture).cancel();
      await fixture.clock.run(0);
      expect(all(fixture)).toEqual(['getBalance', 'getBalances']);
      await fixture.clock.run(1_000);
      watch(fixture);
      await fixture.clock.run(0);
      expect(all(fixture)).toEqual(['getBalance', 'getBalances', 'getBalances']);
    });
  });
});
