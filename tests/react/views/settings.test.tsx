import { describe, expect, it } from 'vitest';
import { mainnet, polygon } from '../../../domain/network/networks/eip155.js';
import { view } from '../../../domain/router/views.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal, renderOpen } from '../support/render-modal.js';

const inSettings = async (init: Parameters<typeof connectedClient>[0] = {}) => {
  const fake = await connectedClient(init);
  const modal = await renderOpen(fake);
  await press(modal.ui.getByTestId('lk-settings'));
  return { fake, modal };
};
const checkedTheme = ({ ui }: RenderedModal): readonly string[] =>
  ['auto', 'light', 'dark'].filter((mode) => ui.getByTestId<HTMLInputElement>(`lk-theme-${mode}`).checked);
const snackbar = ({ client }: FakeClient) => client.useCases.watchModal.current().snackbar;

describe('AccountSettings', () => {
  it('copies the address, under the name of the account', async () => {
    const { fake, modal } = await inSettings();
    await actAndFlush(() => fake.client.addAddressLabel(ADDRESS, 'Savings'));
    const row = modal.ui.getByTestId('lk-settings-address');
    expect(row.textContent).toContain('Savings0x1111...1111');
    await press(row);
    expect(fake.browser.copied).toEqual([ADDRESS]);
    expect(modal.ui.getByText('Address copied').getAttribute('role')).toBe('status');
  });

  it('leads to the networks, unless there is no choice', async () => {
    const { fake, modal } = await inSettings({ options: { networks: [mainnet, polygon] } });
    const network = modal.ui.getByTestId('lk-settings-network');
    expect([network.tagName, network.textContent]).toEqual(['BUTTON', expect.stringContaining('NetworkEthereum')]);
    await press(network);
    expect(modal.viewName()).toBe('Networks');
    expect(fake.events.at(-1)?.event).toBe('CLICK_NETWORKS');
  });

  it.each([{ networks: [mainnet] as const }, { enableNetworkSwitch: false }])('only names the network with %j', async (options) => {
    const { modal } = await inSettings({ options });
    expect(modal.ui.getByTestId('lk-settings-network').tagName).toBe('DIV');
  });

  it('disconnects', async () => {
    const { fake, modal } = await inSettings();
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect([fake.client.getAccount().isConnected, fake.client.getState().open]).toEqual([false, false]);
  });

  it('offers to connect while nothing is connected', async () => {
    const fake = fakeClient();
    await fake.client.ready;
    const modal = await renderModal(fake);
    await openModal(fake);
    await actAndFlush(() => fake.client.modal.navigate({ type: 'push', view: view('AccountSettings') }));
    expect(modal.view().textContent).toContain('No wallet is connected');
  });
});

describe('the theme', () => {
  it('is the app’s until the user chooses one, and the app’s again when it sets one', async () => {
    const { fake, modal } = await inSettings({ options: { themeMode: 'dark' } });
    expect([checkedTheme(modal), modal.host.dataset['theme']]).toEqual([['dark'], 'dark']);
    for (const mode of ['light', 'auto'] as const) {
      await press(modal.ui.getByTestId(`lk-theme-${mode}`));
      expect([checkedTheme(modal), modal.host.dataset['theme'], fake.client.getThemeMode()]).toEqual([[mode], mode, mode]);
    }
    await actAndFlush(() => fake.client.setThemeMode('light'));
    expect([checkedTheme(modal), modal.host.dataset['theme']]).toEqual([['light'], 'light']);
  });

  it('is a group of radio buttons with a name', async () => {
    const { modal } = await inSettings();
    const group = modal.ui.getByRole('group', { name: 'Theme' });
    const radios = [...group.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['System', 'Light', 'Dark']);
    expect(new Set(radios.map(({ name }) => name)).size).toBe(1);
  });
});

describe('the event log', () => {
  const textOf = ({ ui }: RenderedModal): string => ui.getByTestId<HTMLTextAreaElement>('lk-event-log-text').value;

  it('shows the text that is copied, with what happens meanwhile', async () => {
    const { fake, modal } = await inSettings();
    expect(textOf(modal)).toMatch(/CONNECT_SUCCESS method: browser, name: Example/);
    fake.chain.wallet(WALLET).next('signMessage', 'reject');
    await actAndFlush(() => fake.client.useCases.signMessage.execute({ message: 'Hello' }).subscribe());
    expect(textOf(modal)).toContain(' eip155:1 wallet/rejected The request was rejected in the wallet\n');
    const count = fake.client.useCases.watchEventLog.current().entries.length;
    expect(modal.ui.getByTestId('lk-event-log').textContent).toBe(`Event log${count} events`);
    await press(modal.ui.getByTestId('lk-copy-log'));
    expect(fake.browser.copied).toEqual([textOf(modal)]);
    expect(modal.ui.getByText('Log copied').getAttribute('role')).toBe('status');
    expect(textOf(modal)).not.toContain(ADDRESS);
  });

  it('says if it cannot be copied', async () => {
    const { fake, modal } = await inSettings();
    fake.browser.clipboard = 'unavailable';
    await press(modal.ui.getByTestId('lk-copy-log'));
    expect([fake.browser.copied, snackbar(fake).message, snackbar(fake).variant]).toEqual([[], 'Failed to copy', 'error']);
    expect(modal.ui.queryByText('Log copied')).toBeNull();
  });
});
