import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FakeAnswer } from '../../../application/ports/wallet-answer.fake.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { openedModal, press, settled } from '../support/render-modal.js';

afterEach(() => vi.useRealTimers());

const pick = async (answer: FakeAnswer, given: Parameters<typeof fakeClient>[0] = {}) => {
  const opened = await openedModal(fakeClient(given), {}, ({ chain }) => chain.wallet(WALLET).next('connect', answer));
  await press(opened.modal.ui.getByTestId(`lk-wallet-${WALLET}`));
  return opened;
};

describe('ConnectingExternal', () => {
  it('asks the wallet once, by itself, and says what to do', async () => {
    const { fake, modal } = await pick('never');
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Example');
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Continue in Example');
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
  });

  it('closes the modal when the wallet is connected, and says so to assistive technology', async () => {
    const { fake, modal } = await pick('approve');
    expect(fake.client.getAccount().isConnected).toBe(true);
    expect(modal.dialog().open).toBe(false);
    expect(modal.ui.getAllByTestId('lk-announcer')[0]?.textContent).toBe('Connected to Example');
  });

  it('leads to the supported networks when the wallet is on none of them', async () => {
    const { modal } = await pick('approve', { chain: { wallets: [{ id: WALLET, chainId: 'eip155:56' }] } });
    expect(modal.dialog().open).toBe(true);
    expect(modal.viewName()).toBe('UnsupportedChain');
  });

  it('cancels the attempt when the person goes back, and forgets a late answer', async () => {
    const { fake, modal } = await pick('late');
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.viewName()).toBe('Connect');
    expect(fake.client.getAccount().status).toBe('disconnected');
    await settled(() => fake.chain.wallet(WALLET).release());
    expect(fake.client.getAccount().isConnected).toBe(false);
  });

  it('hints at the toolbar when nothing happens for eight seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { modal } = await pick('never');
    await settled(() => vi.advanceTimersByTime(7_999));
    expect(modal.ui.queryByText(/No window\?/)).toBeNull();
    await settled(() => vi.advanceTimersByTime(1));
    expect(modal.ui.getByText(/No window\?/)).toBeDefined();
  });

  it.each<[FakeAnswer, string, RegExp]>([
    ['reject', 'You declined', /Nothing was shared/],
    ['pending', 'Your wallet is waiting', /already shows a request/],
    ['unauthorized', 'Wallet locked', /Unlock your wallet/],
    ['lost', 'The wallet lost its connection', /back online/],
    ['fail', 'Could not connect', /answered with an error/],
    ['garbage', 'Could not connect', /answered with an error/],
    ['unsupported', 'Could not connect', /cannot connect to this site/],
    [new LatchkeyError('browser/load-failed', { part: 'eip155' }), 'A part of this site did not load', /was not asked yet/],
    [new LatchkeyError('config/dependency-missing', { dependency: 'viem' }), 'This site cannot connect wallets now', /not in your wallet/],
  ])('has words of its own when the wallet answers with "%s"', async (answer, title, hint) => {
    const { modal } = await pick(answer);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe(title);
    expect(modal.ui.getByText(hint).closest('[role=alert]')).not.toBeNull();
    expect(modal.ui.getByText('Support never asks for your recovery words.')).toBeDefined();
    expect(modal.ui.getAllByTestId('lk-announcer').map((region) => region.textContent)).toEqual(['', '']);
  });

  it.each<[FakeAnswer, boolean]>([
    ['reject', true],
    ['pending', true],
    [new LatchkeyError('browser/load-failed', { part: 'eip155' }), true],
    ['unsupported', false],
    [new LatchkeyError('config/dependency-missing', { dependency: 'viem' }), false],
    [new LatchkeyError('connection/adapter-not-found', { namespace: 'eip155' }), false],
  ])('offers to try again only where that can help: "%s"', async (answer, offered) => {
    const { modal } = await pick(answer);
    expect(modal.ui.queryByTestId('lk-try-again') !== null).toBe(offered);
  });

  it('says when the wallet shares no account', async () => {
    const { modal } = await pick('approve', { chain: { wallets: [{ id: WALLET, accounts: [] }] } });
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('No account was shared');
  });

  it('says when the wallet is gone', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await settled(() =>
      fake.client.modal.navigate({
        type: 'push',
        view: { name: 'ConnectingExternal', data: { namespace: 'eip155', connectorId: 'org.gone' } },
      }),
    );
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Wallet not available');
  });

  it('tries again on request, and only then', async () => {
    const { fake, modal } = await pick('reject');
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(2);
    expect(fake.client.getAccount().isConnected).toBe(true);
  });
});
