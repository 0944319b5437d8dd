import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { BalanceRefresher } from '../../../../application/balances/balance.reader.js';
import { lazyBalanceRefresher } from '../../../../application/balances/lazy-balance-refresher.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { clientFixture, connectedFixture, record, settled } from '../support/client-fixture.js';

/** A fixture whose balance refresher is loaded manually. */
const lazyFixture = async (isConnected: boolean) => {
  const fixture = isConnected ? await connectedFixture() : clientFixture();
  const polled: Namespace[] = [];
  const refreshed: Namespace[] = [];
  let subscriberCount = 0;
  const loaded: BalanceRefresher = {
    keepFresh: (namespace) =>
      new Observable<never>(() => {
        polled.push(namespace);
        subscriberCount += 1;
        return () => {
          subscriberCount -= 1;
        };
      }),
    refresh: (namespace) => void refreshed.push(namespace),
  };
  const loads: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  const refresher = lazyBalanceRefresher(
    fixture.connections,
    fixture.clock,
    () => new Promise((resolve, reject) => loads.push({ resolve: () => resolve(loaded), reject })),
  );
  return { ...fixture, refresher, polled, refreshed, loads, subscriberCount: () => subscriberCount };
};

describe('lazyBalanceRefresher', () => {
  it('is loaded when an account is connected, not before', async () => {
    const { refresher, loads, polled, useCases } = await lazyFixture(false);
    const run = await settled(record(refresher.keepFresh('eip155')));
    expect(loads).toHaveLength(0);
    useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.example.wallet' }).subscribe();
    await flushPromises();
    expect(loads).toHaveLength(1);
    loads[0]?.resolve();
    await flushPromises();
    expect([polled, run.end]).toEqual([['eip155'], 'open']);
  });

  it('unsubscribes from the refresher', async () => {
    const { refresher, loads, subscriberCount } = await lazyFixture(true);
    const [first, second] = [record(refresher.keepFresh('eip155')), record(refresher.keepFresh('eip155'))];
    for (const load of loads) load.resolve();
    await flushPromises();
    expect(subscriberCount()).toBe(2);
    first.cancel();
    second.cancel();
    expect(subscriberCount()).toBe(0);
  });

  it('does not poll after unsubscribing during the load', async () => {
    const { refresher, loads, polled } = await lazyFixture(true);
    record(refresher.keepFresh('eip155')).cancel();
    loads[0]?.resolve();
    await flushPromises();
    expect(polled).toEqual([]);
  });

  it('reports a failed balance read if the load fails, and loads again after a minute', async () => {
    const { refresher, loads, clock, connections, polled } = await lazyFixture(true);
    record(refresher.keepFresh('eip155'));
    const error = new LatchkeyError('browser/load-failed', { module: 'the code of balances' });
    loads[0]?.reject(error);
    await flushPromises();
    expect(connections.state.namespaces.eip155?.balance).toEqual({ loading: false, balance: null, lastRetry: clock.now(), error });
    await clock.run(59_999);
    expect(loads).toHaveLength(1);
    await clock.run(1);
    expect(loads).toHaveLength(2);
    loads[1]?.resolve();
    await flushPromises();
    expect([polled, clock.pending]).toEqual([['eip155'], 0]);
  });

  it('loads again immediately on a refresh', async () => {
    const { refresher, loads, refreshed, clock } = await lazyFixture(true);
    record(refresher.keepFresh('eip155'));
    loads[0]?.reject(new LatchkeyError('browser/load-failed', { module: 'the code of balances' }));
    await flushPromises();
    refresher.refresh('eip155');
    expect([loads.length, clock.pending]).toEqual([2, 0]);
    loads[1]?.resolve();
    await flushPromises();
    refresher.refresh('eip155');
    expect(refreshed).toEqual(['eip155']);
  });

  it('leaves no timer after unsubscribing', async () => {
    const { refresher, loads, clock } = await lazyFixture(true);
    const run = record(refresher.keepFresh('eip155'));
    loads[0]?.reject(new LatchkeyError('browser/load-failed', { module: 'the code of balances' }));
    await flushPromises();
    expect(clock.pending).toBe(1);
    run.cancel();
    refresher.refresh('eip155');
    expect([clock.pending, loads.length]).toEqual([0, 1]);
  });

  it('sends a defect to the error channel', async () => {
    const { connections, clock } = await connectedFixture();
    const defect = new Error('a bug');
    const run = await settled(record(lazyBalanceRefresher(connections, clock, () => Promise.reject(defect)).keepFresh('eip155')));
    expect(run.end).toEqual({ defect });
  });
});
