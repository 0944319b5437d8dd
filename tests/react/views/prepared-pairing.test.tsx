import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { listedWallet, onPhone } from '../support/pairing.js';
import { openModal, press, type RenderedModal, renderModal, settled } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern', { mobile_link: null })];

/** A page on a phone with a button, whose list has its links ready. */
const ready = async (platform: Parameters<typeof onPhone>[1]): Promise<{ readonly fake: FakeClient; readonly modal: RenderedModal }> => {
  const fake = fakeClient({ reaching: true, chain: { wallets: [] }, options: { projectId: 'test' } });
  fake.directory.wallets = WALLETS;
  onPhone(fake, platform);
  const modal = await renderModal(fake);
  renderTree(fake.client, <ConnectButton />);
  await openModal(fake);
  // The engine is loaded, seals its keys and proposes.
  await waitFor(() => expect(modal.ui.getByTestId('lk-wallet-harbor').tagName).toBe('A'), { timeout: 10_000 });
  return { fake, modal };
};

/** Everything that says whether somebody connects: the button, what is spoken, the account and the pairing. */
const said = ({ fake, modal }: Awaited<ReturnType<typeof ready>>) => ({
  button: screen.getByTestId('lk-connect-button').textContent,
  spoken: modal.ui.getAllByTestId('lk-announcer').at(-1)?.textContent,
  account: fake.client.getAccount().status,
  pairing: fake.client.useCases.watchConnection.current().pairing.status,
});

const NOTHING = { button: 'Connect Wallet', spoken: '', account: 'disconnected', pairing: 'disconnected' };
const CONNECTING = { button: 'Connecting...', spoken: 'Connecting...', account: 'connecting', pairing: 'connecting' };

describe.each([
  ['Android', { android: true }],
  ['iOS', { ios: true }],
])('A list of wallets on %s, with links that are ready before the tap', (_, platform) => {
  it('says that it is connecting once a wallet was tapped, and nowhere before', async () => {
    const page = await ready(platform);
    expect(said(page)).toEqual(NOTHING);
    page.modal.host.addEventListener('click', (event) => event.preventDefault());
    await press(page.modal.ui.getByTestId('lk-wallet-harbor'));
    expect(said(page)).toEqual(CONNECTING);
  });

  it('says so too where the wallet has no link and shows its code', async () => {
    const page = await ready(platform);
    await press(page.modal.ui.getByTestId('lk-wallet-lantern'));
    expect(page.modal.viewName()).toBe('ConnectingWalletConnect');
    expect(said(page)).toEqual(CONNECTING);
    expect(page.fake.client.useCases.watchConnection.current().pairing.recentWallet).toMatchObject({ id: 'lantern' });
  });

  it('never says so to who looks at the list and closes it', async () => {
    const page = await ready(platform);
    const seen = new Set<string>();
    const end = page.fake.client.subscribeAccount(({ status }) => seen.add(status));
    await press(page.modal.ui.getByTestId('lk-all-wallets'));
    await press(page.modal.ui.getByTestId('lk-back'));
    await settled(() => page.fake.client.close());
    end();
    expect([...seen]).toEqual(['disconnected']);
    expect(said(page)).toEqual(NOTHING);
    expect(page.fake.events.map(({ event }) => event)).not.toContain('CONNECT_ERROR');
  });
});
