import { describe, expect, it, vi } from 'vitest';
import { Eip155Chain, type Eip155ChainOptions } from '../../../../adapters/eip155/eip155-chain.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { JsonRpcNode } from '../support/json-rpc-node.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { errorOf, leave } from '../support/outcomes.js';
import { TestWindow } from '../support/test-window.js';

const network = testNetwork(1);

const setUp = (options: Partial<Eip155ChainOptions> = {}) => {
  const clock = new FakeClock();
  const window = new TestWindow();
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB] });
  const chain = new Eip155Chain({ clock, window, ...options });
  return { clock, window, wallet, chain, connectorId: wallet.info.rdns };
};

/** The wallet has announced itself. */
const announced = () => {
  const world = setUp();
  world.wallet.announce(world.window);
  return world;
};

describe('an EVM chain', () => {
  it('touches no page before somebody wants its wallets', () => {
    const { window, chain } = setUp();
    expect([window.listeners, window.requests]).toEqual([0, 0]);
    chain.connectors$.subscribe().unsubscribe();
    expect(window.requests).toBe(1);
    chain.dispose();
    expect(window.listeners).toBe(0);
  });

  it('works without a page, with the host’s providers', async () => {
    const { wallet, chain } = setUp({ window: undefined });
    expect(await codeOf(chain.connect({ connectorId: 'host', network }, patient()))).toBe('connection/connector-not-found');
    const own = new Eip155Chain({ clock: new FakeClock(), providers: [{ id: 'host', name: 'Host', provider: wallet.provider }] });
    const session = await own.connect({ connectorId: 'host', network }, patient());
    expect([session.connector.type, session.accounts[0]?.address]).toEqual(['EXTERNAL', ALICE]);
  });

  it('asks the wallet within the call, before anything is awaited', () => {
    const { wallet, chain, connectorId } = announced();
    void chain.connect({ connectorId, network }, patient());
    expect(wallet.requests).toEqual([{ method: 'eth_requestAccounts', params: [] }]);
  });

  it('asks no wallet to change its network when it connects', async () => {
    const { wallet, chain, connectorId } = announced();
    wallet.chainId = 5;
    const session = await chain.connect({ connectorId, network }, patient());
    expect(session.chainId).toBe('eip155:5');
    expect(wallet.count('wallet_switchEthereumChain')).toBe(0);
  });

  it('asks only the wallet that was chosen', async () => {
    const { window, wallet, chain } = setUp();
    const others = Array.from({ length: 12 }, (_, index) => {
      const other = new Eip155TestWallet({ accounts: [BOB], info: { rdns: `com.other${index}`, uuid: `${index}` } });
      other.announce(window);
      return other;
    });
    others[0]?.inject(window);
    wallet.announce(window);
    await chain.connect({ connectorId: wallet.info.rdns, network }, patient());
    expect(others.map(({ requests }) => requests.length)).toEqual(others.map(() => 0));
  });

  it('says that a wallet shares no account', async () => {
    const { wallet, chain, connectorId } = announced();
    wallet.next('eth_requestAccounts', { result: [] });
    expect(await codeOf(chain.connect({ connectorId, network }, patient()))).toBe('connection/no-accounts');
    expect(wallet.listeners).toBe(0);
  });

  it('waits for a wallet that announces itself late', async () => {
    const { window, wallet, chain, clock, connectorId } = setUp();
    wallet.connected = true;
    const resuming = chain.resume({ connectorId, network }, patient());
    await clock.run(2_900);
    wallet.announce(window);
    await settle();
    const session = await resuming;
    expect(session?.accounts[0]?.address).toBe(ALICE);
    expect(wallet.shown()).toBe(0);
  });

  it('waits for a legacy wallet that comes late without a word', async () => {
    const { window, wallet, chain, clock } = setUp();
    wallet.connected = true;
    const resuming = chain.resume({ connectorId: 'injected', network }, patient());
    await clock.run(1_000);
    window.ethereum = wallet.provider;
    await clock.run(2_000);
    expect((await resuming)?.connector.type).toBe('INJECTED');
  });

  it('waits no longer than 3 s, and leaves no timer', async () => {
    const { chain, clock } = setUp();
    const resuming = codeOf(chain.resume({ connectorId: 'com.nobody', network }, patient()));
    await clock.run(3_000);
    expect(await resuming).toBe('connection/connector-not-found');
    expect(clock.pending).toBe(0);
  });

  it('stops waiting when told to, and leaves no timer', async () => {
    const { chain, clock } = setUp();
    expect(await leave((signal) => chain.resume({ connectorId: 'com.nobody', network }, signal), settle)).toBe('left');
    chain.dispose();
    expect(clock.pending).toBe(0);
  });

  it('takes nothing up from a wallet that calls the site unauthorized', async () => {
    const { wallet, chain, connectorId } = announced();
    wallet.next('eth_accounts', { error: { code: 4100 } });
    expect(await chain.resume({ connectorId, network }, patient())).toBe(null);
    expect(wallet.listeners).toBe(0);
  });
});

describe('reading', () => {
  it('names the package to install where a part needs one that is not there', async () => {
    vi.doMock('../../../../adapters/eip155/viem/contract-signature.js', () => {
      throw Object.assign(new Error("Cannot find package 'viem'"), { code: 'ERR_MODULE_NOT_FOUND' });
    });
    const { chain } = setUp();
    const account = formatAccountId(network.caipNetworkId, ALICE);
    const error = await errorOf(chain.services.verifyMessage({ account, message: 'hello', signature: '0x', network }, patient()));
    expect(isLatchkeyError(error, 'config/dependency-missing') && error.context).toEqual({ dependency: 'viem' });
    vi.doUnmock('../../../../adapters/eip155/viem/contract-signature.js');
  });

  it('says that the code did not arrive, and tries again the next time', async () => {
    const node = await JsonRpcNode.start();
    node.answers.set('eth_getBalance', () => '0x5');
    let loads = 0;
    const { chain } = setUp({
      loadReader: () => {
        loads += 1;
        return loads === 1
          ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
          : import('../../../../adapters/eip155/nodes/eip155-reader.js');
      },
    });
    const request = { address: ALICE, network: testNetwork(1, node.url) };
    expect(await codeOf(chain.getBalance(request, patient()))).toBe('browser/load-failed');
    const [first, second] = await Promise.all([chain.getBalance(request, patient()), chain.getBalance(request, patient())]);
    expect([first.value, second.value, loads]).toEqual([5n, 5n, 2]);
  });

  it('reads nothing after it was disposed of', async () => {
    const { chain } = setUp();
    chain.dispose();
    expect(await codeOf(chain.getBalance({ address: ALICE, network }, patient()))).toBe('config/disposed');
  });
});

describe('the host’s providers', () => {
  const provider = { request: async () => null };

  it.each([
    ['id', { id: '', name: 'Host', provider }],
    ['id', { id: 'injected', name: 'Host', provider }],
    ['id', { id: 'walletConnect', name: 'Host', provider }],
    ['name', { id: 'host', name: ' \u202e ', provider }],
  ])('are refused with the field %s named: %j', (field, host) => {
    const make = (): unknown => new Eip155Chain({ clock: new FakeClock(), providers: [{ id: 'fine', name: 'Fine', provider }, host] });
    expect(make).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
    expect(make).toThrow(new RegExp(`providers\\[1\\]\\.${field}`));
  });

  it('are refused when two have one id, or when one cannot be asked', () => {
    const twice = { id: 'host', name: 'Host', provider };
    expect(() => new Eip155Chain({ clock: new FakeClock(), providers: [twice, twice] })).toThrow(/providers\[1\]\.id/);
    // What a host without types may pass.
    const none: Eip155ChainOptions['providers'] = JSON.parse('[{ "id": "host", "name": "Host", "provider": {} }]');
    expect(() => new Eip155Chain({ clock: new FakeClock(), providers: none })).toThrow(/providers\[0\]\.provider/);
  });

  it('keep a safe icon only', () => {
    const icons: (string | null)[] = [];
    const chain = new Eip155Chain({
      clock: new FakeClock(),
      providers: [
        { id: 'a', name: 'A', provider, icon: 'data:image/png;base64,AAAA' },
        { id: 'b', name: 'B', provider, icon: 'https://tracker.example/i.png' },
      ],
    });
    chain.connectors$.subscribe((connectors) => icons.push(...connectors.map(({ icon }) => icon)));
    expect(icons).toEqual(['data:image/png;base64,AAAA', null]);
  });
});
