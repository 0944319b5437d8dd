import { describe, expect, it } from 'vitest';
import { openSession } from '../../../../adapters/eip155/eip155-session.js';
import type { SessionEvent, WalletSession } from '../../../../application/ports/chain.port.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { formatChainId } from '../../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import type { Eip155TestWalletOptions } from '../../../../testing/wallets/eip155-test-wallet-options.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';

const ACCOUNT = formatAccountId(formatChainId('eip155', 1), ALICE);

const setUp = async (options: Partial<Eip155TestWalletOptions> = {}) => {
  const clock = new FakeClock();
  const wallet = new Eip155TestWallet({ accounts: [ALICE, BOB], chainId: 1, knownChainIds: [137], ...options });
  wallet.connected = true;
  const connector = {
    id: 'com.example',
    namespace: 'eip155',
    type: 'ANNOUNCED',
    name: 'Example',
    rdns: 'com.example',
    icon: null,
    explorerId: null,
    suspicious: false,
  } as const;
  const open = (): Promise<WalletSession | null> =>
    openSession({ wallet: { connector, provider: wallet.provider }, clock, method: 'eth_accounts' }, patient());
  const session = await open();
  if (session === null) throw new Error('The wallet shares an account');
  const heard: SessionEvent[] = [];
  session.events$.subscribe((event) => heard.push(event));
  return { clock, wallet, session, heard, types: () => heard.map(({ type }) => type), open, connector };
};

describe('opening a session', () => {
  it('reads accounts and chain once, without asking anybody', async () => {
    const { wallet, session } = await setUp();
    expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId']);
    expect([session.accounts[0].address, session.chainId, session.provider === wallet.provider]).toEqual([ALICE, 'eip155:1', true]);
  });

  it.each([
    ['garbage', { result: { chain: 1 } }, 'wallet/invalid-response'],
    ['an error', { error: { code: 4900 } }, 'wallet/disconnected'],
  ])('ends with a typed error and no listener when the chain id is %s', async (_what, answer, code) => {
    const { wallet, session, open } = await setUp();
    session.release();
    wallet.next('eth_chainId', answer);
    expect(await codeOf(open())).toBe(code);
    expect(wallet.listeners).toBe(0);
  });

  it('does not wait for ever for a wallet that does not even answer silently', async () => {
    const { wallet, session, open, clock } = await setUp();
    session.release();
    wallet.next('eth_accounts', 'never');
    const opening = codeOf(open());
    await clock.run(5_000);
    expect(await opening).toBe('wallet/request-failed');
    expect([wallet.listeners, clock.pending]).toEqual([0, 0]);
  });

  it('loses no change that happens between two of its reads', async () => {
    const { wallet, session, open } = await setUp();
    session.release();
    wallet.next('eth_chainId', 'late');
    const opening = open();
    await settle();
    wallet.selectAccount(BOB);
    wallet.selectChain(137);
    wallet.approve();
    const second = await opening;
    expect([second?.accounts[0].address, second?.chainId]).toEqual([BOB, 'eip155:137']);
  });

  it('opens none when the wallet is locked meanwhile', async () => {
    const { wallet, session, open } = await setUp();
    session.release();
    wallet.next('eth_chainId', 'late');
    const opening = open();
    await settle();
    wallet.lock();
    wallet.approve();
    expect(await opening).toBe(null);
    expect(wallet.listeners).toBe(0);
  });

  it('works with a provider without events, or with events that fail', async () => {
    const { wallet, connector, clock } = await setUp();
    const { request } = wallet.provider;
    const failing = {
      request,
      on: () => {
        throw new Error('no events');
      },
      removeListener: () => {
        throw new Error('no events');
      },
    };
    for (const provider of [{ request }, failing]) {
      const session = await openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, patient());
      expect(session?.accounts[0].address).toBe(ALICE);
      session?.release();
    }
  });
});

describe('what a wallet says by itself', () => {
  it('is told once, however often it is said', async () => {
    const { wallet, types } = await setUp();
    wallet.emit('accountsChanged', [BOB]);
    wallet.emit('accountsChanged', [BOB.toLowerCase()]);
    wallet.emit('chainChanged', '0x89');
    wallet.emit('chainChanged', 137);
    wallet.emit('accountsChanged', []);
    wallet.emit('accountsChanged', []);
    expect(types()).toEqual(['accounts-changed', 'chain-changed', 'disconnected']);
  });

  it('counts for nothing when it is nonsense', async () => {
    const { wallet, types, session } = await setUp();
    for (const payload of [undefined, null, 'text', {}, [null], ['0x'], [ALICE, 'nobody'], 0, '0x']) {
      wallet.emit('accountsChanged', payload);
      wallet.emit('chainChanged', payload);
    }
    wallet.emit('message', { type: 'eth_subscription', data: {} });
    expect(types()).toEqual([]);
    expect([session.accounts[0].address, session.chainId]).toEqual([ALICE, 'eip155:1']);
  });

  it('tells the same accounts again when they are back after a lock', async () => {
    const { wallet, heard } = await setUp();
    wallet.lock();
    wallet.unlock();
    expect(heard).toEqual([
      { type: 'disconnected' },
      { type: 'accounts-changed', accounts: [ALICE, BOB].map((address) => ({ namespace: 'eip155', address, type: 'eoa' })) },
    ]);
  });
});

describe('a wallet that is locked again and again', () => {
  it('is told each time', async () => {
    const { wallet, types } = await setUp();
    for (let times = 0; times < 2; times += 1) {
      wallet.lock();
      wallet.unlock();
    }
    expect(types()).toEqual(['disconnected', 'accounts-changed', 'disconnected', 'accounts-changed']);
  });
});

describe('a provider that says it is disconnected', () => {
  it('is asked silently first: what it still shares stays connected', async () => {
    const { wallet, types } = await setUp();
    wallet.emit('disconnect', { code: 1013 });
    await settle();
    expect(types()).toEqual([]);
    expect(wallet.count('eth_accounts')).toBe(2);
    expect(wallet.promptsShown).toBe(0);
  });

  it('brings news of account and chain', async () => {
    const { wallet, types } = await setUp();
    wallet.next('eth_accounts', { result: [BOB] });
    wallet.next('eth_chainId', { result: '0x89' });
    wallet.emit('disconnect', { code: 1013 });
    await settle();
    expect(types()).toEqual(['accounts-changed', 'chain-changed']);
  });

  it.each([
    ['shares nothing', { result: [] }],
    ['fails', { error: { code: 4900 } }],
    ['answers nonsense', { result: 'nonsense' }],
  ])('is gone when it %s, and back when it connects again', async (_what, answer) => {
    const { wallet, types } = await setUp();
    wallet.next('eth_accounts', answer);
    wallet.emit('disconnect', { code: 1013 });
    await settle();
    expect(types()).toEqual(['disconnected']);
    wallet.emit('connect', { chainId: '0x1' });
    await settle();
    expect(types()).toEqual(['disconnected', 'accounts-changed']);
  });

  it('is gone when it does not answer any more', async () => {
    const { wallet, types, clock } = await setUp();
    wallet.next('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    await clock.run(5_000);
    expect(types()).toEqual(['disconnected']);
  });

  it('is asked again when it connects while it is being asked', async () => {
    const { wallet, types, clock } = await setUp();
    wallet.next('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    wallet.emit('connect', { chainId: '0x1' });
    await clock.run(5_000);
    expect(types()).toEqual(['disconnected', 'accounts-changed']);
    expect(wallet.count('eth_accounts')).toBe(3);
  });

  it('is not asked once per word when it goes on saying so', async () => {
    const { wallet, types } = await setUp();
    for (let times = 0; times < 20; times += 1) wallet.emit('disconnect', { code: 1013 });
    await settle();
    expect(wallet.count('eth_accounts')).toBe(3);
    expect(types()).toEqual([]);
  });

  it('is not asked after a release', async () => {
    const { wallet, session, types, clock } = await setUp();
    wallet.next('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    session.release();
    await clock.run(5_000);
    expect([types(), clock.pending, wallet.count('eth_accounts')]).toEqual([[], 0, 2]);
  });
});

describe('switching the network', () => {
  it('waits for a wallet that says yes before it went there', async () => {
    const { wallet, session, clock } = await setUp();
    wallet.next('wallet_switchEthereumChain', { result: null });
    let done = false;
    const switching = session.switchNetwork(testNetwork(137), patient()).then(() => {
      done = true;
    });
    await clock.run(1_000);
    expect(done).toBe(false);
    wallet.selectChain(137);
    await clock.run(250);
    await switching;
    expect(session.chainId).toBe('eip155:137');
  });

  it('believes a wallet that only says so by an event', async () => {
    const { wallet, session, clock } = await setUp();
    wallet.next('wallet_switchEthereumChain', { result: null });
    wallet.next('eth_chainId', ...Array.from({ length: 40 }, () => ({ error: { code: -32000 } })));
    const switching = session.switchNetwork(testNetwork(137), patient());
    await clock.run(300);
    wallet.emit('chainChanged', '0x89');
    await clock.run(300);
    await switching;
    expect(session.chainId).toBe('eip155:137');
  });

  it('does not believe a wallet that never goes there', async () => {
    const { wallet, session, clock } = await setUp();
    wallet.next('wallet_switchEthereumChain', { result: null });
    const switching = codeOf(session.switchNetwork(testNetwork(137), patient()));
    await clock.run(6_000);
    expect(await switching).toBe('wallet/invalid-response');
    expect([wallet.count('wallet_switchEthereumChain'), clock.pending]).toEqual([1, 0]);
  });

  it('leaves no timer when it is given up while it waits', async () => {
    const { wallet, session, clock } = await setUp();
    wallet.next('wallet_switchEthereumChain', { result: null });
    const controller = new AbortController();
    const switching = session.switchNetwork(testNetwork(137), controller.signal).catch((error: unknown) => error);
    await clock.run(300);
    controller.abort('gone');
    expect([await switching, clock.pending]).toEqual(['gone', 0]);
  });

  it('tells the new chain once, whether the answer or the event comes first', async () => {
    const { session, types } = await setUp();
    await session.switchNetwork(testNetwork(137), patient());
    await settle();
    expect(types()).toEqual(['chain-changed']);
  });

  it.each([
    ['code 4902', { error: { code: 4902 } }],
    ['code 5000', { error: { code: 5000 } }],
    ['code 32603', { error: { code: 32603 } }],
    ['code -32603', { error: { code: -32603 } }],
    ['code 4902 inside of its error', { error: { code: -32603, data: { originalError: { code: 4902 } } } }],
  ])('says that the wallet does not know the chain by %s', async (_what, answer) => {
    const { wallet, session } = await setUp();
    wallet.next('wallet_switchEthereumChain', answer);
    expect(await codeOf(session.switchNetwork(testNetwork(137), patient()))).toBe('network/unrecognized-chain');
  });

  it('asks for the chain in hex', async () => {
    const { wallet, session } = await setUp();
    await session.switchNetwork(testNetwork(137), patient());
    expect(wallet.requests.find(({ method }) => method === 'wallet_switchEthereumChain')?.params).toEqual([{ chainId: '0x89' }]);
  });
});

describe('adding a network', () => {
  it('hands over what EIP-3085 asks for, with plain lists and no URL of the host', async () => {
    const { wallet, session } = await setUp();
    await session.addNetwork(testNetwork(10, 'https://host.example/?projectId=secret'), patient());
    expect(wallet.requests.at(-1)).toEqual({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0xa',
          chainName: 'Chain 10',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: ['https://rpc.example/'],
          blockExplorerUrls: ['https://explorer.example'],
        },
      ],
    });
  });

  it.each([-32602, -32603, 4200, -32601])('says that the wallet does not support it by code %i', async (code) => {
    const { wallet, session } = await setUp();
    wallet.next('wallet_addEthereumChain', { error: { code } });
    expect(await codeOf(session.addNetwork(testNetwork(10), patient()))).toBe('network/not-supported');
  });
});

describe('requests to sign', () => {
  it('hand a message over as hex of its UTF-8 bytes, then the address', async () => {
    const { wallet, session } = await setUp();
    await session.signMessage({ account: ACCOUNT, message: 'é€🔑' }, patient());
    expect(wallet.requests.at(-1)).toEqual({ method: 'personal_sign', params: ['0xc3a9e282acf09f9491', ALICE] });
  });

  it('hand typed data over as JSON after the address', async () => {
    const { wallet, session } = await setUp();
    const typedData = { domain: { chainId: 1n }, types: { Mail: [] }, primaryType: 'Mail', message: {} };
    await session.signTypedData({ account: ACCOUNT, typedData }, patient());
    const [address, json] = wallet.requests.at(-1)?.params ?? [];
    expect([address, typeof json, JSON.parse(String(json)).domain]).toEqual([ALICE, 'string', { chainId: '1' }]);
  });

  it('hand a transaction over with hex quantities and its chain', async () => {
    const { wallet, session } = await setUp();
    await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 10n ** 18n, data: '0x1234', gas: 21_000n }, patient());
    expect(wallet.requests.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: BOB, value: '0xde0b6b3a7640000', chainId: '0x1', data: '0x1234', gas: '0x5208' }],
    });
    await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 0n }, patient());
    expect(wallet.requests.at(-1)?.params).toEqual([{ from: ALICE, to: BOB, value: '0x0', chainId: '0x1' }]);
  });

  it('send nothing when the wallet moved to another chain unnoticed, and the session notices', async () => {
    const { wallet, session, types } = await setUp();
    wallet.chainId = 137;
    const error = await session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient()).catch((thrown: unknown) => thrown);
    expect(isLatchkeyError(error, 'network/wrong-chain') && error.context).toEqual({ chainId: 'eip155:1', walletChainId: 'eip155:137' });
    expect(wallet.count('eth_sendTransaction')).toBe(0);
    expect(types()).toEqual(['chain-changed']);
  });

  it('send nothing when the wallet does not say which chain it is on', async () => {
    const { wallet, session } = await setUp();
    wallet.next('eth_chainId', { result: 'nonsense' });
    expect(await codeOf(session.sendTransaction({ from: ACCOUNT, to: BOB, value: 1n }, patient()))).toBe('wallet/invalid-response');
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });
});

describe('ending a session', () => {
  it('asks the wallet to forget the accounts', async () => {
    const { wallet, session } = await setUp();
    await session.disconnect(patient());
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    expect(wallet.connected).toBe(false);
  });

  it.each([4200, -32601, -32004, 4100])('is fine with a wallet that cannot, or need not, forget: code %i', async (code) => {
    const { wallet, session } = await setUp();
    wallet.next('wallet_revokePermissions', { error: { code } });
    expect(await codeOf(session.disconnect(patient()))).toBe('no error');
  });

  it.each([{ code: 4001 }, { code: -32603 }, {}])('says when the wallet refused: %j', async (error) => {
    const { wallet, session } = await setUp();
    wallet.next('wallet_revokePermissions', { error });
    expect(await codeOf(session.disconnect(patient()))).toBe('connection/revoke-failed');
  });

  it('stops waiting when told to', async () => {
    const { wallet, session } = await setUp();
    wallet.next('wallet_revokePermissions', 'never');
    const controller = new AbortController();
    const ending = session.disconnect(controller.signal).catch((error: unknown) => error);
    controller.abort('gone');
    expect(await ending).toBe('gone');
  });
});
