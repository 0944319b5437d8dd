import { describe, expect, it } from 'vitest';
import { mainnet, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import { press, renderOpen } from '../support/render-modal.js';

describe('WalletReceive', () => {
  it('shows the address in full, with its code and name, and copies it', async () => {
    const fake = await connectedClient();
    fake.client.addAddressLabel(ADDRESS, 'A very long name of an account');
    const { ui, ...modal } = await renderOpen(fake);
    await press(ui.getByTestId('lk-receive'));
    expect(modal.viewName()).toBe('WalletReceive');
    expect(ui.getByRole('img', { name: 'QR code of your address' }).tagName).toBe('svg');
    expect(ui.getByTestId('lk-receive-address').textContent).toBe(ADDRESS);
    expect(ui.getByRole('heading', { level: 2 }).textContent).toBe('A very long name o…');
    await press(ui.getByTestId('lk-copy-address'));
    expect(fake.browser.copied).toEqual([ADDRESS]);
    expect(ui.getByText('Address copied').getAttribute('role')).toBe('status');
  });

  it('lists the networks that the address receives from', async () => {
    const { ui, ...modal } = await renderOpen(await connectedClient({ options: { networks: [mainnet, polygon, sepolia] } }));
    await press(ui.getByTestId('lk-receive'));
    await press(ui.getByTestId('lk-compatible-networks'));
    expect(modal.viewName()).toBe('WalletCompatibleNetworks');
    expect(ui.getAllByRole('listitem').map(({ lastChild }) => lastChild?.textContent)).toEqual(['Ethereum', 'Polygon', 'testnet']);
  });

  it.each([{ receive: false }, { walletFeaturesOrder: [] }])('is not offered with %j', async (features) => {
    const { ui } = await renderOpen(await connectedClient({ options: { features } }));
    expect(ui.queryByTestId('lk-receive')).toBeNull();
  });
});
