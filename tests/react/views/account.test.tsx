import { describe, expect, it } from 'vitest';
import { ADDRESS, afterwards, connected, OTHER } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { openedModal, openModal, press, renderedModal, renderModal, renderOpen, settled } from '../support/render-modal.js';

const ETHER = 10n ** 18n;

describe('Account', () => {
  it('shows the address cut to 4…4, left to right, and copies the whole of it', async () => {
    const { fake, modal } = await openedModal(connected());
    expect(modal.viewName()).toBe('Account');
    const button = modal.ui.getByTestId('lk-address');
    expect(button.querySelector('bdi')?.textContent).toBe('0x11…1111');
    expect(button.querySelector('bdi')?.getAttribute('dir')).toBe('ltr');
    await press(button);
    expect(fake.browser.copied).toEqual([ADDRESS]);
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Address copied');
  });

  it('shows the label of the host instead of the address, cut to 20, and still copies the address', async () => {
    const { fake, modal } = await openedModal(connected());
    await settled(() => fake.client.addAddressLabel(ADDRESS, 'Savings for a very long holiday'));
    const button = modal.ui.getByTestId('lk-address');
    expect(button.querySelector('bdi')?.textContent).toBe('Savings for a very l…');
    expect(button.querySelector('bdi')?.title).toBe(ADDRESS);
    await press(button);
    expect(fake.browser.copied).toEqual([ADDRESS]);
    await press(modal.ui.getByTestId('lk-settings'));
    const texts = [...modal.ui.getByTestId('lk-address').querySelectorAll('bdi')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['Savings for a very l…', '0x11…111111']);
  });

  it('shows the name of the account instead of the address, and still copies the address', async () => {
    const { fake, modal } = await openedModal(connected({ chain: { names: { 'ada.eth': ADDRESS } } }));
    await afterwards(() => undefined);
    const button = modal.ui.getByTestId('lk-address');
    expect(button.querySelector('bdi')?.textContent).toBe('ada.eth');
    await press(button);
    expect(fake.browser.copied).toEqual([ADDRESS]);
  });

  it('says when the browser refuses to copy', async () => {
    const fake = await connected();
    fake.browser.clipboard = 'unavailable';
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-address'));
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Failed to copy');
    expect(modal.ui.getByTestId('lk-snackbar').closest('[role=alert]')).not.toBeNull();
  });

  it('shows bones while the balance is read, then the balance cut to three decimals', async () => {
    const { fake, modal } = await openedModal(connected({ chain: { balances: { [ADDRESS]: 1_234_999n * 10n ** 12n } } }));
    expect(modal.ui.getByTestId('lk-balance').querySelector('.bone')).not.toBeNull();
    await settled(() => fake.clock.run(0));
    expect(modal.ui.getByTestId('lk-balance').textContent).toBe('1.234 ETH');
  });

  it('says once when the balance cannot be read, and reads again on request', async () => {
    const fake = await connected({ chain: { balances: { [ADDRESS]: 2n * ETHER } } });
    fake.chain.reads = 'failed';
    const modal = await renderOpen(fake);
    await settled(() => fake.clock.run(0));
    const balance = modal.ui.getByTestId('lk-balance');
    expect(balance.textContent).toBe('Balance unavailable');
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Token Balance Unavailable');
    fake.chain.reads = 'working';
    await press(modal.ui.getByRole('button', { name: 'Read the balance again' }));
    await settled(() => fake.clock.run(0));
    expect(balance.textContent).toBe('2.000 ETH');
    expect(modal.ui.queryByRole('button', { name: 'Read the balance again' })).toBeNull();
  });

  it('does not say it again while the trouble lasts, but when it comes anew', async () => {
    const fake = await connected();
    fake.chain.reads = 'failed';
    const modal = await renderModal(fake);
    const said = (): number => fake.client.useCases.watchModal.current().snackbar.id;
    await openModal(fake);
    await settled(() => fake.clock.run(0));
    expect(said()).toBe(1);
    await settled(() => fake.clock.run(60_000));
    await settled(() => fake.clock.run(60_000));
    expect(said()).toBe(1);
    fake.chain.reads = 'working';
    await settled(() => fake.clock.run(60_000));
    fake.chain.reads = 'failed';
    await settled(() => fake.clock.run(60_000));
    expect(said()).toBe(2);
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Token Balance Unavailable');
  });

  it('says once that there is no balance on a network that the app does not have', async () => {
    const { fake, modal } = await openedModal(connected({ options: { allowUnsupportedChain: true } }));
    await settled(() => fake.clock.run(0));
    expect(fake.client.useCases.watchModal.current().snackbar.id).toBe(0);
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Token Balance Unavailable');
    await settled(() => fake.clock.run(60_000));
    expect(fake.client.useCases.watchModal.current().snackbar.id).toBe(1);
  });

  it('does not say it again to who comes back to the account, but on another network that the app does not have', async () => {
    const { fake, modal } = await renderedModal(connected({ options: { allowUnsupportedChain: true } }));
    const said = (): number => fake.client.useCases.watchModal.current().snackbar.id;
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    await openModal(fake);
    expect(said()).toBe(1);
    await press(modal.ui.getByTestId('lk-settings'));
    await press(modal.ui.getByRole('button', { name: 'Back' }));
    expect(modal.viewName()).toBe('Account');
    await settled(() => fake.client.close());
    await openModal(fake);
    expect([modal.viewName(), said()]).toEqual(['Account', 1]);
    // A message that is on screen has to leave first.
    await settled(() => fake.clock.run(5_000));
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:250'));
    expect(said()).toBe(2);
    await settled(() => fake.clock.run(5_000));
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:1'));
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:250'));
    expect(said()).toBe(3);
  });

  it('keeps the last known balance when a later read fails', async () => {
    const { fake, modal } = await openedModal(connected({ chain: { balances: { [ADDRESS]: ETHER } } }));
    await settled(() => fake.clock.run(0));
    fake.chain.reads = 'failed';
    await settled(() => fake.clock.run(60_000));
    expect(modal.ui.getByTestId('lk-balance').textContent).toBe('1.000 ETH');
    expect(modal.ui.getByRole('button', { name: 'Read the balance again' })).toBeDefined();
  });

  it('leads to the explorer, and stays up to date when the account changes', async () => {
    const { fake, modal } = await openedModal(connected({ chain: { wallets: [{ id: WALLET, accounts: [ADDRESS, OTHER] }] } }));
    expect(modal.ui.getByRole('link', { name: /View on Etherscan/ }).getAttribute('href')).toBe(`https://etherscan.io/address/${ADDRESS}`);
    await settled(() => fake.chain.wallet(WALLET).selectAccount(OTHER));
    expect(modal.ui.getByRole('link', { name: /View on Etherscan/ }).getAttribute('href')).toBe(`https://etherscan.io/address/${OTHER}`);
  });

  it('shows the network in the header, which leads to the list', async () => {
    const { fake, modal } = await openedModal(connected());
    await press(modal.ui.getByRole('button', { name: 'Network Ethereum' }));
    expect(modal.viewName()).toBe('Networks');
    expect(fake.events.at(-1)?.event).toBe('CLICK_NETWORKS');
  });

  it('has no network control where the host switched it off', async () => {
    const modal = await renderOpen(await connected({ options: { enableNetworkSwitch: false } }));
    expect(modal.ui.queryByTestId('lk-network')).toBeNull();
    await press(modal.ui.getByTestId('lk-settings'));
    expect(modal.ui.getByTestId('lk-network-row').matches(':disabled')).toBe(true);
  });

  it('disconnects, says so, and closes', async () => {
    const fake = await connected();
    fake.chain.wallet(WALLET).next('disconnect', 'late');
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(fake.client.getAccount().isConnected).toBe(false);
    expect(modal.dialog().open).toBe(false);
    expect(modal.ui.getAllByTestId('lk-announcer')[0]?.textContent).toBe('Wallet disconnected');
  });

  it('says that the wallet failed to forget the site, also after the modal has closed', async () => {
    const fake = await connected();
    fake.chain.wallet(WALLET).next('disconnect', 'fail');
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(modal.dialog().open).toBe(false);
    const snackbar = modal.ui.getByTestId('lk-snackbar');
    expect([snackbar.textContent, snackbar.dataset['open']]).toEqual(['Failed to disconnect', 'true']);
    expect(snackbar.closest('dialog')).toBeNull();
  });

  it('marks no wallet that nobody else claims to be', async () => {
    const modal = await renderOpen(await connected());
    expect(modal.ui.queryByText('unverified')).toBeNull();
    await press(modal.ui.getByTestId('lk-settings'));
    expect(modal.view().textContent).not.toContain('unverified');
  });

  it('marks the connected wallet when another one claims its identity, as the list does', async () => {
    const modal = await renderOpen(await connected({ chain: { wallets: [{ id: WALLET, name: 'Example', suspicious: true }] } }));
    const row = modal.ui.getByTestId('lk-settings');
    expect(row.textContent).toContain('unverified');
    const hint = modal.root.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('Another wallet claims the same identity');
    await press(row);
    expect(modal.viewName()).toBe('AccountSettings');
    expect(modal.view().textContent).toContain('unverified');
    expect(modal.view().textContent).toContain('Another wallet claims the same identity');
  });

  it('says when nobody is connected, and leads to Connect', async () => {
    const modal = await renderOpen(fakeClient(), { view: 'Account' });
    expect(modal.ui.getByText('No wallet is connected')).toBeDefined();
    await press(modal.ui.getByRole('button', { name: 'Connect Wallet' }));
    expect(modal.viewName()).toBe('Connect');
  });
});

describe('AccountSettings', () => {
  it('shows the address cut to 4…6, the network and the wallet', async () => {
    const { fake, modal } = await openedModal(connected());
    await press(modal.ui.getByTestId('lk-settings'));
    expect(modal.viewName()).toBe('AccountSettings');
    expect(modal.ui.getByTestId('lk-address').querySelector('bdi')?.textContent).toBe('0x11…111111');
    expect(modal.ui.getByTestId('lk-network-row').textContent).toContain('Ethereum');
    expect(modal.view().textContent).toContain('Example');
    await press(modal.ui.getByTestId('lk-address'));
    expect(fake.browser.copied).toEqual([ADDRESS]);
    await press(modal.ui.getByTestId('lk-network-row'));
    expect(modal.viewName()).toBe('Networks');
  });

  it('gives the focus back to the row that led away', async () => {
    const modal = await renderOpen(await connected());
    await press(modal.ui.getByTestId('lk-settings'));
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    await press(modal.ui.getByTestId('lk-network-row'));
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-network-row'));
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-settings'));
  });
});
