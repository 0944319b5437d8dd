import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  POLYGON,
  record,
  SOLANA_WALLET,
} from '../support/client-fixture.js';

const OTHER = '0x2222222222222222222222222222222222222222';
const FUNDED: ClientFixtureInit = { evm: { balances: { [ADDRESS]: 10n, [OTHER]: 20n } } };
const watch = ({ useCases }: ClientFixture, namespace?: 'eip155' | 'solana') =>
  record(useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }));
/** A connected account with a subscription to its balance. */
const watchedBalance = async () => {
  const run = watch(fixture);
  await fixture.clock.run(0);
  return run;
};
const reads = ({ chain }: ClientFixture) => chain.readCalls.filter(({ method }) => method === 'getBalance').length;
const value = (amount: bigint) => ({ value: amount, symbol: 'ETH', decimals: 18 });

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture(FUNDED);
});

describe('WatchBalance', () => {
  it('reads nothing before subscription', async () => {
    fixture.useCases.watchBalance.execute();
    expect(fixture.useCases.watchBalance.current()).toEqual({ loading: false, balance: null, lastRetry: null });
    await fixture.clock.run(120_000);
    expect(reads(fixture)).toBe(0);
  });

  it('emits the current state immediately, then loads the balance', async () => {
    const run = watch(fixture);
    expect(run.values).toEqual([{ loading: false, balance: null, lastRetry: null }]);
    await fixture.clock.run(0);
    expect(run.values.slice(1)).toEqual([
      { loading: true, balance: null, lastRetry: null },
      { loading: false, balance: value(10n), lastRetry: null },
    ]);
    expect(fixture.useCases.watchBalance.current()).toEqual(run.values.at(-1));
    expect(account(fixture)).toMatchObject({ balance: 10n, balanceSymbol: 'ETH', balanceDecimals: 18, balanceLoading: false });
  });

  it('reads once a minute, and not more often', async () => {
    const run = watch(fixture);
    await fixture.clock.run(59_999);
    expect(reads(fixture)).toBe(1);
    fixture.chain.setBalance(ADDRESS, 11n);
    await fixture.clock.run(1);
    expect(reads(fixture)).toBe(2);
    expect(run.values.at(-1)?.balance).toEqual(value(11n));
    await fixture.clock.run(600_000);
    expect(reads(fixture)).toBe(12);
  });

  it('reads once for all subscribers', async () => {
    const [first, second] = [watch(fixture), watch(fixture, 'eip155')];
    await fixture.clock.run(60_000);
    expect(reads(fixture)).toBe(2);
    first.cancel();
    await fixture.clock.run(60_000);
    expect(reads(fixture)).toBe(3);
    expect(second.values.at(-1)?.balance).toEqual(value(10n));
  });

  it('reads nothing without a connection, on an unknown network or without an adapter', async () => {
    const disconnected = clientFixture(FUNDED);
    const onUnknownNetwork = await connectedFixture(FUNDED);
    onUnknownNetwork.chain.wallet(EVM_WALLET).selectChain('eip155:99');
    const withoutAdapter = clientFixture({ withoutAdapters: true });
    for (const fixture of [disconnected, onUnknownNetwork, withoutAdapter]) {
      const run = watch(fixture, 'eip155');
      await fixture.clock.run(120_000);
      expect(reads(fixture)).toBe(0);
      expect(run.values).toEqual([{ loading: false, balance: null, lastRetry: null }]);
    }
  });

  it('starts reading when a wallet connects and stops when it disconnects', async () => {
    const fixture = clientFixture(FUNDED);
    watch(fixture);
    await connect(fixture);
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(1);
    fixture.chain.wallet(EVM_WALLET).lock();
    expect(fixture.clock.pending).toBe(0);
    fixture.chain.wallet(EVM_WALLET).unlock();
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(2);
  });

  it('reads nothing while the web page is hidden', async () => {
    await watchedBalance();
    fixture.browser.setVisible(false);
    expect(fixture.clock.pending).toBe(0);
    await fixture.clock.run(600_000);
    expect(reads(fixture)).toBe(1);
    fixture.browser.setVisible(true);
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(2);
  });

  it('reads once a minute also if the web page is hidden and shown repeatedly', async () => {
    await watchedBalance();
    for (let second = 0; second < 59; second += 1) {
      fixture.browser.setVisible(false);
      fixture.browser.setVisible(true);
      await fixture.clock.run(1_000);
    }
    expect(reads(fixture)).toBe(1);
    await fixture.clock.run(1_000);
    expect(reads(fixture)).toBe(2);
  });

  it('reads once a minute also with changing subscribers', async () => {
    watch(fixture).cancel();
    for (let second = 0; second < 30; second += 1) {
      const run = watch(fixture);
      await fixture.clock.run(1_000);
      run.cancel();
    }
    expect(reads(fixture)).toBe(1);
    expect(watch(fixture).values).toEqual([{ loading: false, balance: value(10n), lastRetry: null }]);
    await fixture.clock.run(30_000);
    expect(reads(fixture)).toBe(2);
  });

  it.each([
    [29_999, 1],
    [30_000, 2],
  ])('has read, after a pause of %i ms without subscribers, %i time(s)', async (pauseMs, times) => {
    const first = await watchedBalance();
    first.cancel();
    await fixture.clock.run(pauseMs);
    watch(fixture);
    await fixture.clock.run(0);
    expect(reads(fixture)).toBe(times);
  });

  it('leaves no timer after the last unsubscribe', async () => {
    const runs = [watch(fixture), watch(fixture), watch(fixture, 'solana')];
    await fixture.clock.run(0);
    expect(fixture.clock.pending).toBeGreaterThan(0);
    for (const run of runs) run.cancel();
    expect(fixture.clock.pending).toBe(0);
  });

  it('aborts the read on the last unsubscribe, and is no longer loading', async () => {
    fixture.chain.reads = 'never';
    const getBalance = vi.spyOn(fixture.chain, 'getBalance');
    const run = await watchedBalance();
    expect(account(fixture).balanceLoading).toBe(true);
    run.cancel();
    expect(getBalance.mock.calls[0]?.[1].aborted).toBe(true);
    expect(account(fixture)).toMatchObject({ balanceLoading: false, balance: undefined, lastRetry: undefined });
  });

  it('follows the active namespace by default', async () => {
    fixture.solana.setBalance(ADDRESS, 5n);
    const run = await watchedBalance();
    await connect(fixture, 'solana');
    await fixture.clock.run(0);
    expect(run.values.at(-1)?.balance).toEqual({ value: 5n, symbol: 'SOL', decimals: 9 });
    await fixture.clock.run(120_000);
    expect(reads(fixture)).toBe(1);
  });

  it('completes when the client is disposed, and leaves no timer', async () => {
    const run = await watchedBalance();
    fixture.connections.dispose();
    expect(run.end).toBe('complete');
    expect(fixture.clock.pending).toBe(0);
  });
});

describe('a failed balance read', () => {
  it.each(['failed', 'timeout'] as const)('is reported with its time, keeps the last balance, and is retried (%s)', async (reads) => {
    const run = await watchedBalance();
    fixture.chain.reads = reads;
    await fixture.clock.run(60_000);
    expect(run.values.at(-1)).toEqual({
      loading: false,
      balance: value(10n),
      lastRetry: fixture.clock.now(),
      error: expect.objectContaining({ code: reads === 'failed' ? 'network/rpc-failed' : 'network/timeout' }),
    });
    fixture.chain.reads = 'working';
    await fixture.clock.run(60_000);
    expect(run.values.at(-1)).toEqual({ loading: false, balance: value(10n), lastRetry: null });
    expect(run.end).toBe('open');
  });

  it('is not retried within 30 s, also for new subscribers', async () => {
    fixture.chain.reads = 'failed';
    const first = watch(fixture);
    await fixture.clock.run(0);
    first.cancel();
    watch(fixture);
    fixture.browser.setVisible(false);
    fixture.browser.setVisible(true);
    await fixture.clock.run(29_999);
    expect(reads(fixture)).toBe(1);
    await fixture.clock.run(1);
    expect(reads(fixture)).toBe(2);
  });

  it('does not prevent reading another account', async () => {
    fixture.chain.reads = 'failed';
    const run = await watchedBalance();
    fixture.chain.reads = 'working';
    fixture.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await fixture.clock.run(0);
    expect(run.values.at(-1)?.balance).toEqual(value(20n));
  });

  it('is retried also if the clock is set back', async () => {
    await watchedBalance();
    const now = fixture.clock.now();
    const clock = vi.spyOn(fixture.clock, 'now').mockImplementation(() => now - 86_400_000);
    fixture.browser.setVisible(false);
    fixture.browser.setVisible(true);
    clock.mockRestore();
    await fixture.clock.run(60_000);
    expect(reads(fixture)).toBe(2);
  });

  it('sends a defect of the adapter to the error channel, and is no longer loading', async () => {
    const defect = new TypeError('bug');
    vi.spyOn(fixture.chain, 'getBalance').mockRejectedValue(defect);
    const run = await watchedBalance();
    expect(run.end).toEqual({ defect });
    expect(account(fixture).balanceLoading).toBe(false);
    expect(fixture.clock.pending).toBe(0);
  });
});

describe('an outdated balance', () => {
  /** Delays every read until the test releases it. */
  const delayedReads = async () => {
    const { getBalance } = fixture.chain;
    const delayed: (() => void)[] = [];
    vi.spyOn(fixture.chain, 'getBalance').mockImplementation(async (request) => {
      await new Promise<void>((resolve) => delayed.push(resolve));
      return getBalance(request, new AbortController().signal);
    });
    const run = await watchedBalance();
    const release = (index: number): Promise<void> => {
      delayed[index]?.();
      return flushPromises();
    };
    return { release, run };
  };

  it('is ignored if the account has changed', async () => {
    const { release, run } = await delayedReads();
    fixture.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    await fixture.clock.run(0);
    await release(1);
    await release(0);
    expect(run.values.at(-1)).toEqual({ loading: false, balance: value(20n), lastRetry: null });
  });

  it('is ignored if the account has changed and changed back', async () => {
    const { release, run } = await delayedReads();
    fixture.chain.wallet(EVM_WALLET).selectAccount(OTHER);
    fixture.chain.wallet(EVM_WALLET).selectAccount(ADDRESS);
    await fixture.clock.run(0);
    await release(0);
    expect(run.values.at(-1)?.loading).toBe(true);
    await release(1);
    expect(run.values.at(-1)?.balance).toEqual(value(10n));
  });

  it('is ignored if the chain has changed', async () => {
    const { release, run } = await delayedReads();
    fixture.chain.wallet(EVM_WALLET).selectChain(POLYGON);
    await fixture.clock.run(0);
    await release(0);
    expect(run.values.at(-1)).toEqual({ loading: true, balance: null, lastRetry: null });
    await release(1);
    expect(run.values.at(-1)?.balance?.symbol).toBe('POL');
  });

  it('is ignored if the wallet has disconnected', async () => {
    const { release, run } = await delayedReads();
    fixture.chain.wallet(EVM_WALLET).forgetSite();
    await release(0);
    expect(run.values.at(-1)).toEqual({ loading: false, balance: null, lastRetry: null });
    expect(fixture.solana.wallet(SOLANA_WALLET).calls).toEqual([]);
  });
});
