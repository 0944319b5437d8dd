import { NEVER, type Observable, startWith } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { FakeChain } from '../../../application/ports/chain.fake.js';
import { CHAIN } from '../../../application/ports/chain.port.js';
import { settle } from '../../../application/ports/clock.fake.js';
import { FakeWalletDirectory, fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { WALLET_DIRECTORY } from '../../../application/ports/wallet-directory.port.js';
import { USE_CASES, type UseCases } from '../../../application/use-cases.js';
import { walletconnect } from '../../../composition/entry/walletconnect.js';
import { defineModule } from '../../../composition/wire.js';
import { record } from '../application/support/world.js';
import { client, fakes } from './support/client.js';

type WatchName = Extract<keyof UseCases, `watch${string}`>;

/** What each use case is executed with: one that is new does not compile without its own. */
const WATCHES: { readonly [Name in WatchName]: (useCase: UseCases[Name]) => Observable<unknown> } = {
  watchConnectors: (useCase) => useCase.execute(),
  watchConnection: (useCase) => useCase.execute(),
  watchAccount: (useCase) => useCase.execute(),
  watchBalance: (useCase) => useCase.execute(),
  watchAssetBalances: (useCase) => useCase.execute(),
  watchTransactions: (useCase) => useCase.execute(),
  watchModal: (useCase) => useCase.execute(),
  watchWallets: (useCase) => useCase.execute(),
  watchWalletSearch: (useCase) => useCase.execute({ terms$: NEVER.pipe(startWith({ search: 'wallet' })) }),
  watchWalletImage: (useCase) => useCase.execute(fakeWallet('a', { image_id: 'a' })),
  watchRecentWallets: (useCase) => useCase.execute(),
};

/** A host's chain that does not say that its list has ended. */
class EndlessChain extends FakeChain {
  override readonly connectors$ = NEVER.pipe(startWith([]));
}

/** A client of every part that somebody can watch, on services that never answer. */
const world = () => {
  const parts = fakes();
  const directory = new FakeWalletDirectory([fakeWallet('a', { image_id: 'a' })]);
  directory.pictures = 'never';
  const host = defineModule((wire) => {
    wire(WALLET_DIRECTORY, [], () => directory, { dispose: (bound) => bound.dispose() });
    wire(CHAIN, [], () => new EndlessChain({ namespace: 'polkadot' }));
  });
  return { ...client({ modules: [walletconnect(), host] }, parts), directory };
};

/** The use case of a name, watched. */
const watched = <Name extends WatchName>(useCases: UseCases, name: Name) => record(WATCHES[name](useCases[name]));

const NAMES = Object.keys(USE_CASES).filter((name): name is WatchName => name.startsWith('watch'));

describe('what somebody watches', () => {
  it('is all in this table', () => {
    expect(Object.keys(WATCHES).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('ends with the client: %s', async (name) => {
    const { latchkey, clock } = world();
    const first = watched(latchkey.useCases, name);
    await vi.dynamicImportSettled();
    await clock.run(2_000);
    const second = watched(latchkey.useCases, name);
    expect([first.end, second.end]).toEqual(['open', 'open']);
    latchkey.dispose();
    await settle();
    expect([first.end, second.end]).toEqual(['complete', 'complete']);
    expect(clock.pending).toBe(0);
  });

  it.each(NAMES)('ends with the client that is disposed of at once, and for who comes after that: %s', async (name) => {
    const { latchkey, clock } = world();
    const before = watched(latchkey.useCases, name);
    latchkey.dispose();
    const after = watched(latchkey.useCases, name);
    await vi.dynamicImportSettled();
    await settle();
    expect([before.end, after.end]).toEqual(['complete', 'complete']);
    expect(clock.pending).toBe(0);
  });
});
