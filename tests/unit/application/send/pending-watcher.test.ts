import { describe, expect, it, vi } from 'vitest';
import { PendingWatcher } from '../../../../application/send/pending-watcher.js';
import { type ClientFixture, connectedFixture, record, settled } from '../support/client-fixture.js';

/** A watcher with a count of its notifications. */
const watch = async (enable?: boolean) => {
  const fixture: ClientFixture = await connectedFixture();
  if (enable !== undefined) fixture.options.update({ pendingTransactionsFilter: { enable, pollingInterval: 30_000 } });
  const refresh = vi.fn();
  const { chain, chains, connections, options } = fixture;
  const subscription = new PendingWatcher({ options, connections, chains, balances: { refresh } }).start();
  return { fixture, chain, refresh, subscription };
};

describe('PendingWatcher', () => {
  it('is off by default', async () => {
    const { chain } = await watch();
    expect(chain.pending$.observed).toBe(false);
  });

  it('refreshes the balance of the active namespace, and stops for good at 99 notifications', async () => {
    const { chain, refresh, subscription } = await watch(true);
    for (let count = 0; count < 98; count += 1) chain.pending$.next();
    expect([refresh.mock.calls.length, chain.pending$.observed]).toEqual([98, true]);
    chain.pending$.next();
    expect([refresh.mock.calls.length, chain.pending$.observed, subscription.closed]).toEqual([99, false, true]);
    expect(refresh).toHaveBeenLastCalledWith('eip155');
  });

  it('pauses while no wallet is connected', async () => {
    const { fixture, chain } = await watch(true);
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    expect(chain.pending$.observed).toBe(false);
  });
});
