import { beforeEach, describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ADDRESS, connect, connectedWorld, POLYGON, record, type World, world } from '../support/world.js';

const USDC = 'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const DAI = 'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f';
const ELSEWHERE = 'eip155:137/erc20:0x2791bca1f2de4661ed88a30c99a7a9449aa84174';
const OPTIONS = { options: { tokens: [USDC, DAI, ELSEWHERE] } };

const prepare = (here: World): World => {
  here.chain.fakeServices.setAsset(USDC, { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
  here.chain.fakeServices.setAsset(DAI, { decimals: 18, symbol: 'DAI', name: 'Dai' });
  here.chain.fakeServices.setAssetBalance(ADDRESS, USDC, 5n);
  return here;
};
const rich = async (): Promise<World> => prepare(await connectedWorld(OPTIONS));
const reads = ({ chain }: World): number => chain.readCalls.filter(({ method }) => method === 'getBalances').length;
const watch = ({ useCases }: World) => record(useCases.watchAssetBalances.execute());

let here: World;
beforeEach(async () => {
  here = await rich();
});

describe('WatchAssetBalances', () => {
  it('reads the tokens of the network in use, in their order, in one question', async () => {
    const watched = watch(here);
    expect(watched.values[0]).toEqual({ balances: [], pending: false, error: null });
    await here.clock.run(0);
    expect(watched.values.at(-1)).toEqual({
      balances: [
        { asset: USDC, value: 5n, decimals: 6, symbol: 'USDC', name: 'USD Coin' },
        { asset: DAI, value: 0n, decimals: 18, symbol: 'DAI', name: 'Dai' },
      ],
      pending: false,
      error: null,
    });
    expect(reads(here)).toBe(1);
    expect(here.useCases.watchAssetBalances.current()).toBe(watched.values.at(-1));
  });

  it('reads once a minute for all who watch, and nothing while the page is hidden', async () => {
    watch(here);
    watch(here);
    await here.clock.run(10 * 60_000 - 1);
    expect(reads(here)).toBe(10);
    here.browser.setVisible(false);
    await here.clock.run(10 * 60_000);
    expect(reads(here)).toBe(10);
    here.browser.setVisible(true);
    await here.clock.run(0);
    expect(reads(here)).toBe(11);
  });

  it('does not read again for who hides and shows the page, or comes back, within the minute', async () => {
    const first = watch(here);
    await here.clock.run(0);
    for (let turn = 0; turn < 5; turn += 1) {
      here.browser.setVisible(false);
      here.browser.setVisible(true);
      await here.clock.run(1_000);
    }
    first.cancel();
    watch(here);
    await here.clock.run(1_000);
    expect(reads(here)).toBe(1);
  });

  it('reads nothing while nobody watches, nothing is connected, or there is no token', async () => {
    await here.clock.run(120_000);
    const nobody = world(OPTIONS);
    watch(nobody);
    await nobody.clock.run(120_000);
    const none = await connectedWorld();
    watch(none);
    await none.clock.run(120_000);
    expect([here, nobody, none].map(reads)).toEqual([0, 0, 0]);
  });

  it('reads anew at once on another network, account, and after a transaction', async () => {
    const watched = watch(here);
    await here.clock.run(0);
    here.chain.wallet('com.example.wallet').selectChain(POLYGON);
    await here.clock.run(0);
    expect(watched.values.at(-1)?.balances).toEqual([]);
    expect(reads(here)).toBe(2);
    here.chain.wallet('com.example.wallet').selectChain('eip155:1');
    await here.clock.run(0);
    expect(reads(here)).toBe(3);
    record(here.useCases.refreshBalance.execute());
    await here.clock.run(0);
    expect(reads(here)).toBe(4);
  });

  it('keeps what it knows when a read fails, says why, and goes on in a minute', async () => {
    const watched = watch(here);
    await here.clock.run(0);
    here.chain.reads = 'failed';
    await here.clock.run(60_000);
    expect(watched.values.at(-1)).toMatchObject({ balances: [{ asset: USDC }, { asset: DAI }], error: { code: 'network/rpc-failed' } });
    here.chain.reads = 'working';
    await here.clock.run(60_000);
    expect(watched.values.at(-1)).toMatchObject({ error: null });
  });

  it('follows the active namespace, and knows the older form of the option', async () => {
    here = prepare(await connectedWorld({ options: { tokens: { 'eip155:1': { address: USDC.split(':').at(-1) ?? '' } } } }));
    const watched = watch(here);
    await here.clock.run(0);
    expect(watched.values.at(-1)?.balances).toMatchObject([{ asset: USDC, value: 5n }]);
    await connect(here, 'solana');
    expect(watched.values.at(-1)?.balances).toEqual([]);
  });

  it('leaves nothing behind', async () => {
    const watched = watch(here);
    await here.clock.run(0);
    watched.cancel();
    expect(here.clock.pending).toBe(0);
  });

  describe('beside the balance of the coin', () => {
    const all = ({ chain }: World): readonly string[] => chain.readCalls.map(({ method }) => method);
    const watchCoin = ({ useCases }: World) => record(useCases.watchBalance.execute());

    it('is read with it, in one question a minute', async () => {
      here.chain.setBalance(ADDRESS, 7n);
      const coin = watchCoin(here);
      const tokens = watch(here);
      await here.clock.run(5 * 60_000 - 1);
      expect(all(here)).toEqual(Array.from({ length: 5 }, () => 'getBalances'));
      expect(coin.values.at(-1)?.balance).toEqual({ value: 7n, symbol: 'ETH', decimals: 18 });
      expect(tokens.values.at(-1)?.balances).toMatchObject([{ value: 5n }, { value: 0n }]);
      record(here.useCases.refreshBalance.execute());
      await here.clock.run(0);
      expect(all(here)).toHaveLength(6);
    });

    it('leaves the coin alone again when nobody watches the tokens any more', async () => {
      watchCoin(here);
      const tokens = watch(here);
      await here.clock.run(0);
      tokens.cancel();
      await here.clock.run(60_000);
      expect(all(here)).toEqual(['getBalances', 'getBalance']);
    });

    it('is read apart from it where the chain cannot read both at once', async () => {
      const { getBalances: _both, ...offered } = here.chain.fakeServices.offered;
      here.chain.fakeServices.offered = offered;
      here.chain.setBalance(ADDRESS, 7n);
      const coin = watchCoin(here);
      const tokens = watch(here);
      await here.clock.run(60_000);
      expect(all(here).toSorted()).toEqual(['getAssetBalances', 'getAssetBalances', 'getBalance', 'getBalance']);
      expect(coin.values.at(-1)?.balance?.value).toBe(7n);
      expect(tokens.values.at(-1)?.balances).toMatchObject([{ value: 5n }, { value: 0n }]);
      here.chain.reads = 'failed';
      await here.clock.run(60_000);
      expect(coin.values.at(-1)?.lastRetry).toBe(here.clock.now());
      expect(tokens.values.at(-1)?.error?.code).toBe('network/rpc-failed');
    });

    it('is not what keeps the coin from being read', async () => {
      const { offered } = here.chain.fakeServices;
      const missing = new LatchkeyError('config/dependency-missing', { dependency: 'viem' });
      here.chain.fakeServices.offered = { ...offered, getBalances: () => Promise.reject(missing) };
      here.chain.setBalance(ADDRESS, 7n);
      const coin = watchCoin(here);
      const tokens = watch(here);
      await here.clock.run(0);
      expect(coin.values.at(-1)).toMatchObject({ balance: { value: 7n }, lastRetry: null });
      expect(tokens.values.at(-1)).toEqual({ balances: [], pending: false, error: missing });
    });

    it('is read at once by who comes later, and not again by who comes back soon', async () => {
      watchCoin(here);
      await here.clock.run(20_000);
      const tokens = watch(here);
      await here.clock.run(0);
      tokens.cancel();
      await here.clock.run(29_000);
      watch(here).cancel();
      await here.clock.run(0);
      expect(all(here)).toEqual(['getBalance', 'getBalances']);
      await here.clock.run(1_000);
      watch(here);
      await here.clock.run(0);
      expect(all(here)).toEqual(['getBalance', 'getBalances', 'getBalances']);
    });
  });
});
