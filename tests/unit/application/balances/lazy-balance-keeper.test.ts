import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { BalanceKeeper } from '../../../../application/balances/balance.reader.js';
import { lazyBalanceKeeper } from '../../../../application/balances/lazy-balance-keeper.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { connectedWorld, record, settled, world } from '../support/world.js';

/** A world whose balances are kept by code that arrives by hand. */
const later = async (isConnected: boolean) => {
  const here = isConnected ? await connectedWorld() : world();
  const kept: Namespace[] = [];
  const refreshed: Namespace[] = [];
  let watched = 0;
  const loaded: BalanceKeeper = {
    keepFresh: (namespace) =>
      new Observable<never>(() => {
        kept.push(namespace);
        watched += 1;
        return () => {
          watched -= 1;
        };
      }),
    refresh: (namespace) => void refreshed.push(namespace),
  };
  const loads: { readonly arrive: () => void; readonly fail: (error: unknown) => void }[] = [];
  const keeper = lazyBalanceKeeper(
    here.connections,
    here.clock,
    () => new Promise((resolve, fail) => loads.push({ arrive: () => resolve(loaded), fail })),
  );
  return { ...here, keeper, kept, refreshed, loads, watched: () => watched };
};

describe('what keeps balances fresh, fetched later', () => {
  it('is fetched when an account is connected, not before', async () => {
    const { keeper, loads, kept, useCases } = await later(false);
    const watching = await settled(record(keeper.keepFresh('eip155')));
    expect(loads).toHaveLength(0);
    useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.example.wallet' }).subscribe();
    await settle();
    expect(loads).toHaveLength(1);
    loads[0]?.arrive();
    await settle();
    expect([kept, watching.end]).toEqual([['eip155'], 'open']);
  });

  it('is left by who leaves', async () => {
    const { keeper, loads, watched } = await later(true);
    const [first, second] = [record(keeper.keepFresh('eip155')), record(keeper.keepFresh('eip155'))];
    for (const load of loads) load.arrive();
    await settle();
    expect(watched()).toBe(2);
    first.cancel();
    second.cancel();
    expect(watched()).toBe(0);
  });

  it('begins nothing for who has left before it came', async () => {
    const { keeper, loads, kept } = await later(true);
    record(keeper.keepFresh('eip155')).cancel();
    loads[0]?.arrive();
    await settle();
    expect(kept).toEqual([]);
  });

  it('says that the balance could not be read where the code does not arrive, and fetches it again after a minute', async () => {
    const { keeper, loads, clock, connections, kept } = await later(true);
    record(keeper.keepFresh('eip155'));
    const error = new LatchkeyError('browser/load-failed', { part: 'the code of balances' });
    loads[0]?.fail(error);
    await settle();
    expect(connections.state.namespaces.eip155?.balance).toEqual({ loading: false, balance: null, lastRetry: clock.now(), error });
    await clock.run(59_999);
    expect(loads).toHaveLength(1);
    await clock.run(1);
    expect(loads).toHaveLength(2);
    loads[1]?.arrive();
    await settle();
    expect([kept, clock.pending]).toEqual([['eip155'], 0]);
  });

  it('fetches it again at once when the person asks', async () => {
    const { keeper, loads, refreshed, clock } = await later(true);
    record(keeper.keepFresh('eip155'));
    loads[0]?.fail(new LatchkeyError('browser/load-failed', { part: 'the code of balances' }));
    await settle();
    keeper.refresh('eip155');
    expect([loads.length, clock.pending]).toEqual([2, 0]);
    loads[1]?.arrive();
    await settle();
    keeper.refresh('eip155');
    expect(refreshed).toEqual(['eip155']);
  });

  it('waits for nothing more when who watches has left', async () => {
    const { keeper, loads, clock } = await later(true);
    const watching = record(keeper.keepFresh('eip155'));
    loads[0]?.fail(new LatchkeyError('browser/load-failed', { part: 'the code of balances' }));
    await settle();
    expect(clock.pending).toBe(1);
    watching.cancel();
    keeper.refresh('eip155');
    expect([clock.pending, loads.length]).toEqual([0, 1]);
  });

  it('hands a defect on as one', async () => {
    const { connections, clock } = await connectedWorld();
    const defect = new Error('a bug');
    const watching = await settled(record(lazyBalanceKeeper(connections, clock, () => Promise.reject(defect)).keepFresh('eip155')));
    expect(watching.end).toEqual({ defect });
  });
});
