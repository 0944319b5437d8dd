import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import {
  ADDRESSES,
  connectedMultiChainClient,
  MULTI_CHAIN_WALLET,
  type MultiChainClient,
  multiChainClient,
  ORDINALS,
  PICTURE,
  SECOND,
} from '../support/multi-chain-client.js';
import { actAndFlush, openedModal, openModal, press, type RenderedModal } from '../support/render-modal.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** Opens the modal and clicks some controls. */
const openAndPress = async (created: MultiChainClient | Promise<MultiChainClient>, ...testIds: readonly string[]) => {
  const opened = await openedModal(created);
  for (const testId of testIds) await press(opened.modal.ui.getByTestId(testId));
  return opened;
};
const connectedOf = ({ client }: MultiChainClient): readonly string[] =>
  (['eip155', 'solana', 'bip122', 'polkadot'] as const).filter((namespace) => client.getAccount(namespace).isConnected);
/** Announced text. */
const announcement = ({ ui }: RenderedModal): string | null | undefined =>
  ui
    .getAllByTestId('lk-announcer')
    .map(({ textContent }) => textContent)
    .find((text) => text !== '');
const statuses = ({ view }: RenderedModal): readonly (string | undefined)[] =>
  [...view().querySelectorAll<HTMLElement>('[data-status]')].map(({ dataset }) => `${dataset['testid']?.slice(9)} ${dataset['status']}`);

describe('ConnectingMultiChain', () => {
  it('preselects the active namespace and connects the selected ones one after another', async () => {
    const { fake, modal } = await openAndPress(multiChainClient(), `lk-wallet-${MULTI_CHAIN_WALLET}`);
    expect(modal.viewName()).toBe('ConnectingMultiChain');
    const boxes = modal.ui.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false]);
    expect(modal.ui.getByTestId('lk-connect-chosen').textContent).toBe('Connect');
    await press(modal.ui.getByRole('checkbox', { name: /Solana/ }));
    expect(modal.ui.getByTestId('lk-connect-chosen').textContent).toBe('Connect 2');
    fake.walletOf('eip155').next('connect', 'late');
    await press(modal.ui.getByTestId('lk-connect-chosen'));
    expect(statuses(modal)).toEqual(['eip155 requesting', 'solana waiting']);
    expect(fake.walletOf('solana').count('connect')).toBe(0);
    await actAndFlush(() => fake.walletOf('eip155').release());
    expect(connectedOf(fake)).toEqual(['eip155', 'solana']);
    expect(fake.client.getState()).toMatchObject({ open: false, activeChain: 'eip155' });
  });

  it('selects all and none', async () => {
    const { modal } = await openAndPress(multiChainClient(), `lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-select-all');
    const texts = () => ['lk-select-all', 'lk-connect-chosen'].map((id) => modal.ui.getByTestId(id).textContent);
    expect(texts()).toEqual(['Deselect all', 'Connect 4']);
    await press(modal.ui.getByTestId('lk-select-all'));
    expect(texts()).toEqual(['Select all', 'Connect']);
    expect(modal.ui.getByTestId('lk-connect-chosen').getAttribute('aria-disabled')).toBe('true');
  });

  it('continues if all namespaces are connected', async () => {
    const fake = await connectedMultiChainClient('eip155', 'solana', 'bip122', 'polkadot');
    const { modal } = await openedModal(fake);
    await openModal(fake, { view: 'Connect' });
    await press(modal.ui.getByTestId(`lk-wallet-${MULTI_CHAIN_WALLET}`));
    const boxes = modal.ui.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked, disabled }) => checked && disabled)).toEqual([true, true, true, true]);
    await press(modal.ui.getByTestId('lk-done'));
    expect(modal.dialog().open).toBe(false);
  });

  it('connects all, shows the declined ones, and retries only those', async () => {
    const fake = multiChainClient();
    fake.walletOf('solana').next('connect', 'reject');
    const { modal } = await openAndPress(fake, `lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-select-all', 'lk-connect-chosen');
    expect(statuses(modal)).toEqual(['eip155 connected', 'solana failed', 'bip122 connected', 'polkadot connected']);
    expect(modal.ui.getByText('3 of 4 connected')).toBeDefined();
    expect(modal.ui.getByText('Connection declined')).toBeDefined();
    fake.walletOf('solana').next('connect', 'late');
    await press(modal.ui.getByTestId('lk-retry-solana'));
    expect(statuses(modal)).toEqual(['eip155 connected', 'solana requesting', 'bip122 connected', 'polkadot connected']);
    expect(fake.walletOf('eip155').count('connect')).toBe(1);
    await actAndFlush(() => fake.walletOf('solana').release());
    expect(connectedOf(fake)).toEqual(['eip155', 'solana', 'bip122', 'polkadot']);
    expect(fake.client.getState().open).toBe(false);
  });

  it('can be cancelled, keeps established connections and sends no further request', async () => {
    const fake = multiChainClient();
    fake.walletOf('solana').next('connect', 'late');
    const { modal } = await openAndPress(fake, `lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-select-all', 'lk-connect-chosen');
    await press(modal.ui.getByTestId('lk-cancel'));
    await actAndFlush(() => fake.walletOf('solana').release());
    expect(connectedOf(fake)).toEqual(['eip155']);
    expect(fake.walletOf('polkadot').count('connect')).toBe(0);
    expect(statuses(modal)).toEqual(['eip155 connected']);
    await press(modal.ui.getByTestId('lk-done'));
    expect(fake.client.getState().open).toBe(false);
  });

  it('waits for the sign-in, if the app uses it, once all are connected', async () => {
    const service = new FakeSignIn();
    service.getSessions = () => new Promise(() => undefined);
    const fake = multiChainClient({ siwx: service });
    const { modal } = await openAndPress(fake, `lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-connect-chosen');
    await actAndFlush(() => vi.dynamicImportSettled());
    expect([fake.client.getState().open, statuses(modal)]).toEqual([true, ['eip155 connected']]);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('One moment…');
    expect(modal.ui.queryByTestId('lk-done')).toBeNull();
  });

  it('lets the user continue to the sign-in after cancelling the others', async () => {
    const service = new FakeSignIn();
    const fake = multiChainClient({ siwx: service });
    fake.walletOf('solana').next('connect', 'late');
    const { modal } = await openAndPress(fake, `lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-select-all', 'lk-connect-chosen', 'lk-cancel');
    await actAndFlush(() => fake.walletOf('solana').release());
    await press(modal.ui.getByTestId('lk-done'));
    await actAndFlush(() => vi.dynamicImportSettled());
    expect(modal.viewName()).toBe('SIWXSignMessage');
  });

  it('can be retried after every request was declined', async () => {
    const fake = multiChainClient();
    fake.walletOf('eip155').next('connect', 'reject');
    const { modal } = await openAndPress(fake, `lk-wallet-${MULTI_CHAIN_WALLET}`, 'lk-connect-chosen');
    expect(modal.ui.getByText('No chain connected')).toBeDefined();
    expect(modal.ui.queryByTestId('lk-done')).toBeNull();
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(connectedOf(fake)).toEqual(['eip155']);
  });
});

describe('SwitchActiveChain', () => {
  it('opens for a network whose namespace has no wallet, and offers the same wallet', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155'), 'lk-network', `lk-network-${SOLANA}`);
    expect(modal.viewName()).toBe('SwitchActiveChain');
    expect(fake.client.getState().activeChain).toBe('eip155');
    await press(modal.ui.getByTestId('lk-connect-same'));
    expect(connectedOf(fake)).toEqual(['eip155', 'solana']);
    expect(fake.client.getState()).toMatchObject({ open: false, activeChain: 'solana', selectedNetworkId: SOLANA });
  });

  it('opens only the wallets of that namespace', async () => {
    const { fake, modal } = await openAndPress(
      connectedMultiChainClient('eip155'),
      'lk-network',
      `lk-network-${SOLANA}`,
      'lk-connect-other',
    );
    expect(modal.viewName()).toBe('Connect');
    await press(modal.ui.getByTestId(`lk-wallet-${MULTI_CHAIN_WALLET}`));
    expect(fake.walletOf('solana').count('connect')).toBe(1);
    expect(fake.walletOf('polkadot').count('connect')).toBe(0);
  });

  it('lets the user continue with a connected namespace, also after closing the modal', async () => {
    const { fake, modal } = await openAndPress(
      connectedMultiChainClient('eip155'),
      'lk-network',
      `lk-network-${SOLANA}`,
      'lk-connect-other',
    );
    await press(modal.ui.getByTestId('lk-close'));
    await openModal(fake);
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.getByTestId('lk-continue').textContent).toBe('Continue with EVM');
    await press(modal.ui.getByTestId('lk-continue'));
    expect(fake.client.getState()).toMatchObject({ open: false, activeChain: 'eip155' });
    expect(fake.client.getAddress()).toBe(ADDRESSES.eip155);
  });

  it('goes back if the user stays', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155'), 'lk-network', `lk-network-${SOLANA}`);
    expect(modal.ui.getByTestId('lk-stay').textContent).toBe('Stay on Ethereum');
    await press(modal.ui.getByTestId('lk-stay'));
    expect(modal.viewName()).toBe('Networks');
    expect(fake.client.getState()).toMatchObject({ activeChain: 'eip155', selectedNetworkId: 'eip155:1' });
  });
});

describe('Account with several namespaces', () => {
  it('switches between them by tabs, also with the keyboard', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155', 'solana'));
    const tabs = within(modal.ui.getByRole('tablist', { name: 'Chains' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['EVM', 'Solana']);
    await press(tabs[1]!);
    expect(fake.client.getState().activeChain).toBe('solana');
    expect(modal.ui.getByRole('tabpanel', { name: 'Solana' }).textContent).toContain('So11...1112');
    expect(tabs[1]!.getAttribute('aria-controls')).toBe(modal.ui.getByRole('tabpanel', { name: 'Solana' }).id);
    await actAndFlush(() => tabs[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })));
    expect(fake.client.getState().activeChain).toBe('eip155');
    expect(modal.viewName()).toBe('Account');
  });

  it('shows the payment and ordinals accounts of a Bitcoin wallet', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('bip122'));
    const types = within(modal.ui.getByRole('tablist', { name: 'Account types' })).getAllByRole('tab');
    expect(types.map(({ textContent }) => textContent)).toEqual(['Payment', 'Ordinals']);
    await press(modal.ui.getByTestId('lk-tab-ordinal'));
    expect(fake.client.getAccount('bip122')).toMatchObject({ address: ORDINALS, preferredAccountType: 'ordinal' });
    expect(modal.ui.getByRole('tabpanel', { name: 'Ordinals' })).toBeDefined();
    expect(modal.ui.getByTestId('lk-tab-ordinal').getAttribute('aria-selected')).toBe('true');
    await press(modal.ui.getByTestId('lk-tab-payment'));
    expect(fake.client.getAddress('bip122')).toBe(ADDRESSES.bip122);
    // The tabs already offer all accounts.
    expect(modal.ui.queryByTestId('lk-switch-address')).toBeNull();
  });

  it('disconnects every chain after a confirmation', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155', 'solana'));
    expect(modal.ui.getByTestId('lk-disconnect').textContent).toBe('Disconnect all');
    await press(modal.ui.getByTestId('lk-disconnect'));
    const group = modal.ui.getByRole('group', { name: /Disconnect all chains\?/ });
    expect(group.textContent).toContain('EVM and Solana will be disconnected');
    expect(modal.root.activeElement).toBe(group);
    await press(modal.ui.getByTestId('lk-keep'));
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-disconnect'));
    expect(connectedOf(fake)).toEqual(['eip155', 'solana']);
    await press(modal.ui.getByTestId('lk-disconnect'));
    await press(modal.ui.getByTestId('lk-disconnect-confirm'));
    expect(connectedOf(fake)).toEqual([]);
  });
});

describe('SwitchAddress', () => {
  it('switches to another shared account and goes back', async () => {
    const fake = await connectedMultiChainClient('eip155');
    fake.client.addAddressLabel(SECOND, 'Savings');
    fake.chain.setBalance(SECOND, 1_250_000_000_000_000_000n);
    const balanceReads = () => fake.chain.readCalls.filter(({ method }) => method === 'getCoinBalances').map(({ input }) => input);
    expect(balanceReads()).toEqual([]);
    const { modal } = await openAndPress(fake, 'lk-switch-address');
    expect(modal.viewName()).toBe('SwitchAddress');
    // StrictMode reads twice and drops the first read.
    expect(new Set(balanceReads())).toEqual(new Set([`${ADDRESSES.eip155},${SECOND}`]));
    expect(modal.ui.getByTestId(`lk-account-${ADDRESSES.eip155}`).getAttribute('aria-current')).toBe('true');
    expect(modal.ui.getByTestId(`lk-account-${SECOND}`).textContent).toBe('Savings0x2222...2222Standard account1.25 ETH');
    const calls = fake.walletOf('eip155').calls.length;
    await press(modal.ui.getByTestId(`lk-account-${SECOND}`));
    expect(fake.client.getAddress()).toBe(SECOND);
    expect(fake.walletOf('eip155').calls).toHaveLength(calls);
    expect(modal.viewName()).toBe('Account');
    expect(announcement(modal)).toBe('Account changed to Savings');
  });

  it('requests other accounts and shows when that is declined', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155'), 'lk-switch-address');
    fake.walletOf('eip155').next('requestPermissions', 'reject');
    await press(modal.ui.getByTestId('lk-choose-accounts'));
    expect(fake.walletOf('eip155').count('requestPermissions')).toBe(1);
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Request declined in Many');
  });

  it('shows accounts without balances if no RPC endpoint responds', async () => {
    const fake = await connectedMultiChainClient('eip155');
    fake.chain.reads = 'failed';
    const { modal } = await openAndPress(fake, 'lk-switch-address');
    expect(modal.ui.getByTestId(`lk-account-${SECOND}`).textContent).toBe('0x2222...2222Standard account');
  });

  it('offers no account request in other namespaces', async () => {
    const fake = await connectedMultiChainClient('solana');
    await actAndFlush(() => fake.walletOf('solana').selectAccount('So22222222222222222222222222222222222222222'));
    const { modal } = await openAndPress(fake, 'lk-switch-address');
    expect(modal.ui.queryByTestId('lk-choose-accounts')).toBeNull();
  });
});

describe('Profile', () => {
  it('shows every account of every namespace as in use or not selected, and copies it on click', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155', 'bip122'), 'lk-profile');
    expect(modal.ui.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'EVMManycurrent chain',
      'BitcoinMany',
    ]);
    const tags = (address: string) => modal.ui.getByTestId(`lk-account-${address}`).querySelector('.tag')?.textContent;
    expect([ADDRESSES.eip155, SECOND, ADDRESSES.bip122].map(tags)).toEqual(['in use', 'not selected', 'in use']);
    await press(modal.ui.getByTestId(`lk-account-${SECOND}`));
    expect(fake.browser.copied).toEqual([SECOND]);
  });

  it("shows the wallet's picture in namespaces where it announces none", async () => {
    const { modal } = await openAndPress(connectedMultiChainClient('eip155', 'polkadot'), 'lk-profile');
    const pictures = [...modal.view().querySelectorAll('.grouphead .pic')].map((each) => each.querySelector('img')?.getAttribute('src'));
    expect(pictures).toEqual([PICTURE, PICTURE]);
  });

  it('disconnects one namespace and shows the rest; the last one closes the modal', async () => {
    const { fake, modal } = await openAndPress(connectedMultiChainClient('eip155', 'solana'), 'lk-profile');
    const disconnectButton = modal.ui.getByRole('button', { name: 'Disconnect EVM' });
    disconnectButton.focus();
    await press(disconnectButton);
    expect(modal.root.activeElement?.textContent).toBe('All accounts');
    expect(connectedOf(fake)).toEqual(['solana']);
    expect(fake.client.getState()).toMatchObject({ open: true, activeChain: 'solana' });
    expect(modal.viewName()).toBe('Profile');
    await press(modal.ui.getByTestId('lk-disconnect-solana'));
    expect(connectedOf(fake)).toEqual([]);
    expect(fake.client.getState().open).toBe(false);
  });

  it('names the namespaces of one session and disconnects them together', async () => {
    const fake = await connectedMultiChainClient('bip122');
    for (const namespace of ['solana', 'eip155'] as const) {
      const chainId = namespace === 'solana' ? SOLANA : 'eip155:1';
      fake
        .chainOf(namespace)
        .announce({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'Phone', accounts: [ADDRESSES[namespace]], chainId });
      await fake.client.connect({ namespace, connectorId: 'walletConnect' });
    }
    const { modal } = await openAndPress(fake, 'lk-profile');
    expect(modal.ui.getByTestId('lk-disconnect-solana').title).toBe('Disconnect EVM and Solana');
    expect(modal.ui.getByTestId('lk-disconnect-bip122').title).toBe('Disconnect Bitcoin');
    await press(modal.ui.getByTestId('lk-disconnect-eip155'));
    expect(connectedOf(fake)).toEqual(['bip122']);
    expect(fake.client.getState()).toMatchObject({ open: true, activeChain: 'bip122' });
  });
});
