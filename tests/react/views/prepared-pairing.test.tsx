import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { listedWallet, onPhone } from '../support/pairing.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern', { mobile_link: null })];

/** Opens a wallet list with prepared links on a phone, and a connect button. */
const renderPrepared = async (
  platform: Parameters<typeof onPhone>[1],
): Promise<{ readonly fake: FakeClient; readonly modal: RenderedModal }> => {
  const fake = fakeClient({ hasRemoteWallets: true, chain: { wallets: [] }, options: { projectId: 'test' } });
  fake.directory.wallets = WALLETS;
  onPhone(fake, platform);
  const modal = await renderModal(fake);
  renderTree(fake.client, <ConnectButton />);
  await openModal(fake);
  // The protocol code is loaded, and the pairing proposed.
  await waitFor(() => expect(modal.ui.getByTestId('lk-wallet-harbor').tagName).toBe('A'), { timeout: 10_000 });
  return { fake, modal };
};

/** Everything that shows a connection attempt. */
const stateOf = ({ fake, modal }: Awaited<ReturnType<typeof renderPrepared>>) => ({
  button: screen.getByTestId('lk-connect-button').textContent,
  announcement: modal.ui.getAllByTestId('lk-announcer').at(-1)?.textContent,
  account: fake.client.getAccount().status,
  pairing: fake.client.useCases.watchConnection.current().pairing.status,
});

const IDLE = { button: 'Connect Wallet', announcement: '', account: 'disconnected', pairing: 'disconnected' };
const CONNECTING = { button: 'Connecting...', announcement: 'Connecting...', account: 'connecting', pairing: 'connecting' };

describe.each([
  ['Android', { android: true }],
  ['iOS', { ios: true }],
])('a wallet list with prepared links on %s', (_, platform) => {
  it('shows that it is connecting once a wallet is tapped, not before', async () => {
    const page = await renderPrepared(platform);
    expect(stateOf(page)).toEqual(IDLE);
    page.modal.host.addEventListener('click', (event) => event.preventDefault());
    await press(page.modal.ui.getByTestId('lk-wallet-harbor'));
    expect(stateOf(page)).toEqual(CONNECTING);
  });

  it('does not show it while a code is displayed', async () => {
    const page = await renderPrepared(platform);
    await press(page.modal.ui.getByTestId('lk-wallet-lantern'));
    expect(page.modal.viewName()).toBe('ConnectingWalletConnect');
    expect(stateOf(page)).toEqual(IDLE);
    expect(page.fake.client.useCases.watchConnection.current().pairing.recentWallet).toMatchObject({ id: 'lantern' });
  });

  it('never shows it if the user only opens and closes the list', async () => {
    const page = await renderPrepared(platform);
    const statuses = new Set<string>();
    const unsubscribe = page.fake.client.subscribeAccount(({ status }) => statuses.add(status));
    await press(page.modal.ui.getByTestId('lk-all-wallets'));
    await press(page.modal.ui.getByTestId('lk-back'));
    await actAndFlush(() => page.fake.client.close());
    unsubscribe();
    expect([...statuses]).toEqual(['disconnected']);
    expect(stateOf(page)).toEqual(IDLE);
    expect(page.fake.events.map(({ event }) => event)).not.toContain('CONNECT_ERROR');
  });
});
