import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import {
  ADDRESS,
  account,
  connect,
  connectedWorld,
  EVM_WALLET,
  POLYGON,
  record,
  SOLANA_WALLET,
  type World,
  type WorldInit,
  world,
} from '../support/world.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const RICH: WorldInit = { evm: { balances: { [ADDRESS]: 10n, [OTHER]: 20n } } };
const watch = ({ useCases }: World, namespace?: 'eip155' | 'solana') =>
  record(useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }));
/** The balance of a connected account is on display. */
const watching = async () => {
  const seen = watch(here);
  await here.clock.run(0);
  return seen;
};
const reads = ({ chain }: World) => chain.readCalls.filter(({ method }) => method === 'getBalance').length;
const value = (amount: bigint) => ({ value: amount, symbol: 'ETH', decimals: 18 });

let here: World;
beforeEach(async () => {
  here = await connectedWorld(RICH);
});

describe('WatchBalance', () => {
  it('reads nothing before somebody subscribes', async () => {
    here.useCases.watchBalance.execute();
    expect(here.useCases.watchBalance.current()).toEqual({ loading: false, balance: null, lastRetry: null });
    await here.clock.run(120_000);
    expect(reads(here)).toBe(0);
  });

  it('gives what is known at once, then loads the balance', async () => {
    const seen = watch(here);
    expect(seen.values).toEqual([{ loading: false, balance: null, lastRetry: null }]);
    await here.clock.run(0);
    expect(seen.values.slice(1)).toEqual([
      { loading: true, balance: null, lastRetry: null },
      { loading: false, balance: value(10n), lastRetry: null },
    ]);
    expect(here.useCases.watchBalance.current()).toEqual(seen.values.at(-1));
    expect(account(here)).toMatchObject({ balance: 10n, balanceSymbol: 'ETH', balanceDecimals: 18, balanceLoading: false });
  });

  it('reads once a minute, and not more often', async () => {
    const seen = watch(here);
    await here.clock.run(59_999);
    expect(reads(here)).toBe(1);
    here.chain.setBalance(ADDRESS, 11n);
    await here.clock.run(1);
    expect(reads(here)).toBe(2);
    expect(seen.values.at(-1)?.balance).toEqual(value(11n));
    await here.clock.run(600_000);
    expect(reads(here)).toBe(12);
  });

  it('reads once for all that watch', async () => {
    const [first, second] = [watch(here), watch(here, 'eip155')];
    await here.clock.run(60_000);
    expect(reads(here)).toBe(2);
    first.cancel();
    await here.clock.run(60_000);
    expect(reads(here)).toBe(3);
    expect(second.values.at(-1)?.balance).toEqual(value(10n));
  });

  it('reads not at all without a connection, on an unknown network or without an adapter', async () => {
    const nothing = world(RICH);
    const stranded = await connectedWorld(RICH);
    stranded.chain.wallet(EVM_WALLET).selectChain('eip155:99');
    const bare = world({ withoutAdapters: true });
    for (const here of [nothing, stranded, bare]) {
      const seen = watch(here, 'eip155');
      await here.clock.run(120_000);
      expect(reads(here)).toBe(0);
      expect(seen.values).toEqual([{ loading: false, balance: null, lastRetry: null }]);
    }
  });

  it('begins to read when a wallet is connected, and stops when it is not any more', async () => {
    const here = world(RICH);
    watch(here);
    await connect(here);
    await here.clock.run(0);
    expect(reads(here)).toBe(1);
    here.chain.wallet(EVM_WALLET).lock();
    expect(here.clock.pending).toBe(0);
    here.chain.wallet(EVM_WALLET).unlock();
    await here.clock.run(0);
    expect(reads(here)).toBe(2);
  });

  it('reads nothing while the page is hidden', async () => {
    await watching();
    here.browser.setVisible(false);
    expect(here.clock.pending).toBe(0);
    await here.clock.run(600_000);
    expect(reads(here)).toBe(1);
    here.browser.setVisible(true);
    await here.clock.run(0);
    expect(reads(here)).toBe(2);
  });

  it('reads once a minute also where the page is hidden and shown all the time', async () => {
    await watching();
    for (let second = 0; second < 59; second += 1) {
      here.browser.setVisible(false);
      here.browser.setVisible(true);
      await here.clock.run(1_000);
    }
    expect(reads(here)).toBe(1);
    await here.clock.run(1_000);
    expect(reads(here)).toBe(2);
  });

  it('reads once a minute also where watchers come and go', async () => {
    watch(here).cancel();
    for (let second = 0; second < 30; second += 1) {
      const seen = watch(here);
      await here.clock.run(1_000);
      seen.cancel();
    }
    expect(reads(here)).toBe(1);
    expect(watch(here).values).toEqual([{ loading: false, balance: value(10n), lastRetry: null }]);
    await here.clock.run(30_000);
    expect(reads(here)).toBe(2);
  });

  it.each([
    [29_999, 1],
    [30_000, 2],
  ])('has read after a pause of %i ms without watchers %i time(s)', async (pauseMs, times) => {
    const first = await watching();
    first.cancel();
    await here.clock.run(pauseMs);
    watch(here);
    await here.clock.run(0);
    expect(reads(here)).toBe(times);
  });

  it('leaves no timer after the last one left', async () => {
    const watchers = [watch(here), watch(here), watch(here, 'solana')];
    await here.clock.run(0);
    expect(here.clock.pending).toBeGreaterThan(0);
    for (const watcher of watchers) watcher.cancel();
    expect(here.clock.pending).toBe(0);
  });

  it('withdraws a read when the last one leaves, and is not loading any more', async () => {
    here.chain.reads = 'never';
    const getBalance = vi.spyOn(here.chain, 'getBalance');
    const seen = await watching();
    expect(account(here).balanceLoading).toBe(true);
    seen.cancel();
    expect(getBalance.mock.calls[0]?.[1].aborted).toBe(true);
    expect(account(here)).toMatchObject({ balanceLoading: false, balance: undefined, lastRetry: undefined });
  });

  it('follows the active namespace by default', async () => {
    here.solana.setBalance(ADDRESS, 5n);
    const seen = await watching();
    await connect(here, 'solana');
    await here.clock.run(0);
    expect(seen.values.at(-1)?.balance).toEqual({ value: 5n, symbol: 'SOL', decimals: 9 });
    await here.clock.run(120_000);
    expect(reads(here)).toBe(1);
  });

  it('ends when the client is disposed of, and leaves no timer', async () => {
    const seen = await watching();
    here.connections.dispose();
    expect(seen.end).toBe('complete');
    expect(here.clock.pending).toBe(0);
  });
});

describe('a balance that cannot be read', () => {
  it.each(['failed', 'timeout'] as const)('is reported with its time, keeps what was known, and comes back by itself (%s)', async (how) => {
    const seen = await watching();
    here.chain.reads = how;
    await here.clock.run(60_000);
    expect(seen.values.at(-1)).toEqual({
      loading: false,
      balance: value(10n),
      lastRetry: here.clock.now(),
      error: expect.objectContaining({ code: how === 'failed' ? 'network/rpc-failed' : 'network/timeout' }),
    });
    here.chain.reads = 'working';
    await here.clock.run(60_000);
    expect(seen.values.at(-1)).toEqual({ loading: false, balance: value(10n), lastRetry: null });
    expect(seen.end).toBe('open');
  });

  it('is not read again within 30 s, whoever comes and looks', async () => {
    here.chain.reads = 'failed';
    const first = watch(here);
    await here.clock.run(0);
    first.cancel();
    watch(here);
    here.browser.setVisible(false);
    here.browser.setVisible(true);
    await here.clock.run(29_999);
    expect(reads(here)).toBe(1);
    await here.clock.run(1);
    expect(reads(here)).toBe(2);
  });

  it('does not keep another account from being read', async () => {
    here.chain.reads = 'failed';
    const seen = await watching();
    here.chain.reads = 'working';
    here.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await here.clock.run(0);
    expect(seen.values.at(-1)?.balance).toEqual(value(20n));
  });

  it('does not stop a page whose clock is set back', async () => {
    await watching();
    const now = here.clock.now();
    const clock = vi.spyOn(here.clock, 'now').mockImplementation(() => now - 86_400_000);
    here.browser.setVisible(false);
    here.browser.setVisible(true);
    clock.mockRestore();
    await here.clock.run(60_000);
    expect(reads(here)).toBe(2);
  });

  it('goes to the error channel when the adapter has a bug, and is not loading any more', async () => {
    const defect = new TypeError('bug');
    vi.spyOn(here.chain, 'getBalance').mockRejectedValue(defect);
    const seen = await watching();
    expect(seen.end).toEqual({ defect });
    expect(account(here).balanceLoading).toBe(false);
    expect(here.clock.pending).toBe(0);
  });
});

describe('an answer that is outdated', () => {
  /** Holds every read back until the test lets it go. */
  const holding = async () => {
    const { getBalance } = here.chain;
    const held: (() => void)[] = [];
    vi.spyOn(here.chain, 'getBalance').mockImplementation(async (request) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return getBalance(request, new AbortController().signal);
    });
    const seen = await watching();
    const letGo = (index: number): Promise<void> => {
      held[index]?.();
      return settle();
    };
    return { letGo, seen };
  };

  it('is ignored when the account changed', async () => {
    const { letGo, seen } = await holding();
    here.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await here.clock.run(0);
    await letGo(1);
    await letGo(0);
    expect(seen.values.at(-1)).toEqual({ loading: false, balance: value(20n), lastRetry: null });
  });

  it('is ignored when the account changed and changed back', async () => {
    const { letGo, seen } = await holding();
    here.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    here.chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    await here.clock.run(0);
    await letGo(0);
    expect(seen.values.at(-1)?.loading).toBe(true);
    await letGo(1);
    expect(seen.values.at(-1)?.balance).toEqual(value(10n));
  });

  it('is ignored when the chain changed', async () => {
    const { letGo, seen } = await holding();
    here.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await here.clock.run(0);
    await letGo(0);
    expect(seen.values.at(-1)).toEqual({ loading: true, balance: null, lastRetry: null });
    await letGo(1);
    expect(seen.values.at(-1)?.balance?.symbol).toBe('POL');
  });

  it('is ignored when the wallet was disconnected', async () => {
    const { letGo, seen } = await holding();
    here.chain.wallet(EVM_WALLET).forgetSite();
    await letGo(0);
    expect(seen.values.at(-1)).toEqual({ loading: false, balance: null, lastRetry: null });
    expect(here.solana.wallet(SOLANA_WALLET).calls).toEqual([]);
  });
});
