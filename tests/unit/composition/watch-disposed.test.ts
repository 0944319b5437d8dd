import { NEVER, type Observable, startWith } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { FakeChain } from '../../../application/ports/chain.fake.js';
import { CHAIN } from '../../../application/ports/chain.port.js';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeWalletDirectory, fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { WALLET_DIRECTORY } from '../../../application/ports/wallet-directory.port.js';
import { USE_CASES, type UseCases } from '../../../application/use-cases.js';
import { walletconnect } from '../../../composition/entry/walletconnect.js';
import { defineModule } from '../../../composition/wire.js';
import { record } from '../application/support/client-fixture.js';
import { client, fakes } from './support/client.js';

type WatchName = Extract<keyof UseCases, `watch${string}`>;

/** Executes each watch use case. A new use case without an entry does not compile. */
const WATCHES: { readonly [Name in WatchName]: (useCase: UseCases[Name]) => Observable<unknown> } = {
  watchConnectors: (useCase) => useCase.execute(),
  watchConnection: (useCase) => useCase.execute(),
  watchAccount: (useCase) => useCase.execute(),
  watchBalance: (useCase) => useCase.execute(),
  watchAssetBalances: (useCase) => useCase.execute(),
  watchActivity: (useCase) => useCase.execute(),
  watchTokens: (useCase) => useCase.execute(),
  watchNfts: (useCase) => useCase.execute(),
  watchSend: (useCase) => useCase.execute(),
  watchOnramp: (useCase) => useCase.execute(),
  watchPurchases: (useCase) => useCase.execute(),
  watchInFlight: (useCase) => useCase.execute(),
  watchSwap: (useCase) => useCase.execute(),
  watchTransactions: (useCase) => useCase.execute(),
  watchModal: (useCase) => useCase.execute(),
  watchEventLog: (useCase) => useCase.execute(),
  watchWallets: (useCase) => useCase.execute(),
  watchWalletSearch: (useCase) => useCase.execute({ terms$: NEVER.pipe(startWith({ search: 'wallet' })) }),
  watchImage: (useCase) => useCase.execute({ kind: 'token', id: 'USDC' }),
  watchWalletImage: (useCase) => useCase.execute(fakeWallet('a', { image_id: 'a' })),
  watchRecentWallets: (useCase) => useCase.execute(),
  watchSignIn: (useCase) => useCase.execute(),
  watchSecureFrame: (useCase) => useCase.execute(),
  watchEmailCooldown: (useCase) => useCase.execute(),
};

/** A chain of the app whose connector list never completes. */
class EndlessChain extends FakeChain {
  override readonly connectors$ = NEVER.pipe(startWith([]));
}

/** A client with services that never respond. */
const createClient = () => {
  const directory = new FakeWalletDirectory([fakeWallet('a', { image_id: 'a' })]);
  directory.pictures = 'never';
  const module = defineModule((wire) => {
    wire(WALLET_DIRECTORY, [], () => directory, { dispose: (disposed) => disposed.dispose() });
    wire(CHAIN, [], () => new EndlessChain({ namespace: 'polkadot' }));
  });
  return { ...client({ modules: [walletconnect(), module] }, fakes()), directory };
};

/** Records the states of a use case. */
const watch = <Name extends WatchName>(useCases: UseCases, name: Name) => record(WATCHES[name](useCases[name]));

const NAMES = Object.keys(USE_CASES).filter((name): name is WatchName => name.startsWith('watch'));

describe('watch use cases', () => {
  it('are all in the table', () => {
    expect(Object.keys(WATCHES).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('complete on dispose: %s', async (name) => {
    const { latchkey, clock } = createClient();
    const first = watch(latchkey.useCases, name);
    await vi.dynamicImportSettled();
    await clock.run(2_000);
    const second = watch(latchkey.useCases, name);
    expect([first.end, second.end]).toEqual(['open', 'open']);
    latchkey.dispose();
    await flushPromises();
    expect([first.end, second.end]).toEqual(['complete', 'complete']);
    expect(clock.pending).toBe(0);
  });

  it.each(NAMES)('complete on an immediate dispose and for later subscribers: %s', async (name) => {
    const { latchkey, clock } = createClient();
    const before = watch(latchkey.useCases, name);
    latchkey.dispose();
    const after = watch(latchkey.useCases, name);
    await vi.dynamicImportSettled();
    await flushPromises();
    expect([before.end, after.end]).toEqual(['complete', 'complete']);
    expect(clock.pending).toBe(0);
  });
});
