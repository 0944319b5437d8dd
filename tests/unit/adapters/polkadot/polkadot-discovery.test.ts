import { describe, expect, it } from 'vitest';
import type { HostExtension } from '../../../../adapters/polkadot/host-extensions.js';
import { PolkadotChain } from '../../../../adapters/polkadot/polkadot-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../../../testing/wallets/polkadot-test-wallet.js';
import { TRAP } from '../support/outcomes.js';
import { polkadotNetwork, SANDBOX_CHAIN } from '../support/polkadot-networks.js';

const ALICE = { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', type: 'sr25519', name: 'Alice\u202e' };
const network = polkadotNetwork(SANDBOX_CHAIN);

const worldOf = (extensions?: readonly HostExtension[]) => {
  const clock = new FakeClock();
  const window: { injectedWeb3?: unknown } = {};
  const chain = new PolkadotChain({ clock, window, extensions, originName: 'My app' });
  return { clock, window, chain };
};

/** The names of the wallets that are listed at once. */
const namesOf = ({ connectors$ }: PolkadotChain): readonly string[] | null => {
  let names: readonly string[] | null = null;
  connectors$.subscribe((connectors) => {
    names = connectors.map(({ name }) => name);
  });
  return names;
};

const wallets = (count: number): readonly PolkadotTestWallet[] =>
  Array.from({ length: count }, (_, index) => new PolkadotTestWallet({ key: `wallet-${index}`, accounts: [ALICE] }));

describe('finding Polkadot extensions', () => {
  it('lists each once by its key, and calls none of them', () => {
    const { chain, window } = worldOf();
    const page = wallets(12);
    for (const wallet of page) wallet.inject(window);
    const lists: string[][] = [];
    chain.connectors$.subscribe((connectors) => lists.push(connectors.map(({ id }) => id)));
    expect(lists).toEqual([page.map(({ key }) => key)]);
    expect(page.flatMap(({ requests }) => requests)).toEqual([]);
  });

  it('enables the chosen one only, with the name of the site', async () => {
    const { chain, window } = worldOf();
    const page = wallets(12);
    for (const wallet of page) wallet.inject(window);
    const session = await chain.connect({ connectorId: 'wallet-7', network }, patient());
    expect(page.map((wallet) => wallet.count('enable'))).toEqual(page.map((_, index) => (index === 7 ? 1 : 0)));
    expect(page[7]?.requests[0]).toEqual({ method: 'enable', params: ['My app'] });
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

  it('lists one that comes late, while somebody watches, and then leaves no timer', async () => {
    const { chain, clock, window } = worldOf();
    const lists: (readonly string[])[] = [];
    const watch = chain.connectors$.subscribe((connectors) => lists.push(connectors.map(({ id }) => id)));
    await clock.run(2_000);
    wallets(1)[0]?.inject(window);
    await clock.run(600);
    expect(lists).toEqual([[], ['wallet-0']]);
    await clock.run(10_000);
    expect(clock.pending).toBe(0);
    watch.unsubscribe();
    chain.connectors$.subscribe().unsubscribe();
    expect(clock.pending).toBe(0);
  });

  it('takes up a remembered one that comes late', async () => {
    const { chain, clock, window } = worldOf();
    const [wallet] = wallets(1);
    const resuming = chain.resume({ connectorId: 'wallet-0', network }, patient());
    await clock.run(1_000);
    wallet?.inject(window);
    await clock.run(1_000);
    expect((await resuming)?.accounts.length).toBe(1);
  });

  it('uses the object that stands there when it is called: an extension was updated', async () => {
    const { chain, window } = worldOf();
    const [old, updated] = [wallets(1)[0], wallets(1)[0]];
    old?.inject(window);
    chain.connectors$.subscribe();
    updated?.inject(window);
    await chain.connect({ connectorId: 'wallet-0', network }, patient());
    expect([old?.count('enable'), updated?.count('enable')]).toEqual([0, 1]);
  });

  it('makes names safe, and leaves out what is no extension or takes another connector’s id', () => {
    const { chain, window } = worldOf();
    const enable = (): Promise<never> => Promise.reject(new Error('Not to be called'));
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

  it('lists nothing where reading the page throws', () => {
    const { chain, window } = worldOf();
    Object.defineProperty(window, 'injectedWeb3', {
      get: () => {
        throw new Error('Trap');
      },
    });
    expect(namesOf(chain)).toEqual([]);
  });

  it('puts the host’s own before the page’s, and lets none take their ids', async () => {
    const [own, other] = [wallets(1)[0], wallets(1)[0]];
    if (own === undefined || other === undefined) throw new Error('Two wallets were made');
    const { chain, window } = worldOf([{ id: 'wallet-0', name: 'Own', provider: own.provider }]);
    other.inject(window);
    expect(namesOf(chain)).toEqual(['Own']);
    await chain.connect({ connectorId: 'wallet-0', network }, patient());
    expect([own.count('enable'), other.count('enable')]).toEqual([1, 0]);
  });

  it('refuses a host’s extension that is none', () => {
    const provider = { enable: async () => ({}) };
    const field = (extensions: readonly unknown[]): unknown => {
      try {
        // What a host without types may write.
        worldOf(extensions as readonly HostExtension[]);
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

  it('says that a wallet shares no account that these chains have', async () => {
    const { chain, window } = worldOf();
    const accounts = [{ address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', type: 'ethereum' }];
    const wallet = new PolkadotTestWallet({ accounts });
    wallet.inject(window);
    expect(await codeOf(chain.connect({ connectorId: wallet.key, network }, patient()))).toBe('connection/no-accounts');
    expect(wallet.listeners).toBe(0);
  });
});
