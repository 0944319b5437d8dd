import { describe, expect, it } from 'vitest';
import type { AppExtension } from '../../../../adapters/polkadot/app-extensions.js';
import { PolkadotChain } from '../../../../adapters/polkadot/polkadot-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import { TRAP } from '../support/outcomes.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

const ALICE = { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', type: 'sr25519', name: 'Alice\u202e' };
const network = polkadotNetwork(SANDBOX_CHAIN);

const setUp = (extensions?: readonly AppExtension[]) => {
  const clock = new FakeClock();
  const window: { injectedWeb3?: unknown } = {};
  const chain = new PolkadotChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock, window, extensions, originName: 'My app' });
  return { clock, window, chain };
};

/** Names of the connectors that are emitted synchronously. */
const namesOf = ({ connectors$ }: PolkadotChain): readonly string[] | null => {
  let names: readonly string[] | null = null;
  connectors$.subscribe((connectors) => {
    names = connectors.map(({ name }) => name);
  });
  return names;
};

const wallets = (count: number): readonly PolkadotTestWallet[] =>
  Array.from({ length: count }, (_, index) => new PolkadotTestWallet({ key: `wallet-${index}`, accounts: [ALICE] }));

describe('PolkadotDiscovery', () => {
  it('lists each extension once by its key, without calling it', () => {
    const { chain, window } = setUp();
    const injected = wallets(12);
    for (const wallet of injected) wallet.inject(window);
    const lists: string[][] = [];
    chain.connectors$.subscribe((connectors) => lists.push(connectors.map(({ id }) => id)));
    expect(lists).toEqual([injected.map(({ key }) => key)]);
    expect(injected.flatMap(({ requests }) => requests)).toEqual([]);
  });

  it('enables the chosen extension only, with the app’s name', async () => {
    const { chain, window } = setUp();
    const injected = wallets(12);
    for (const wallet of injected) wallet.inject(window);
    const session = await chain.connect({ connectorId: 'wallet-7', network }, neverAborted());
    expect(injected.map((wallet) => wallet.requestCount('enable'))).toEqual(injected.map((_, index) => (index === 7 ? 1 : 0)));
    expect(injected[7]?.requests[0]).toEqual({ method: 'enable', params: ['My app'] });
    expect(session.accounts).toEqual([
      {
        namespace: 'polkadot',
        address: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
        type: 'eoa',
        publicKey: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
        name: 'Alice',
      },
    ]);
  });

  it('lists an extension injected late while subscribed, then clears its timers', async () => {
    const { chain, clock, window } = setUp();
    const lists: (readonly string[])[] = [];
    const subscription = chain.connectors$.subscribe((connectors) => lists.push(connectors.map(({ id }) => id)));
    await clock.run(2_000);
    wallets(1)[0]?.inject(window);
    await clock.run(600);
    expect(lists).toEqual([[], ['wallet-0']]);
    await clock.run(10_000);
    expect(clock.pending).toBe(0);
    subscription.unsubscribe();
    chain.connectors$.subscribe().unsubscribe();
    expect(clock.pending).toBe(0);
  });

  it('resumes a stored extension that is injected late', async () => {
    const { chain, clock, window } = setUp();
    const [wallet] = wallets(1);
    const resuming = chain.resume({ connectorId: 'wallet-0', network }, neverAborted());
    await clock.run(1_000);
    wallet?.inject(window);
    await clock.run(1_000);
    expect((await resuming)?.accounts.length).toBe(1);
  });

  it('uses the currently injected object after an extension update', async () => {
    const { chain, window } = setUp();
    const [old, updated] = [wallets(1)[0], wallets(1)[0]];
    old?.inject(window);
    chain.connectors$.subscribe();
    updated?.inject(window);
    await chain.connect({ connectorId: 'wallet-0', network }, neverAborted());
    expect([old?.requestCount('enable'), updated?.requestCount('enable')]).toEqual([0, 1]);
  });

  it('sanitizes names, and skips invalid entries and reserved ids', () => {
    const { chain, window } = setUp();
    const enable = (): Promise<never> => Promise.reject(new Error('Unexpected call'));
    window.injectedWeb3 = {
      'nova\u202e': { enable },
      'polkadot-js': { enable },
      walletConnect: { enable },
      ID_AUTH: { enable },
      [`${'x'.repeat(65)}`]: { enable },
      broken: { enable: 'yes' },
      empty: null,
      trap: TRAP,
    };
    expect(namesOf(chain)).toEqual(['nova', 'Polkadot{.js}']);
  });

  it('lists nothing when reading the window throws', () => {
    const { chain, window } = setUp();
    Object.defineProperty(window, 'injectedWeb3', {
      get: () => {
        throw new Error('Trap');
      },
    });
    expect(namesOf(chain)).toEqual([]);
  });

  it('lists the app’s extensions first and protects their ids', async () => {
    const [own, other] = [wallets(1)[0], wallets(1)[0]];
    if (own === undefined || other === undefined) throw new Error('Expected two wallets');
    const { chain, window } = setUp([{ id: 'wallet-0', name: 'Own', provider: own.provider }]);
    other.inject(window);
    expect(namesOf(chain)).toEqual(['Own']);
    await chain.connect({ connectorId: 'wallet-0', network }, neverAborted());
    expect([own.requestCount('enable'), other.requestCount('enable')]).toEqual([1, 0]);
  });

  it('rejects an invalid app extension', () => {
    const provider = { enable: async () => ({}) };
    const field = (extensions: readonly unknown[]): unknown => {
      try {
        // Untyped apps may pass this.
        setUp(extensions as readonly AppExtension[]);
        return 'no error';
      } catch (error) {
        return isLatchkeyError(error, 'config/invalid-option') ? error.context.field : error;
      }
    };
    expect(field([{ id: '', name: 'A', provider }])).toBe('polkadot.extensions[0].id');
    expect(
      field([
        { id: 'a', name: 'A', provider },
        { id: 'a', name: 'B', provider },
      ]),
    ).toBe('polkadot.extensions[1].id');
    expect(field([{ id: 'a', name: '\u202e', provider }])).toBe('polkadot.extensions[0].name');
    expect(field([{ id: 'a', name: 'A', provider: {} }])).toBe('polkadot.extensions[0].provider');
  });

  it('rejects when the wallet shares no usable account', async () => {
    const { chain, window } = setUp();
    const accounts = [{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', type: 'ethereum' }];
    const wallet = new PolkadotTestWallet({ accounts });
    wallet.inject(window);
    expect(await codeOf(chain.connect({ connectorId: wallet.key, network }, neverAborted()))).toBe('connection/no-accounts');
    expect(wallet.listenerCount).toBe(0);
  });
});
