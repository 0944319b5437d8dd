import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import { balancesLater } from '../../../composition/balances-later.js';
import type { Namespace } from '../../../domain/caip/namespace.js';
import { connectedWorld, record, world } from '../application/support/world.js';

/** A world whose balances are kept by code that arrives by hand. */
const later = async (isConnected: boolean) => {
  const here = isConnected ? await connectedWorld() : world();
  const kept: Namespace[] = [];
  const refreshed: Namespace[] = [];
  let watched = 0;
  const made: object[] = [];
  const make = () => {
    const keeper = {
      keepFresh: (namespace: Namespace) =>
        new Observable<never>(() => {
          kept.push(namespace);
          watched += 1;
          return () => {
            watched -= 1;
          };
        }),
      refresh: (namespace: Namespace) => void refreshed.push(namespace),
    };
    made.push(keeper);
    return keeper;
  };
  const loads: { readonly arrive: () => void; readonly fail: (error: unknown) => void }[] = [];
  const keeper = balancesLater(
    here.connections,
    here.clock,
    () => new Promise((resolve, fail) => loads.push({ arrive: () => resolve(make), fail })),
  );
  return { ...here, keeper, kept, refreshed, loads, made, watched: () => watched };
};

describe('what keeps balances fresh, fetched later', () => {
  it('is fetched when an account is connected, not before', async () => {
    const { keeper, loads, kept, useCases } = await later(false);
    const watching = record(keeper.keepFresh('eip155'));
    await settle();
    expect(loads).toHaveLength(0);
    useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.example.wallet' }).subscribe();
    await settle();
    expect(loads).toHaveLength(1);
    loads[0]?.arrive();
    await settle();
    expect([kept, watching.end]).toEqual([['eip155'], 'open']);
  });

  it('is one for all who watch, and is left by who leaves', async () => {
    const { keeper, loads, made, watched } = await later(true);
    const [first, second] = [record(keeper.keepFresh('eip155')), record(keeper.keepFresh('eip155'))];
    for (const load of loads) load.arrive();
    await settle();
    expect([made.length, watched()]).toEqual([1, 2]);
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
    loads[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(connections.state.namespaces.eip155?.balance).toEqual({ loading: false, balance: null, lastRetry: clock.now() });
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
    loads[0]?.fail(new TypeError('Failed to fetch'));
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
    loads[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(clock.pending).toBe(1);
    watching.cancel();
    keeper.refresh('eip155');
    expect([clock.pending, loads.length]).toEqual([0, 1]);
  });

  it('hands a defect on as one', async () => {
    const { connections, clock } = await connectedWorld();
    const defect = new Error('a bug');
    const make = () => {
      throw defect;
    };
    const watching = record(balancesLater(connections, clock, async () => make).keepFresh('eip155'));
    await settle();
    expect(watching.end).toEqual({ defect });
  });
});
