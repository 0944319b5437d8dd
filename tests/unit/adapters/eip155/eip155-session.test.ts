import { describe, expect, it } from 'vitest';
import { openSession } from '../../../../adapters/eip155/eip155-session.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient } from '../../../../testing/contracts/test-api.js';
import type { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE, BOB } from '../support/networks.js';
import { sessionWorld } from '../support/session-world.js';

describe('opening a session', () => {
  it('reads accounts and chain once, without asking anybody', async () => {
    const { wallet, session } = await sessionWorld();
    expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId']);
    expect([session.accounts[0]?.address, session.chainId, session.provider === wallet.provider]).toEqual([ALICE, 'eip155:1', true]);
  });

  it.each([
    ['garbage', { result: { chain: 1 } }, 'wallet/invalid-response'],
    ['an error', { error: { code: 4900 } }, 'wallet/disconnected'],
  ])('ends with a typed error and no listener when the chain id is %s', async (_what, answer, code) => {
    const { wallet, session, open } = await sessionWorld();
    session.release();
    wallet.next('eth_chainId', answer);
    expect(await codeOf(open())).toBe(code);
    expect(wallet.listeners).toBe(0);
  });

  it('does not wait for ever for a wallet that does not even answer silently', async () => {
    const { wallet, session, open, clock } = await sessionWorld();
    session.release();
    wallet.next('eth_accounts', 'never');
    const opening = codeOf(open());
    await clock.run(5_000);
    expect(await opening).toBe('wallet/request-failed');
    expect([wallet.listeners, clock.pending]).toEqual([0, 0]);
  });

  /** What opens where something happens between the two reads. */
  const openedWhile = async (happens: (wallet: Eip155TestWallet) => void) => {
    const { wallet, session, open } = await sessionWorld();
    session.release();
    wallet.next('eth_chainId', 'late');
    const opening = open();
    await settle();
    happens(wallet);
    wallet.approve();
    return { opened: await opening, wallet };
  };

  it('loses no change that happens between two of its reads', async () => {
    const { opened } = await openedWhile((wallet) => {
      wallet.selectAccount(BOB);
      wallet.selectChain(137);
    });
    expect([opened?.accounts[0]?.address, opened?.chainId]).toEqual([BOB, 'eip155:137']);
  });

  it('opens none when the wallet is locked meanwhile', async () => {
    const { opened, wallet } = await openedWhile((each) => each.lock());
    expect([opened, wallet.listeners]).toEqual([null, 0]);
  });

  it('works with a provider without events, or with events that fail', async () => {
    const { wallet, connector, clock } = await sessionWorld();
    const { request } = wallet.provider;
    const fail = (): never => {
      throw new Error('no events');
    };
    for (const provider of [{ request }, { request, on: fail, removeListener: fail }]) {
      const session = await openSession({ wallet: { connector, provider }, clock, method: 'eth_accounts' }, patient());
      expect(session?.accounts[0]?.address).toBe(ALICE);
      session?.release();
    }
  });
});

describe('what a wallet says by itself', () => {
  it('is told once, however often it is said', async () => {
    const { wallet, types } = await sessionWorld();
    wallet.emit('accountsChanged', [BOB]);
    wallet.emit('accountsChanged', [BOB.toLowerCase()]);
    wallet.emit('chainChanged', '0x89');
    wallet.emit('chainChanged', 137);
    wallet.emit('accountsChanged', []);
    wallet.emit('accountsChanged', []);
    expect(types()).toEqual(['accounts-changed', 'chain-changed', 'disconnected']);
  });

  it('counts for nothing when it is nonsense', async () => {
    const { wallet, types, session } = await sessionWorld();
    for (const payload of [undefined, null, 'text', {}, [null], ['0x'], [ALICE, 'nobody'], 0, '0x']) {
      wallet.emit('accountsChanged', payload);
      wallet.emit('chainChanged', payload);
    }
    wallet.emit('message', { type: 'eth_subscription', data: {} });
    expect(types()).toEqual([]);
    expect([session.accounts[0]?.address, session.chainId]).toEqual([ALICE, 'eip155:1']);
  });

  it('is told each time that it is locked, and unlocked', async () => {
    const { wallet, types } = await sessionWorld();
    for (let times = 0; times < 2; times += 1) {
      wallet.lock();
      wallet.unlock();
    }
    expect(types()).toEqual(['disconnected', 'accounts-changed', 'disconnected', 'accounts-changed']);
  });
});

describe('a provider that says it is disconnected', () => {
  it('is asked silently first: what it still shares stays connected', async () => {
    const { wallet, types } = await sessionWorld();
    wallet.emit('disconnect', { code: 1013 });
    await settle();
    expect(types()).toEqual([]);
    expect(wallet.count('eth_accounts')).toBe(2);
    expect(wallet.shown()).toBe(0);
  });

  it('brings news of account and chain', async () => {
    const { wallet, types } = await sessionWorld();
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
    ['does not answer any more', 'never'],
  ] as const)('is gone when it %s, and back when it connects again', async (_what, answer) => {
    const { wallet, types, clock } = await sessionWorld();
    wallet.next('eth_accounts', answer);
    wallet.emit('disconnect', { code: 1013 });
    await clock.run(5_000);
    expect(types()).toEqual(['disconnected']);
    wallet.emit('connect', { chainId: '0x1' });
    await settle();
    expect(types()).toEqual(['disconnected', 'accounts-changed']);
  });

  it('is asked again when it connects while it is being asked', async () => {
    const { wallet, types, clock } = await sessionWorld();
    wallet.next('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    wallet.emit('connect', { chainId: '0x1' });
    await clock.run(5_000);
    expect(types()).toEqual(['disconnected', 'accounts-changed']);
    expect(wallet.count('eth_accounts')).toBe(3);
  });

  it('is not asked once per word when it goes on saying so', async () => {
    const { wallet, types } = await sessionWorld();
    for (let times = 0; times < 20; times += 1) wallet.emit('disconnect', { code: 1013 });
    await settle();
    expect(wallet.count('eth_accounts')).toBe(3);
    expect(types()).toEqual([]);
  });

  it('is not asked after a release', async () => {
    const { wallet, session, types, clock } = await sessionWorld();
    wallet.next('eth_accounts', 'never');
    wallet.emit('disconnect', { code: 1013 });
    session.release();
    await clock.run(5_000);
    expect([types(), clock.pending, wallet.count('eth_accounts')]).toEqual([[], 0, 2]);
  });
});
