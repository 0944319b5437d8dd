import { describe, expect, it } from 'vitest';
import { Eip155Chain } from '../../../../adapters/eip155/eip155-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
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

describe('a wallet that is open already', () => {
  it('answers the second call with the answer to the first, as after a double click', async () => {
    const { wallet, chain, connectorId } = setUp();
    wallet.next('eth_requestAccounts', 'late', PENDING);
    const first = chain.connect({ connectorId, network }, patient());
    const second = chain.connect({ connectorId, network }, patient());
    await settled();
    wallet.approve();
    expect((await first).accounts[0]?.address).toBe(ALICE);
    expect((await second).accounts[0]?.address).toBe(ALICE);
  });

  it('answers also when the person went back in between and picked it again', async () => {
    const { wallet, chain, connectorId } = setUp();
    wallet.next('eth_requestAccounts', 'late', PENDING);
    const back = new AbortController();
    const first = chain.connect({ connectorId, network }, back.signal);
    back.abort('gone back');
    await expect(first).rejects.toBe('gone back');
    const second = chain.connect({ connectorId, network }, patient());
    await settled();
    wallet.approve();
    expect((await second).accounts[0]?.address).toBe(ALICE);
  });

  it('is asked anew where it shows a new question, and says so where another page asked it', async () => {
    const { wallet, chain, connectorId } = setUp();
    wallet.next('eth_requestAccounts', 'never');
    void chain.connect({ connectorId, network }, patient());
    expect((await chain.connect({ connectorId, network }, patient())).accounts[0]?.address).toBe(ALICE);
    const other = setUp();
    other.wallet.next('eth_requestAccounts', PENDING);
    expect(await codeOf(other.chain.connect({ connectorId, network }, patient()))).toBe('wallet/request-pending');
  });
});

describe('a remembered wallet that another one imitates', () => {
  it('is not taken up silently: the person has to say which one was meant', async () => {
    const { window, wallet, chain, connectorId } = setUp();
    const double = new Eip155TestWallet({ accounts: [BOB], info: { ...wallet.info, uuid: 'another' } });
    double.announce(window);
    for (const each of [wallet, double]) await each.provider.request({ method: 'eth_requestAccounts' });
    expect(await chain.resume({ connectorId, network }, patient())).toBeNull();
    expect(double.count('eth_accounts') + wallet.count('eth_accounts')).toBe(0);
  });
});
