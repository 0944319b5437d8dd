import { describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import type { LossReason, Ungranted } from '../../../domain/connection/connection-state.js';
import { arbitrum, base, mainnet, optimism, polygon } from '../../../domain/network/networks/eip155.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { listedWallet, lostStorage, type PairingClient, pairingClient, pairings } from '../support/pairing.js';
import { openModal, press, type RenderedModal, renderedModal, renderModal, renderOpen, settled } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern')];

const lostPage = async (lost: LossReason, walletId?: string): Promise<{ fake: PairingClient; modal: RenderedModal }> => {
  const storage = lostStorage({ name: 'Harbor', lost, ...(walletId === undefined ? {} : { walletId }) });
  const fake = pairingClient({ wallets: WALLETS, installed: false, storage });
  return { fake, modal: await renderModal(fake) };
};

describe('a connection that was lost', () => {
  it.each([
    ['wallet', 'The wallet ended the connection.'],
    ['expired', 'The connection has expired.'],
    ['lost', 'The connection is gone from this browser.'],
  ] as const)('is the first thing in the list, with why: %s', async (reason, words) => {
    const { fake, modal } = await lostPage(reason, 'harbor');
    await openModal(fake);
    const [first] = modal.ui.getAllByRole('listitem');
    expect(first?.dataset['testid']).toBe('lk-reconnect');
    expect(first?.querySelector('bdi')?.textContent).toBe('Reconnect Harbor');
    expect(first?.querySelector('small')?.textContent).toBe(words);
  });

  it('stands in the list once', async () => {
    const { fake, modal } = await lostPage('expired', 'harbor');
    fake.storage.set('@latchkey/recent_wallets', JSON.stringify([{ id: 'harbor', name: 'Harbor' }]));
    await openModal(fake);
    expect(modal.ui.getAllByTestId('lk-wallet-harbor')).toHaveLength(1);
  });

  it('leads to the pairing with the same wallet, and is gone once one connects', async () => {
    const { fake, modal } = await lostPage('wallet', 'harbor');
    await openModal(fake);
    await press(modal.ui.getByRole('button', { name: /Reconnect Harbor/ }));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(fake.client.useCases.watchModal.current().view).toMatchObject({ data: { walletId: 'harbor' } });
    await fake.showUri();
    expect(modal.ui.getByText('Scan with Harbor')).toBeDefined();
    expect(pairings(fake)).toBe(1);
    fake.chain.wallet('walletConnect').always('connect', 'approve');
    await settled(() => fake.client.connect({ connectorId: 'walletConnect' }));
    await settled(() => fake.client.disconnect());
    await openModal(fake);
    expect(modal.ui.queryByTestId('lk-reconnect')).toBeNull();
  });

  it('leads to the code of any wallet where nobody knows which one scanned it', async () => {
    const { fake, modal } = await lostPage('expired');
    await openModal(fake);
    await press(modal.ui.getByRole('button', { name: /Reconnect Harbor/ }));
    expect(fake.client.useCases.watchModal.current().view).toMatchObject({ name: 'ConnectingWalletConnect', data: { walletId: null } });
  });

  it('is what the account says where nobody is connected, with a way to another wallet', async () => {
    const { fake, modal } = await lostPage('lost', 'harbor');
    await openModal(fake, { view: 'Account' });
    expect(modal.ui.getByRole('heading', { name: 'The connection to Harbor has ended' })).toBeDefined();
    await press(modal.ui.getByTestId('lk-reconnect'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByRole('button', { name: 'Connect another wallet' }));
    expect(modal.viewName()).toBe('Connect');
  });

  it('is not offered where no wallet elsewhere can be reached', async () => {
    const { fake, modal } = await lostPage('wallet', 'harbor');
    modal.unmount();
    await settled(() => fake.client.updateOptions({ enableWalletConnect: false }));
    const other = await renderModal(fake);
    await openModal(fake);
    expect(other.ui.queryByTestId('lk-reconnect')).toBeNull();
  });
});

describe('a connection that is lost while the page is open', () => {
  it('is spoken, and said by the first row of the list', async () => {
    const { fake, modal } = await renderedModal(fakeClient({ reaching: true }));
    const other = fake.storage.otherTab();
    await settled(() => {
      other.set('@latchkey/eip155:remembered_connection', JSON.stringify({ topic: 'a', address: '', name: 'Harbor' }));
      // Taken up here too, where nothing is left of it.
      other.set('@latchkey/eip155:connected_connector_id', 'walletConnect');
    });
    await settled(() => vi.dynamicImportSettled());
    await settled();
    expect(modal.ui.getAllByTestId('lk-announcer')[0]?.textContent).toBe('The connection to Harbor has ended');
    expect(fake.events.filter(({ event }) => event === 'CONNECTION_LOST')).toHaveLength(1);
    await openModal(fake);
    expect(modal.ui.getByTestId('lk-reconnect').textContent).toContain('The connection is gone from this browser.');
  });
});

const FIVE = { networks: [mainnet, polygon, base, arbitrum, optimism] } as const;
const NONE: Ungranted = { chainIds: [], abilities: [], methods: [] };

describe('what a wallet does not offer', () => {
  const account = async (ungranted: Ungranted) => {
    const fake = pairingClient({ wallets: WALLETS, options: FIVE });
    await fake.client.connect({ connectorId: WALLET });
    const modal = await renderOpen(fake);
    await fake.ungrant(ungranted);
    return { fake, modal };
  };
  const words = ({ ui }: RenderedModal) => ui.getByTestId('lk-not-offered').textContent;
  const chains = (...ids: readonly number[]) => ids.map((id) => toChainId(`eip155:${id}`));

  it('is said in the account, where a change is spoken', async () => {
    const { fake, modal } = await account({ ...NONE, chainIds: chains(137, 8453) });
    expect(words(modal)).toBe('Example does not offer Polygon or Base to this site.');
    expect(modal.ui.getByTestId('lk-not-offered').getAttribute('role')).toBe('status');
    await fake.ungrant({ ...NONE, abilities: ['sign-message', 'sign-typed-data', 'send-transaction'], methods: [] });
    expect(words(modal)).toBe('Example does not let this site ask it to sign messages, sign structured data, or send transactions.');
    await fake.ungrant(NONE);
    expect(words(modal)).toBe('');
  });

  it('names three networks and counts the others, and names one that the app has no more by its id', async () => {
    const { fake, modal } = await account({ ...NONE, chainIds: chains(137, 8453, 42161, 10) });
    expect(words(modal)).toBe('Example does not offer Polygon, Base, Arbitrum One, or OP Mainnet to this site.');
    await fake.ungrant({ ...NONE, chainIds: chains(137, 8453, 42161, 10, 99) });
    expect(words(modal)).toBe('Example does not offer Polygon, Base, Arbitrum One, or 2 other networks to this site.');
    await fake.ungrant({ ...NONE, chainIds: chains(99) });
    expect(words(modal)).toBe('Example does not offer eip155:99 to this site.');
  });

  it('is said in the list of networks too', async () => {
    const { fake, modal } = await account(NONE);
    await openModal(fake, { view: 'Networks' });
    await fake.ungrant({ ...NONE, chainIds: chains(137) });
    expect(modal.ui.getByText('Example does not offer Polygon to this site.').getAttribute('role')).toBe('status');
  });
});
