import { describe, expect, it } from 'vitest';
import { ADDRESS, actAndLoad, connectedClient, OTHER_ADDRESS } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import {
  actAndFlush,
  openedModal,
  openModal,
  press,
  renderedModal,
  renderModal,
  renderOpen,
  textWithoutPictures,
} from '../support/render-modal.js';

const ETHER = 10n ** 18n;

describe('Account', () => {
  it('shows the address shortened, left-to-right, and copies it in full', async () => {
    const { fake, modal } = await openedModal(connectedClient());
    expect(modal.viewName()).toBe('Account');
    const button = modal.ui.getByTestId('lk-address');
    expect(button.querySelector('bdi')?.textContent).toBe('0x1111...1111');
    expect(button.querySelector('bdi')?.getAttribute('dir')).toBe('ltr');
    await press(button);
    expect(fake.browser.copied).toEqual([ADDRESS]);
    expect(button.querySelector('.swap')?.textContent).toBe('0x1111...1111Copied');
    expect(modal.ui.getByText('Address copied').getAttribute('role')).toBe('status');
    expect(modal.ui.queryByTestId('lk-snackbar')).toBeNull();
  });

  it('lists what the balance consists of, if not all of it can be transferred, and reads it again when it changes', async () => {
    const fake = await connectedClient({ chain: { balances: { [ADDRESS]: 7n * ETHER } } });
    const { fakeServices } = fake.chain;
    const parts = { free: 9n * ETHER, reserved: 3n * ETHER, frozen: 5n * ETHER, transferable: 7n * ETHER, existentialDeposit: 333_333n };
    fakeServices.setBreakdown(parts);
    const modal = await renderOpen(fake);
    await actAndFlush(() => fake.clock.run(0));
    const list = modal.ui.getByTestId('lk-balance-breakdown');
    const rows = () => [...list.querySelectorAll('div')].map((row) => [...row.children].map(({ textContent }) => textContent));
    const button = modal.ui.getByRole('button', { name: 'Balance details' });
    const state = () => [button.getAttribute('aria-expanded'), button.getAttribute('aria-controls') === list.id, list.hidden];
    expect(state()).toEqual(['false', true, true]);
    await press(button);
    expect(state()).toEqual(['true', true, false]);
    await expectAccessible(modal.view());
    expect(rows()).toEqual([
      ['Free', '9 ETH'],
      ['Reserved', '3 ETH'],
      ['Frozen', '5 ETH'],
      ['Transferable', '7 ETH'],
      // In full, other than balances.
      ['Minimum balance', '0.000000000000333333 ETH'],
    ]);
    fakeServices.setBreakdown({ ...parts, free: 8n * ETHER, transferable: 6n * ETHER });
    fake.chain.setBalance(ADDRESS, 6n * ETHER);
    await actAndFlush(() => fake.clock.run(60_000));
    expect(rows()[3]).toEqual(['Transferable', '6 ETH']);
  });

  it('lists nothing if all of it can be transferred', async () => {
    const { modal } = await openedModal(connectedClient());
    await actAndLoad(() => undefined);
    expect(modal.ui.queryByTestId('lk-balance-breakdown')).toBeNull();
  });

  it("shows the app's label instead of the address, truncated to 20, and still copies the address", async () => {
    const { fake, modal } = await openedModal(connectedClient());
    await actAndFlush(() => fake.client.addAddressLabel(ADDRESS, 'Savings for a very long holiday'));
    const button = modal.ui.getByTestId('lk-address');
    expect(button.querySelector('bdi')?.textContent).toBe('Savings for a very l…');
    expect(button.querySelector('bdi')?.title).toBe(ADDRESS);
    await press(button);
    expect(fake.browser.copied).toEqual([ADDRESS]);
  });

  it("shows the account's name instead of the address, and still copies the address", async () => {
    const { fake, modal } = await openedModal(connectedClient({ chain: { names: { 'ada.eth': ADDRESS } } }));
    await actAndLoad(() => undefined);
    const button = modal.ui.getByTestId('lk-address');
    expect(button.querySelector('bdi')?.textContent).toBe('ada.eth');
    await press(button);
    expect(fake.browser.copied).toEqual([ADDRESS]);
  });

  it('shows an error if the browser refuses to copy', async () => {
    const fake = await connectedClient();
    fake.browser.clipboard = 'unavailable';
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-address'));
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Failed to copy');
    expect(modal.ui.getByTestId('lk-snackbar').closest('[role=alert]')).not.toBeNull();
  });

  it('shows a skeleton while the balance loads, then the balance truncated to three decimals', async () => {
    const { fake, modal } = await openedModal(connectedClient({ chain: { balances: { [ADDRESS]: 1_234_999n * 10n ** 12n } } }));
    expect(modal.ui.getByTestId('lk-balance').querySelector('.skeleton')).not.toBeNull();
    await actAndFlush(() => fake.clock.run(0));
    expect(modal.ui.getByTestId('lk-balance').textContent).toBe('1.234 ETH');
  });

  it('shows one message if the balance fails to load, and reads again on request', async () => {
    const fake = await connectedClient({ chain: { balances: { [ADDRESS]: 2n * ETHER } } });
    fake.chain.reads = 'failed';
    const modal = await renderOpen(fake);
    await actAndFlush(() => fake.clock.run(0));
    const balance = modal.ui.getByTestId('lk-balance');
    expect(balance.textContent).toBe('Balance unavailable');
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Token Balance Unavailable');
    fake.chain.reads = 'working';
    await press(modal.ui.getByRole('button', { name: 'Refresh balance' }));
    await actAndFlush(() => fake.clock.run(0));
    expect(balance.textContent).toBe('2 ETH');
    expect(modal.ui.queryByRole('button', { name: 'Refresh balance' })).toBeNull();
  });

  it('does not repeat the message while the failure lasts, but after a new failure', async () => {
    const fake = await connectedClient();
    fake.chain.reads = 'failed';
    const modal = await renderModal(fake);
    const messageCount = (): number => fake.client.useCases.watchModal.current().snackbar.id;
    await openModal(fake);
    await actAndFlush(() => fake.clock.run(0));
    expect(messageCount()).toBe(1);
    await actAndFlush(() => fake.clock.run(60_000));
    await actAndFlush(() => fake.clock.run(60_000));
    expect(messageCount()).toBe(1);
    fake.chain.reads = 'working';
    await actAndFlush(() => fake.clock.run(60_000));
    fake.chain.reads = 'failed';
    await actAndFlush(() => fake.clock.run(60_000));
    expect(messageCount()).toBe(2);
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Token Balance Unavailable');
  });

  it('shows one message that there is no balance on an unsupported network', async () => {
    const { fake, modal } = await openedModal(connectedClient({ options: { allowUnsupportedChain: true } }));
    await actAndFlush(() => fake.clock.run(0));
    expect(fake.client.useCases.watchModal.current().snackbar.id).toBe(0);
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Token Balance Unavailable');
    await actAndFlush(() => fake.clock.run(60_000));
    expect(fake.client.useCases.watchModal.current().snackbar.id).toBe(1);
  });

  it('repeats the message only for another unsupported network', async () => {
    const { fake, modal } = await renderedModal(connectedClient({ options: { allowUnsupportedChain: true } }));
    const messageCount = (): number => fake.client.useCases.watchModal.current().snackbar.id;
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    await openModal(fake);
    expect(messageCount()).toBe(1);
    await press(modal.ui.getByTestId('lk-network'));
    await press(modal.ui.getByRole('button', { name: 'Back' }));
    expect(modal.viewName()).toBe('Account');
    await actAndFlush(() => fake.client.close());
    await openModal(fake);
    expect([modal.viewName(), messageCount()]).toEqual(['Account', 1]);
    // The shown message must close first.
    await actAndFlush(() => fake.clock.run(5_000));
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:250'));
    expect(messageCount()).toBe(2);
    await actAndFlush(() => fake.clock.run(5_000));
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:1'));
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:250'));
    expect(messageCount()).toBe(3);
  });

  it('keeps the last balance when a later read fails', async () => {
    const { fake, modal } = await openedModal(connectedClient({ chain: { balances: { [ADDRESS]: ETHER } } }));
    await actAndFlush(() => fake.clock.run(0));
    fake.chain.reads = 'failed';
    await actAndFlush(() => fake.clock.run(60_000));
    expect(modal.ui.getByTestId('lk-balance').textContent).toBe('1 ETH');
    expect(modal.ui.getByRole('button', { name: 'Refresh balance' })).toBeDefined();
  });

  it('links to the explorer and updates with the account', async () => {
    const { fake, modal } = await openedModal(
      connectedClient({ chain: { wallets: [{ id: WALLET, accounts: [ADDRESS, OTHER_ADDRESS] }] } }),
    );
    expect(modal.ui.getByRole('link', { name: /View on Etherscan/ }).getAttribute('href')).toBe(`https://etherscan.io/address/${ADDRESS}`);
    await actAndFlush(() => fake.chain.wallet(WALLET).selectAccount(OTHER_ADDRESS));
    expect(modal.ui.getByRole('link', { name: /View on Etherscan/ }).getAttribute('href')).toBe(
      `https://etherscan.io/address/${OTHER_ADDRESS}`,
    );
  });

  it('shows the network in the header, which opens the list', async () => {
    const { fake, modal } = await openedModal(connectedClient());
    await press(modal.ui.getByRole('button', { name: 'Network Ethereum' }));
    expect(modal.viewName()).toBe('Networks');
    expect(fake.events.at(-1)?.event).toBe('CLICK_NETWORKS');
  });

  it('names the network beside the wallet without enableNetworkSwitch', async () => {
    const modal = await renderOpen(await connectedClient({ options: { enableNetworkSwitch: false } }));
    expect(modal.ui.queryByTestId('lk-network')).toBeNull();
    const parts = [...modal.ui.getByTestId('lk-connected-wallet').querySelectorAll('.item')];
    expect(parts.map(({ textContent }) => textContent)).toEqual(['Example', 'Ethereum']);
  });

  it('disconnects, announces it, and closes', async () => {
    const fake = await connectedClient();
    fake.chain.wallet(WALLET).next('disconnect', 'late');
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(fake.client.getAccount().isConnected).toBe(false);
    expect(modal.dialog().open).toBe(false);
    expect(modal.ui.getAllByTestId('lk-announcer')[0]?.textContent).toBe('Wallet disconnected');
  });

  it('shows that the wallet failed to disconnect, also after the modal closed', async () => {
    const fake = await connectedClient();
    fake.chain.wallet(WALLET).next('disconnect', 'fail');
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(modal.dialog().open).toBe(false);
    const snackbar = modal.ui.getByTestId('lk-snackbar');
    expect([snackbar.textContent, snackbar.dataset['open']]).toEqual(['Failed to disconnect', 'true']);
    expect(snackbar.closest('dialog')).toBeNull();
  });

  it('does not mark a wallet with a unique identity', async () => {
    const modal = await renderOpen(await connectedClient());
    expect(textWithoutPictures(modal.ui.getByTestId('lk-connected-wallet'))).toBe('Example');
    expect(modal.ui.queryByText('unverified')).toBeNull();
  });

  it('marks the connected wallet if another one claims its identity', async () => {
    const modal = await renderOpen(await connectedClient({ chain: { wallets: [{ id: WALLET, name: 'Example', suspicious: true }] } }));
    expect(modal.ui.getByTestId('lk-connected-wallet').textContent).toContain('unverified');
    expect(modal.view().textContent).toContain('looks like another one');
  });

  it('shows that no wallet is connected and opens Connect', async () => {
    const modal = await renderOpen(fakeClient(), { view: 'Account' });
    expect(modal.ui.getByText('No wallet is connected')).toBeDefined();
    await press(modal.ui.getByRole('button', { name: 'Connect Wallet' }));
    expect(modal.viewName()).toBe('Connect');
  });

  it('returns the focus to the row that was clicked', async () => {
    const modal = await renderOpen(await connectedClient());
    await press(modal.ui.getByTestId('lk-switch-address'));
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-switch-address'));
  });
});
