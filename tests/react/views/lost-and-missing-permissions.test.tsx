import { describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import type { LossReason, MissingPermissions } from '../../../domain/connection/connection-state.js';
import { arbitrum, base, mainnet, optimism, polygon } from '../../../domain/network/networks/eip155.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { listedWallet, lostStorage, type PairingClient, pairingClient, pairingCount } from '../support/pairing.js';
import { actAndFlush, openModal, press, type RenderedModal, renderedModal, renderModal, renderOpen } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern')];

const renderLost = async (lost: LossReason, walletId?: string): Promise<{ fake: PairingClient; modal: RenderedModal }> => {
  const storage = lostStorage({ name: 'Harbor', lost, ...(walletId === undefined ? {} : { walletId }) });
  const fake = pairingClient({ wallets: WALLETS, installed: false, storage });
  return { fake, modal: await renderModal(fake) };
};

describe('a lost connection', () => {
  it.each([
    ['wallet', 'Disconnected by Harbor.'],
    ['expired', 'The connection expired.'],
    ['lost', 'The connection was removed from this browser.'],
  ] as const)('is the first row of the list with its reason: %s', async (reason, text) => {
    const { fake, modal } = await renderLost(reason, 'harbor');
    await openModal(fake);
    const [first] = modal.ui.getAllByRole('listitem');
    expect(first?.dataset['testid']).toBe('lk-reconnect');
    expect(first?.querySelector('bdi')?.textContent).toBe('Reconnect Harbor');
    expect(first?.querySelector('small')?.textContent).toBe(text);
  });

  it('is listed once', async () => {
    const { fake, modal } = await renderLost('expired', 'harbor');
    fake.storage.set('@latchkey/recent_wallets', JSON.stringify([{ id: 'harbor', name: 'Harbor' }]));
    await openModal(fake);
    expect(modal.ui.getAllByTestId('lk-wallet-harbor')).toHaveLength(1);
  });

  it('opens the pairing with the same wallet and disappears after connecting', async () => {
    const { fake, modal } = await renderLost('wallet', 'harbor');
    await openModal(fake);
    await press(modal.ui.getByRole('button', { name: /Reconnect Harbor/ }));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(fake.client.useCases.watchModal.current().view).toMatchObject({ data: { walletId: 'harbor' } });
    await fake.showUri();
    expect(modal.ui.getByText('Scan with Harbor')).toBeDefined();
    expect(pairingCount(fake)).toBe(1);
    fake.chain.wallet('walletConnect').always('connect', 'approve');
    await actAndFlush(() => fake.client.connect({ connectorId: 'walletConnect' }));
    await actAndFlush(() => fake.client.disconnect());
    await openModal(fake);
    expect(modal.ui.queryByTestId('lk-reconnect')).toBeNull();
  });

  it('opens the code for any wallet if the wallet is unknown', async () => {
    const { fake, modal } = await renderLost('expired');
    await openModal(fake);
    await press(modal.ui.getByRole('button', { name: /Reconnect Harbor/ }));
    expect(fake.client.useCases.watchModal.current().view).toMatchObject({ name: 'ConnectingWalletConnect', data: { walletId: null } });
  });

  it('is shown in the account view while disconnected, with a button for another wallet', async () => {
    const { fake, modal } = await renderLost('lost', 'harbor');
    await openModal(fake, { view: 'Account' });
    expect(modal.ui.getByRole('heading', { name: 'Connection to Harbor lost' })).toBeDefined();
    await press(modal.ui.getByTestId('lk-reconnect'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByRole('button', { name: 'Connect another wallet' }));
    expect(modal.viewName()).toBe('Connect');
  });

  it('is not shown without remote wallets', async () => {
    const { fake, modal } = await renderLost('wallet', 'harbor');
    modal.unmount();
    await actAndFlush(() => fake.client.updateOptions({ enableWalletConnect: false }));
    const other = await renderModal(fake);
    await openModal(fake);
    expect(other.ui.queryByTestId('lk-reconnect')).toBeNull();
  });
});

describe('a connection lost while the page is open', () => {
  it('is announced and shown in the first row of the list', async () => {
    const { fake, modal } = await renderedModal(fakeClient({ hasRemoteWallets: true }));
    const other = fake.storage.otherTab();
    await actAndFlush(() => {
      other.set('@latchkey/eip155:remembered_connection', JSON.stringify({ topic: 'a', address: '', name: 'Harbor' }));
      // Picked up by this tab, for which nothing is stored to restore.
      other.set('@latchkey/eip155:connected_connector_id', 'walletConnect');
    });
    await actAndFlush(() => vi.dynamicImportSettled());
    await actAndFlush();
    expect(modal.ui.getAllByTestId('lk-announcer')[0]?.textContent).toBe('Connection to Harbor lost');
    expect(fake.events.filter(({ event }) => event === 'CONNECTION_LOST')).toHaveLength(1);
    await openModal(fake);
    expect(modal.ui.getByTestId('lk-reconnect').textContent).toContain('The connection was removed from this browser.');
  });
});

const FIVE = { networks: [mainnet, polygon, base, arbitrum, optimism] } as const;
const NONE: MissingPermissions = { chainIds: [], actions: [], methods: [] };

describe('missing permissions', () => {
  const account = async (missingPermissions: MissingPermissions) => {
    const fake = pairingClient({ wallets: WALLETS, options: FIVE });
    await fake.client.connect({ connectorId: WALLET });
    const modal = await renderOpen(fake);
    await fake.setMissingPermissions(missingPermissions);
    return { fake, modal };
  };
  const textOf = ({ ui }: RenderedModal) => ui.getByTestId('lk-not-offered').textContent;
  const chains = (...ids: readonly number[]) => ids.map((id) => toChainId(`eip155:${id}`));

  it('are shown in the account view and announced on change', async () => {
    const { fake, modal } = await account({ ...NONE, chainIds: chains(137, 8453) });
    expect(textOf(modal)).toBe("This site can't use Polygon or Base with Example.");
    expect(modal.ui.getByTestId('lk-not-offered').getAttribute('role')).toBe('status');
    await fake.setMissingPermissions({ ...NONE, actions: ['sign-message', 'sign-typed-data', 'send-transaction'], methods: [] });
    expect(textOf(modal)).toBe("This site can't sign messages, sign structured data, or send transactions with Example.");
    await fake.setMissingPermissions(NONE);
    expect(textOf(modal)).toBe('');
  });

  it('name three networks and count the others, and use the id of a removed network', async () => {
    const { fake, modal } = await account({ ...NONE, chainIds: chains(137, 8453, 42161, 10) });
    expect(textOf(modal)).toBe("This site can't use Polygon, Base, Arbitrum One, or OP Mainnet with Example.");
    await fake.setMissingPermissions({ ...NONE, chainIds: chains(137, 8453, 42161, 10, 99) });
    expect(textOf(modal)).toBe("This site can't use Polygon, Base, Arbitrum One, or 2 other networks with Example.");
    await fake.setMissingPermissions({ ...NONE, chainIds: chains(99) });
    expect(textOf(modal)).toBe("This site can't use eip155:99 with Example.");
  });

  it('are announced in the list of networks', async () => {
    const { fake, modal } = await account(NONE);
    await openModal(fake, { view: 'Networks' });
    await fake.setMissingPermissions({ ...NONE, chainIds: chains(137) });
    expect(modal.ui.getByText("This site can't use Polygon with Example.").getAttribute('role')).toBe('status');
  });
});
