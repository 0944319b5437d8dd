import { describe, expect, it } from 'vitest';
import { openedModal, openModal, press, type RenderedModal, settled } from '../support/render-modal.js';
import { MANY, ORDINALS, OWN, PICTURE, SECOND, type SeveralClient, severalClient, severalConnected } from '../support/several.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A client and its open modal, in which some things were pressed. */
const shown = async (made: SeveralClient | Promise<SeveralClient>, ...testIds: readonly string[]) => {
  const opened = await openedModal(made);
  for (const testId of testIds) await press(opened.modal.ui.getByTestId(testId));
  return opened;
};
const connectedOf = ({ client }: SeveralClient): readonly string[] =>
  (['eip155', 'solana', 'bip122', 'polkadot'] as const).filter((namespace) => client.getAccount(namespace).isConnected);
/** What assistive technology says of the connection. */
const spoken = ({ ui }: RenderedModal): string | null | undefined =>
  ui
    .getAllByTestId('lk-announcer')
    .map(({ textContent }) => textContent)
    .find((words) => words !== '');
const statuses = ({ view }: RenderedModal): readonly (string | undefined)[] =>
  [...view().querySelectorAll<HTMLElement>('[data-status]')].map(({ dataset }) => `${dataset['testid']?.slice(9)} ${dataset['status']}`);

describe('ConnectingMultiChain', () => {
  it('begins with the active namespace, and connects what is chosen one after another', async () => {
    const { fake, modal } = await shown(severalClient(), `lk-wallet-${MANY}`);
    expect(modal.viewName()).toBe('ConnectingMultiChain');
    const boxes = modal.ui.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false]);
    await press(modal.ui.getByRole('checkbox', { name: /Solana/ }));
    fake.walletOf('eip155').next('connect', 'late');
    await press(modal.ui.getByTestId('lk-connect-chosen'));
    expect(statuses(modal)).toEqual(['eip155 asking', 'solana waiting']);
    expect(fake.walletOf('solana').count('connect')).toBe(0);
    await settled(() => fake.walletOf('eip155').release());
    expect(connectedOf(fake)).toEqual(['eip155', 'solana']);
    expect(fake.client.getState()).toMatchObject({ open: false, activeChain: 'eip155' });
  });

  it('connects all, shows what was declined, and tries that again alone', async () => {
    const fake = severalClient();
    fake.walletOf('solana').next('connect', 'reject');
    const { modal } = await shown(fake, `lk-wallet-${MANY}`, 'lk-connect-all');
    expect(statuses(modal)).toEqual(['eip155 connected', 'solana failed', 'bip122 connected', 'polkadot connected']);
    expect(modal.ui.getByText('3 of 4 connected')).toBeDefined();
    expect(modal.ui.getByText('You declined')).toBeDefined();
    fake.walletOf('solana').next('connect', 'late');
    await press(modal.ui.getByTestId('lk-retry-solana'));
    expect(statuses(modal)).toEqual(['eip155 connected', 'solana asking', 'bip122 connected', 'polkadot connected']);
    expect(fake.walletOf('eip155').count('connect')).toBe(1);
    await settled(() => fake.walletOf('solana').release());
    expect(connectedOf(fake)).toEqual(['eip155', 'solana', 'bip122', 'polkadot']);
    expect(fake.client.getState().open).toBe(false);
  });

  it('can be cancelled: what is connected stays, and what was not asked is not', async () => {
    const fake = severalClient();
    fake.walletOf('solana').next('connect', 'late');
    const { modal } = await shown(fake, `lk-wallet-${MANY}`, 'lk-connect-all');
    await press(modal.ui.getByTestId('lk-cancel'));
    await settled(() => fake.walletOf('solana').release());
    expect(connectedOf(fake)).toEqual(['eip155']);
    expect(fake.walletOf('polkadot').count('connect')).toBe(0);
    expect(statuses(modal)).toEqual(['eip155 connected']);
    await press(modal.ui.getByTestId('lk-done'));
    expect(fake.client.getState().open).toBe(false);
  });

  it('goes on after everything was declined', async () => {
    const fake = severalClient();
    fake.walletOf('eip155').next('connect', 'reject');
    const { modal } = await shown(fake, `lk-wallet-${MANY}`, 'lk-connect-chosen');
    expect(modal.ui.getByText('Nothing was connected')).toBeDefined();
    expect(modal.ui.queryByTestId('lk-done')).toBeNull();
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(connectedOf(fake)).toEqual(['eip155']);
  });
});

describe('SwitchActiveChain', () => {
  it('comes up for a network whose namespace has no wallet, and leads to the same wallet', async () => {
    const { fake, modal } = await shown(severalConnected('eip155'), 'lk-network', `lk-network-${SOLANA}`);
    expect(modal.viewName()).toBe('SwitchActiveChain');
    expect(fake.client.getState().activeChain).toBe('eip155');
    await press(modal.ui.getByTestId('lk-connect-same'));
    expect(connectedOf(fake)).toEqual(['eip155', 'solana']);
    expect(fake.client.getState()).toMatchObject({ open: false, activeChain: 'solana', selectedNetworkId: SOLANA });
  });

  it('leads to the wallets of that namespace alone', async () => {
    const { fake, modal } = await shown(severalConnected('eip155'), 'lk-network', `lk-network-${SOLANA}`, 'lk-connect-other');
    expect(modal.viewName()).toBe('Connect');
    await press(modal.ui.getByTestId(`lk-wallet-${MANY}`));
    expect(fake.walletOf('solana').count('connect')).toBe(1);
    expect(fake.walletOf('polkadot').count('connect')).toBe(0);
  });

  it('leaves a way on with what is connected, also after the modal was closed', async () => {
    const { fake, modal } = await shown(severalConnected('eip155'), 'lk-network', `lk-network-${SOLANA}`, 'lk-connect-other');
    await press(modal.ui.getByTestId('lk-close'));
    await openModal(fake);
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.getByTestId('lk-go-on').textContent).toBe('Go on with EVM');
    await press(modal.ui.getByTestId('lk-go-on'));
    expect(fake.client.getState()).toMatchObject({ open: false, activeChain: 'eip155' });
    expect(fake.client.getAddress()).toBe(OWN.eip155);
  });

  it('goes back where the person stays', async () => {
    const { fake, modal } = await shown(severalConnected('eip155'), 'lk-network', `lk-network-${SOLANA}`);
    expect(modal.ui.getByTestId('lk-stay').textContent).toBe('Stay on Ethereum');
    await press(modal.ui.getByTestId('lk-stay'));
    expect(modal.viewName()).toBe('Networks');
    expect(fake.client.getState()).toMatchObject({ activeChain: 'eip155', selectedNetworkId: 'eip155:1' });
  });
});

describe('Account with several namespaces', () => {
  it('switches between them by tabs, also with the keyboard', async () => {
    const { fake, modal } = await shown(severalConnected('eip155', 'solana'));
    const tabs = modal.ui.getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['EVM', 'Solana']);
    await press(tabs[1]!);
    expect(fake.client.getState().activeChain).toBe('solana');
    expect(modal.ui.getByRole('tabpanel', { name: 'Solana' }).textContent).toContain('So11…1112');
    expect(tabs[1]!.getAttribute('aria-controls')).toBe(modal.ui.getByRole('tabpanel').id);
    await settled(() => tabs[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })));
    expect(fake.client.getState().activeChain).toBe('eip155');
    expect(modal.viewName()).toBe('Account');
  });

  it('shows what pays and what holds ordinals of a Bitcoin wallet', async () => {
    const { fake, modal } = await shown(severalConnected('bip122'));
    expect(modal.ui.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Payment', 'Ordinals']);
    await press(modal.ui.getByTestId('lk-tab-ordinal'));
    expect(fake.client.getAccount('bip122')).toMatchObject({ address: ORDINALS, preferredAccountType: 'ordinal' });
    expect(modal.ui.getByRole('tabpanel', { name: 'Ordinals' })).toBeDefined();
    expect(modal.ui.getByTestId('lk-tab-ordinal').getAttribute('aria-selected')).toBe('true');
    await press(modal.ui.getByTestId('lk-tab-payment'));
    expect(fake.client.getAddress('bip122')).toBe(OWN.bip122);
    // The tabs are all there is to choose between.
    expect(modal.ui.queryByTestId('lk-switch-address')).toBeNull();
  });

  it('says that disconnecting there means every wallet', async () => {
    const { fake, modal } = await shown(severalConnected('eip155', 'solana'));
    expect(modal.ui.getByTestId('lk-disconnect').textContent).toBe('Disconnect all');
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(connectedOf(fake)).toEqual([]);
  });
});

describe('SwitchAddress', () => {
  it('uses another account that the wallet shares, and goes back', async () => {
    const fake = await severalConnected('eip155');
    fake.client.addAddressLabel(SECOND, 'Savings');
    fake.chain.setBalance(SECOND, 1_250_000_000_000_000_000n);
    const asked = () => fake.chain.readCalls.filter(({ method }) => method === 'getCoinBalances').map(({ input }) => input);
    expect(asked()).toEqual([]);
    const { modal } = await shown(fake, 'lk-switch-address');
    expect(modal.viewName()).toBe('SwitchAddress');
    // StrictMode begins a reading twice, and drops the first.
    expect(new Set(asked())).toEqual(new Set([`${OWN.eip155},${SECOND}`]));
    expect(modal.ui.getByTestId(`lk-account-${OWN.eip155}`).getAttribute('aria-current')).toBe('true');
    expect(modal.ui.getByTestId(`lk-account-${SECOND}`).textContent).toBe('Savings0x22…222222Standard account1.250 ETH');
    const calls = fake.walletOf('eip155').calls.length;
    await press(modal.ui.getByTestId(`lk-account-${SECOND}`));
    expect(fake.client.getAddress()).toBe(SECOND);
    expect(fake.walletOf('eip155').calls).toHaveLength(calls);
    expect(modal.viewName()).toBe('Account');
    expect(spoken(modal)).toBe('Account is now Savings');
  });

  it('has the wallet asked for other accounts, and says when that is declined', async () => {
    const { fake, modal } = await shown(severalConnected('eip155'), 'lk-switch-address');
    fake.walletOf('eip155').next('requestPermissions', 'reject');
    await press(modal.ui.getByTestId('lk-choose-accounts'));
    expect(fake.walletOf('eip155').count('requestPermissions')).toBe(1);
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Nothing was changed in the wallet.');
  });

  it('shows the accounts without balances where no node can be read', async () => {
    const fake = await severalConnected('eip155');
    fake.chain.reads = 'failed';
    const { modal } = await shown(fake, 'lk-switch-address');
    expect(modal.ui.getByTestId(`lk-account-${SECOND}`).textContent).toBe('0x22…222222Standard account');
  });

  it('asks no wallet of another namespace', async () => {
    const fake = await severalConnected('solana');
    await settled(() => fake.walletOf('solana').selectAccount('So22222222222222222222222222222222222222222'));
    const { modal } = await shown(fake, 'lk-switch-address');
    expect(modal.ui.queryByTestId('lk-choose-accounts')).toBeNull();
  });
});

describe('Profile', () => {
  it('shows every account of every namespace: in use or watch only, copied by a press', async () => {
    const { fake, modal } = await shown(severalConnected('eip155', 'bip122'), 'lk-profile');
    expect(modal.ui.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'EVMManycurrent chain',
      'BitcoinMany',
    ]);
    const tags = (address: string) => modal.ui.getByTestId(`lk-account-${address}`).querySelector('.tag')?.textContent;
    expect([OWN.eip155, SECOND, OWN.bip122].map(tags)).toEqual(['in use', 'watch only', 'in use']);
    await press(modal.ui.getByTestId(`lk-account-${SECOND}`));
    expect(fake.browser.copied).toEqual([SECOND]);
  });

  it('shows a wallet by the one picture that it brings, also where it brings none', async () => {
    const { modal } = await shown(severalConnected('eip155', 'polkadot'), 'lk-profile');
    const pictures = [...modal.view().querySelectorAll('.grouphead .pic')].map((each) => each.querySelector('img')?.getAttribute('src'));
    expect(pictures).toEqual([PICTURE, PICTURE]);
  });

  it('disconnects one namespace and shows the rest; the last one closes the modal', async () => {
    const { fake, modal } = await shown(severalConnected('eip155', 'solana'), 'lk-profile');
    const leave = modal.ui.getByRole('button', { name: 'Disconnect EVM' });
    leave.focus();
    await press(leave);
    expect(modal.root.activeElement?.textContent).toBe('All accounts');
    expect(connectedOf(fake)).toEqual(['solana']);
    expect(fake.client.getState()).toMatchObject({ open: true, activeChain: 'solana' });
    expect(modal.viewName()).toBe('Profile');
    await press(modal.ui.getByTestId('lk-disconnect-solana'));
    expect(connectedOf(fake)).toEqual([]);
    expect(fake.client.getState().open).toBe(false);
  });

  it('says which namespaces end together, and ends them together', async () => {
    const fake = await severalConnected('bip122');
    for (const namespace of ['solana', 'eip155'] as const) {
      const chainId = namespace === 'solana' ? SOLANA : 'eip155:1';
      fake.chainOf(namespace).announce({ id: 'walletConnect', type: 'WALLET_CONNECT', name: 'Phone', accounts: [OWN[namespace]], chainId });
      await fake.client.connect({ namespace, connectorId: 'walletConnect' });
    }
    const { modal } = await shown(fake, 'lk-profile');
    expect(modal.ui.getByTestId('lk-disconnect-solana').title).toBe('Disconnect EVM and Solana');
    expect(modal.ui.getByTestId('lk-disconnect-bip122').title).toBe('Disconnect Bitcoin');
    await press(modal.ui.getByTestId('lk-disconnect-eip155'));
    expect(connectedOf(fake)).toEqual(['bip122']);
    expect(fake.client.getState()).toMatchObject({ open: true, activeChain: 'bip122' });
  });
});
