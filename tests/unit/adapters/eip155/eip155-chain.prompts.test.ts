import { describe, expect, it } from 'vitest';
import { Eip155Chain } from '../../../../adapters/eip155/eip155-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../../testing/wallets/eip155-test-wallet.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';
import { TestWindow } from '../support/test-window.js';

const network = testNetwork(1);
const PENDING = { error: { code: -32_002, message: 'Already pending' } };

const setUp = () => {
  const window = new TestWindow();
  const wallet = new Eip155TestWallet({ accounts: [ALICE] });
  const chain = new Eip155Chain({ clock: new FakeClock(), window });
  wallet.announce(window);
  return { window, wallet, chain, connectorId: wallet.info.rdns };
};

describe('a wallet with an open prompt', () => {
  it('resolves a second connect with the first response, as after a double click', async () => {
    const { wallet, chain, connectorId } = setUp();
    wallet.respondNext('eth_requestAccounts', 'late', PENDING);
    const first = chain.connect({ connectorId, network }, neverAborted());
    const second = chain.connect({ connectorId, network }, neverAborted());
    await flushPromises();
    wallet.approve();
    expect((await first).accounts[0]?.address).toBe(ALICE);
    expect((await second).accounts[0]?.address).toBe(ALICE);
  });

  it('resolves a second connect after the first one was aborted', async () => {
    const { wallet, chain, connectorId } = setUp();
    wallet.respondNext('eth_requestAccounts', 'late', PENDING);
    const back = new AbortController();
    const first = chain.connect({ connectorId, network }, back.signal);
    back.abort('back');
    await expect(first).rejects.toBe('back');
    const second = chain.connect({ connectorId, network }, neverAborted());
    await flushPromises();
    wallet.approve();
    expect((await second).accounts[0]?.address).toBe(ALICE);
  });

  it('uses the response of a second prompt, and reports a prompt opened by another page', async () => {
    const { wallet, chain, connectorId } = setUp();
    wallet.respondNext('eth_requestAccounts', 'never');
    void chain.connect({ connectorId, network }, neverAborted());
    expect((await chain.connect({ connectorId, network }, neverAborted())).accounts[0]?.address).toBe(ALICE);
    const other = setUp();
    other.wallet.respondNext('eth_requestAccounts', PENDING);
    expect(await codeOf(other.chain.connect({ connectorId, network }, neverAborted()))).toBe('wallet/request-pending');
  });
});

describe('a stored wallet with a duplicate', () => {
  it('is not resumed without the user’s choice', async () => {
    const { window, wallet, chain, connectorId } = setUp();
    const duplicate = new Eip155TestWallet({ accounts: [BOB], info: { ...wallet.info, uuid: 'another' } });
    duplicate.announce(window);
    for (const each of [wallet, duplicate]) await each.provider.request({ method: 'eth_requestAccounts' });
    expect(await chain.resume({ connectorId, network }, neverAborted())).toBeNull();
    expect(duplicate.requestCount('eth_accounts') + wallet.requestCount('eth_accounts')).toBe(0);
  });
});
