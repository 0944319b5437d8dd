import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import type { FakeResponse } from '../../../application/ports/wallet-response.fake.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush, openedModal, press } from '../support/render-modal.js';

afterEach(() => vi.useRealTimers());

const pick = async (response: FakeResponse, options: Parameters<typeof fakeClient>[0] = {}) => {
  const opened = await openedModal(fakeClient(options), {}, ({ chain }) => chain.wallet(WALLET).next('connect', response));
  await press(opened.modal.ui.getByTestId(`lk-wallet-${WALLET}`));
  return opened;
};

describe('ConnectingExternal', () => {
  it('sends one request automatically and shows what to do', async () => {
    const { fake, modal } = await pick('never');
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Example');
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Continue in Example');
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
  });

  it('closes the modal when the wallet is connected and announces it', async () => {
    const { fake, modal } = await pick('approve');
    expect(fake.client.getAccount().isConnected).toBe(true);
    expect(modal.dialog().open).toBe(false);
    expect(modal.ui.getAllByTestId('lk-announcer')[0]?.textContent).toBe('Connected to Example');
  });

  it('waits for the sign-in, if the app uses it, until the prompt is shown', async () => {
    const service = new FakeSignIn();
    let read = (): void => undefined;
    service.getSessions = () =>
      new Promise((resolve) => {
        read = () => resolve([]);
      });
    const { modal } = await pick('approve', { options: { siwx: service } });
    await actAndFlush(() => vi.dynamicImportSettled());
    expect([modal.viewName(), modal.ui.getByRole('heading', { level: 2 }).textContent]).toEqual(['ConnectingExternal', 'One moment…']);
    expect(modal.ui.queryByText("You're all set.")).toBeNull();
    await actAndFlush(read);
    await actAndFlush(() => vi.dynamicImportSettled());
    expect(modal.viewName()).toBe('SIWXSignMessage');
  });

  it('opens the supported networks if the wallet is on an unsupported one', async () => {
    const { modal } = await pick('approve', { chain: { wallets: [{ id: WALLET, chainId: 'eip155:56' }] } });
    expect(modal.dialog().open).toBe(true);
    expect(modal.viewName()).toBe('UnsupportedChain');
  });

  it('cancels when the user goes back and ignores a late response', async () => {
    const { fake, modal } = await pick('late');
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.viewName()).toBe('Connect');
    expect(fake.client.getAccount().status).toBe('disconnected');
    await actAndFlush(() => fake.chain.wallet(WALLET).release());
    expect(fake.client.getAccount().isConnected).toBe(false);
  });

  it('mentions the toolbar after eight seconds without a response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { modal } = await pick('never');
    await actAndFlush(() => vi.advanceTimersByTime(7_999));
    expect(modal.ui.queryByText(/No wallet window\?/)).toBeNull();
    await actAndFlush(() => vi.advanceTimersByTime(1));
    expect(modal.ui.getByText(/No wallet window\?/)).toBeDefined();
  });

  it.each<[FakeResponse, string, RegExp]>([
    ['reject', 'Connection declined', /Nothing was shared/],
    ['pending', 'Request pending', /pending request/],
    ['unauthorized', 'Wallet locked', /Unlock Example/],
    ['lost', 'Wallet offline', /internet connection of Example/],
    ['fail', 'Connection failed', /went wrong in Example/],
    ['garbage', 'Connection failed', /went wrong in Example/],
    ['unsupported', 'Connection failed', /can't connect to Example/],
    [new LatchkeyError('browser/load-failed', { module: 'eip155' }), 'Failed to load', /internet connection/],
    [new LatchkeyError('config/dependency-missing', { dependency: 'viem' }), "This site can't connect wallets", /not your wallet/],
  ])('shows its own text for "%s"', async (response, title, hint) => {
    const { modal } = await pick(response);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe(title);
    expect(modal.ui.getByText(hint).closest('[role=alert]')).not.toBeNull();
    expect(modal.ui.getByText('Support will never ask for your recovery phrase.')).toBeDefined();
    expect(modal.ui.getAllByTestId('lk-announcer').map((region) => region.textContent)).toEqual(['', '']);
  });

  it.each<[FakeResponse, boolean]>([
    ['reject', true],
    ['pending', true],
    [new LatchkeyError('browser/load-failed', { module: 'eip155' }), true],
    ['unsupported', false],
    [new LatchkeyError('config/dependency-missing', { dependency: 'viem' }), false],
    [new LatchkeyError('connection/adapter-not-found', { namespace: 'eip155' }), false],
  ])('offers a retry only if it can help: "%s"', async (response, isOffered) => {
    const { modal } = await pick(response);
    expect(modal.ui.queryByTestId('lk-try-again') !== null).toBe(isOffered);
  });

  it('shows that the wallet shared no account', async () => {
    const { modal } = await pick('approve', { chain: { wallets: [{ id: WALLET, accounts: [] }] } });
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('No account shared');
  });

  it('shows that the wallet is unavailable', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await actAndFlush(() =>
      fake.client.modal.navigate({
        type: 'push',
        view: { name: 'ConnectingExternal', data: { namespace: 'eip155', connectorId: 'org.gone' } },
      }),
    );
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Wallet unavailable');
  });

  it('retries only on request', async () => {
    const { fake, modal } = await pick('reject');
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(2);
    expect(fake.client.getAccount().isConnected).toBe(true);
  });
});
