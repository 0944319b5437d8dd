import { describe, expect, it } from 'vitest';
import { openSession } from '../../../../adapters/eip155/eip155-session.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { codeOf, neverAborted } from '../../../../testing/contracts/test-api.js';
import type { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE, BOB } from '../support/networks.js';
import { sessionFixture } from '../support/session-fixture.js';

describe('openSession', () => {
  it('reads accounts and chain once, without a prompt', async () => {
    const { wallet, session } = await sessionFixture();
    expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId']);
    expect([session.accounts[0]?.address, session.chainId, session.provider === wallet.provider]).toEqual([ALICE, 'eip155:1', true]);
  });

  it.each([
    ['garbage', { result: { chain: 1 } }, 'wallet/invalid-response'],
    ['an error', { error: { code: 4900 } }, 'wallet/disconnected'],
  ])('rejects and removes its listeners when the chain id is %s', async (_what, response, code) => {
    const { wallet, session, open } = await sessionFixture();
    session.release();
    wallet.respondNext('eth_chainId', response);
    expect(await codeOf(open())).toBe(code);
    expect(wallet.listenerCount).toBe(0);
  });

  it('times out when the wallet does not respond', async () => {
    const { wallet, session, open, clock } = await sessionFixture();
    session.release();
    wallet.respondNext('eth_accounts', 'never');
    const opening = codeOf(open());
    await clock.run(5_000);
    expect(await opening).toBe('wallet/request-failed');
    expect([wallet.listenerCount, clock.pending]).toEqual([0, 0]);
  });

  /** Opens a session while the wallet changes between the two reads. */
  const openedWhile = async (change: (wallet: Eip155TestWallet) => void) => {
    const { wallet, session, open } = await sessionFixture();
    session.release();
    wallet.respondNext('eth_chainId', 'late');
    const opening = open();
    await flushPromises();
    change(wallet);
    wallet.approve();
    return { opened: await opening, wallet };
  };

  it('keeps changes made between the two reads', async () => {
    const { opened } = await openedWhile((wallet) => {
      wallet.selectAccount(BOB);
      wallet.selectChain(137);
    });
    expect([opened?.accounts[0]?.address, opened?.chainId]).toEqual([BOB, 'eip155:137']);
  });

  it('returns null when the wallet is locked meanwhile', async () => {
    const { opened, wallet } = await openedWhile((each) => each.lock());
    expect([opened, wallet.listenerCount]).toEqual([null, 0]);
  });

  it('works with a provider without events, or with events that throw', async () => {
    const { wallet, connector, clock } = await sessionFixture();
    const { request } = wallet.provider;
    const fail = (): never => {
      throw new Error('no events');
    };
    for (const provider of [{ request }, { request, on: fail, removeListener: fail }]) {
      const session = await openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, neverAborted());
      expect(session?.accounts[0]?.address).toBe(ALICE);
      session?.release();
    }
  });
});

describe('wallet events', () => {
  it('are emitted once per change', async () => {
    const { wallet, types } = await sessionFixture();
    wallet.emit('accountsChanged', [BOB]);
    wallet.emit('accountsChanged', [BOB.toLowerCase()]);
    wallet.emit('chainChanged', '0x89');
    wallet.emit('chainChanged', 137);
    wallet.emit('accountsChanged', []);
    wallet.emit('accountsChanged', []);
    expect(types()).toEqual(['accounts-changed', 'chain-changed', 'disconnected']);
  });

  it('are ignored when malformed', async () => {
    const { wallet, types, session } = await sessionFixture();
    for (const payload of [undefined, null, 'text', {}, [null], ['0x'], [ALICE, 'not an address'], 0, '0x']) {
      wallet.emit('accountsChanged', payload);
      wallet.emit('chainChanged', payload);
    }
    wallet.emit('message', { type: 'eth_subscription', data: {} });
    expect(types()).toEqual([]);
    expect([session.accounts[0]?.address, session.chainId]).toEqual([ALICE, 'eip155:1']);
  });

  it('emit each lock and unlock', async () => {
    const { wallet, types } = await sessionFixture();
    for (let times = 0; times < 2; times += 1) {
      wallet.lock();
      wallet.unlock();
    }
    expect(types()).toEqual(['disconnected', 'accounts-changed', 'disconnected', 'accounts-changed']);
  });
});

describe('a provider that emits "disconnect"', () => {
  it('stays connected if it still shares accounts, checked without a prompt', async () => {
    const { wallet, types } = await sessionFixture();
    wallet.emit('disconnect', { code: 1013 });
    await flushPromises();
    expect(types()).toEqual([]);
    expect(wallet.requestCount('eth_accounts')).toBe(2);
    expect(wallet.promptCount()).toBe(0);
  });

  it('updates account and chain', async () => {
    const { wallet, types } = await sessionFixture();
    wallet.respondNext('eth_accounts', { result: [BOB] });
    wallet.respondNext('eth_chainId', { result: '0x89' });
    wallet.emit('disconnect', { code: 1013 });
    await flushPromises();
    expect(types()).toEqual(['accounts-changed', 'chain-changed']);
  });

  it.each([
    ['shares no account', { result: [] }],
    ['fails', { error: { code: 4900 } }],
    ['returns a malformed response', { result: 'nonsense' }],
    ['does not respond', 'never'],
  ] as const)('disconnects when it %s, and reconnects on "connect"', async (_what, response) => {
    const { wallet, types, clock } = await sessionFixture();
    wallet.respondNext('eth_accounts', response);
    wallet.emit('disconnect', { code: 1013 });
    await clock.run(5_000);
    expect(types()).toEqual(['disconnected']);
    wallet.emit('connect', { chainId: '0x1' });
    await flushPromises();
    expect(types()).toEqual(['disconnected', 'accounts-changed']);
  });

  it('is checked again on "connect" during a check', async () => {
    const { wallet, types, clock } = await sessionFixture();
    wallet.respondNext('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    wallet.emit('connect', { chainId: '0x1' });
    await clock.run(5_000);
    expect(types()).toEqual(['disconnected', 'accounts-changed']);
    expect(wallet.requestCount('eth_accounts')).toBe(3);
  });

  it('is not checked once per event', async () => {
    const { wallet, types } = await sessionFixture();
    for (let times = 0; times < 20; times += 1) wallet.emit('disconnect', { code: 1013 });
    await flushPromises();
    expect(wallet.requestCount('eth_accounts')).toBe(3);
    expect(types()).toEqual([]);
  });

  it('is not checked after release', async () => {
    const { wallet, session, types, clock } = await sessionFixture();
    wallet.respondNext('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    session.release();
    await clock.run(5_000);
    expect([types(), clock.pending, wallet.requestCount('eth_accounts')]).toEqual([[], 0, 2]);
  });
});
