import { describe, expect, it, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../../../adapters/browser/system-clock.js';
import { Eip155Chain, type Eip155ChainOptions } from '../../../../adapters/eip155/eip155-chain.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { abortWhilePending, errorOf } from '../support/outcomes.js';
import { TestWindow } from '../support/test-window.js';

const network = testNetwork(1);

const setUp = (options: Partial<Eip155ChainOptions> = {}) => {
  const clock = new FakeClock();
  const window = new TestWindow();
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB] });
  const chain = new Eip155Chain({ clock, window, ...options });
  return { clock, window, wallet, chain, connectorId: wallet.info.rdns };
};

const setUpAnnounced = () => {
  const fixture = setUp();
  fixture.wallet.announce(fixture.window);
  return fixture;
};

describe('Eip155Chain', () => {
  it('has no side effects before its connectors are subscribed to', () => {
    const { window, chain } = setUp();
    expect([window.listeners, window.requests]).toEqual([0, 0]);
    chain.connectors$.subscribe().unsubscribe();
    expect(window.requests).toBe(1);
    chain.dispose();
    expect(window.listeners).toBe(0);
  });

  it('works without a window, with the app’s providers', async () => {
    const { wallet, chain } = setUp({ window: undefined });
    expect(await codeOf(chain.connect({ connectorId: 'app', network }, neverAborted()))).toBe('connection/connector-not-found');
    const own = new Eip155Chain({ clock: new FakeClock(), providers: [{ id: 'app', name: 'App', provider: wallet.provider }] });
    const session = await own.connect({ connectorId: 'app', network }, neverAborted());
    expect([session.connector.type, session.accounts[0]?.address]).toEqual(['EXTERNAL', ALICE]);
  });

  it('requests accounts synchronously', () => {
    const { wallet, chain, connectorId } = setUpAnnounced();
    void chain.connect({ connectorId, network }, neverAborted());
    expect(wallet.requests).toEqual([{ method: 'eth_requestAccounts', params: [] }]);
  });

  it('does not switch the wallet’s network on connect', async () => {
    const { wallet, chain, connectorId } = setUpAnnounced();
    wallet.chainId = 5;
    const session = await chain.connect({ connectorId, network }, neverAborted());
    expect(session.chainId).toBe('eip155:5');
    expect(wallet.requestCount('wallet_switchEthereumChain')).toBe(0);
  });

  it('sends requests to the chosen wallet only', async () => {
    const { window, wallet, chain } = setUp();
    const others = Array.from({ length: 12 }, (_, index) => {
      const other = new Eip155TestWallet({ accounts: [BOB], info: { rdns: `com.other${index}`, uuid: `${index}` } });
      other.announce(window);
      return other;
    });
    others[0]?.inject(window);
    wallet.announce(window);
    await chain.connect({ connectorId: wallet.info.rdns, network }, neverAborted());
    expect(others.map(({ requests }) => requests.length)).toEqual(others.map(() => 0));
  });

  it('rejects when the wallet shares no account', async () => {
    const { wallet, chain, connectorId } = setUpAnnounced();
    wallet.respondNext('eth_requestAccounts', { result: [] });
    expect(await codeOf(chain.connect({ connectorId, network }, neverAborted()))).toBe('connection/no-accounts');
    expect(wallet.listenerCount).toBe(0);
  });

  it('resumes a wallet that announces itself late', async () => {
    const { window, wallet, chain, clock, connectorId } = setUp();
    wallet.isConnected = true;
    const resuming = chain.resume({ connectorId, network }, neverAborted());
    await clock.run(2_900);
    wallet.announce(window);
    await flushPromises();
    const session = await resuming;
    expect(session?.accounts[0]?.address).toBe(ALICE);
    expect(wallet.promptCount()).toBe(0);
  });

  it('resumes a legacy wallet that is injected late without an event', async () => {
    const { window, wallet, chain, clock } = setUp();
    wallet.isConnected = true;
    const resuming = chain.resume({ connectorId: 'injected', network }, neverAborted());
    await clock.run(1_000);
    window.ethereum = wallet.provider;
    await clock.run(2_000);
    expect((await resuming)?.connector.type).toBe('INJECTED');
  });

  it('waits up to 3 s, and clears its timers', async () => {
    const { chain, clock } = setUp();
    const resuming = codeOf(chain.resume({ connectorId: 'com.nobody', network }, neverAborted()));
    await clock.run(3_000);
    expect(await resuming).toBe('connection/connector-not-found');
    expect(clock.pending).toBe(0);
  });

  it('stops waiting on abort, and clears its timers', async () => {
    const { chain, clock } = setUp();
    expect(await abortWhilePending((signal) => chain.resume({ connectorId: 'com.nobody', network }, signal), flushPromises)).toBe(
      'aborted',
    );
    chain.dispose();
    expect(clock.pending).toBe(0);
  });

  it('resumes no session with a wallet that returns "unauthorized"', async () => {
    const { wallet, chain, connectorId } = setUpAnnounced();
    wallet.respondNext('eth_accounts', { error: { code: 4100 } });
    expect(await chain.resume({ connectorId, network }, neverAborted())).toBe(null);
    expect(wallet.listenerCount).toBe(0);
  });
});

describe('reads', () => {
  it('names the package to install when an optional peer is missing', async () => {
    vi.doMock('../../../../adapters/eip155/viem/erc20-balances.js', () => {
      throw Object.assign(new Error("Cannot find package 'viem'"), { code: 'ERR_MODULE_NOT_FOUND' });
    });
    const { chain } = setUp();
    const error = await errorOf(chain.services.getBalances({ address: ALICE, assets: [], network }, neverAborted()));
    expect(isLatchkeyError(error, 'config/dependency-missing') && error.context).toEqual({ dependency: 'viem' });
    vi.doUnmock('../../../../adapters/eip155/viem/erc20-balances.js');
  });

  it('simulate nothing on nodes that cannot, and do not believe that nothing is lost', async () => {
    const node = await JsonRpcClient.start();
    const { chain } = setUp({ clock: SYSTEM_CLOCK });
    const transaction = { from: formatAccountId(network.caipNetworkId, ALICE), to: BOB, value: 1n };
    const simulate = () => chain.services.simulate({ transaction, network: testNetwork(1, node.url) }, neverAborted());
    const reply = (call: object): void => void node.responses.set('eth_simulateV1', () => [{ calls: [call] }]);
    reply({ status: '0x1', logs: [] });
    expect(await simulate()).toBeNull();
    reply({ status: '0x7', logs: [] });
    expect(await simulate()).toBeNull();
    reply({ status: '0x0', logs: [], error: { code: 3, message: 'execution\u202e reverted' } });
    expect(await simulate()).toEqual({ status: 'reverted', reason: 'execution reverted' });
    node.responses.set('eth_simulateV1', () => {
      throw Object.assign(new Error('the method eth_simulateV1 does not exist'), { code: -32_601 });
    });
    expect(await simulate()).toBeNull();
    node.mode = { status: 503 };
    expect(await codeOf(simulate())).toBe('network/rpc-failed');
    chain.dispose();
  });

  it('reports a chunk that failed to load, and loads it again on the next call', async () => {
    const node = await JsonRpcClient.start();
    node.responses.set('eth_getBalance', () => '0x5');
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
    expect(await codeOf(chain.getBalance(request, neverAborted()))).toBe('browser/load-failed');
    const [first, second] = await Promise.all([chain.getBalance(request, neverAborted()), chain.getBalance(request, neverAborted())]);
    expect([first.value, second.value, loads]).toEqual([5n, 5n, 2]);
  });

  it('rejects after dispose', async () => {
    const { chain } = setUp();
    chain.dispose();
    expect(await codeOf(chain.getBalance({ address: ALICE, network }, neverAborted()))).toBe('config/disposed');
  });
});

describe('app providers', () => {
  const provider = { request: async () => null };

  it.each([
    ['id', { id: '', name: 'App', provider }],
    ['id', { id: 'injected', name: 'App', provider }],
    ['id', { id: 'walletConnect', name: 'App', provider }],
    ['name', { id: 'app', name: ' \u202e ', provider }],
  ])('are rejected with the invalid field %s: %j', (field, invalid) => {
    const make = (): unknown => new Eip155Chain({ clock: new FakeClock(), providers: [{ id: 'fine', name: 'Fine', provider }, invalid] });
    expect(make).toThrow(expect.objectContaining({ code: 'config/invalid-option' }));
    expect(make).toThrow(new RegExp(`providers\\[1\\]\\.${field}`));
  });

  it('are rejected when two have the same id, or one has no request method', () => {
    const twice = { id: 'app', name: 'App', provider };
    expect(() => new Eip155Chain({ clock: new FakeClock(), providers: [twice, twice] })).toThrow(/providers\[1\]\.id/);
    // Untyped apps may pass this.
    const none: Eip155ChainOptions['providers'] = JSON.parse('[{ "id": "app", "name": "App", "provider": {} }]');
    expect(() => new Eip155Chain({ clock: new FakeClock(), providers: none })).toThrow(/providers\[0\]\.provider/);
  });

  it('keep safe icons only', () => {
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
