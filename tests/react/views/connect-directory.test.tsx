import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { down } from '../support/all-wallets.js';
import { listedWallet, onPhone, type PairingClient, pairingClient, pairings, URI } from '../support/pairing.js';
import { openedModal, openModal, press, type RenderedModal, renderModal, renderOpen, settled } from '../support/render-modal.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const WALLETS = [
  listedWallet('harbor', 'Harbor'),
  listedWallet('lantern', 'Lantern'),
  listedWallet('mine', 'Example', { rdns: WALLET }),
  listedWallet('desk', 'Deskly', { mobile_link: null, desktop_link: 'desk://' }),
  listedWallet('far', 'Faraway'),
];

const open = (given: Parameters<typeof pairingClient>[0] = {}, prepare?: (fake: PairingClient) => void) =>
  openedModal(pairingClient({ wallets: WALLETS, ...given }), {}, prepare);

/** The rows of the list from top to bottom, each with its tag. */
const rows = ({ ui }: RenderedModal): readonly string[] =>
  ui.getAllByRole('listitem').map((item) => (item.textContent ?? '').replace(/^[A-Z](?=[A-Z][a-z])/, ''));

const remember = ({ storage }: PairingClient, ...wallets: readonly { readonly id: string; readonly name: string }[]): void =>
  storage.set('@latchkey/recent_wallets', JSON.stringify(wallets));

describe('The wallet list of a page that reaches wallets elsewhere', () => {
  it('has the code first, what is installed, a recommended wallet and the way to all', async () => {
    const { modal } = await open();
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Exampleinstalled', 'Harbor', 'All wallets5']);
  });

  it('leads who has no wallet to one', async () => {
    const { modal } = await open({ installed: false });
    await press(modal.ui.getByRole('button', { name: 'Get a wallet' }));
    expect(modal.viewName()).toBe('GetWallet');
    await press(modal.ui.getByTestId('lk-back'));
    modal.unmount();
    const some = await open();
    expect(some.modal.ui.queryByRole('button', { name: 'Get a wallet' })).toBeNull();
  });

  it('fills two places with recommended wallets, less the installed and the recent ones', async () => {
    const none = await open({ installed: false });
    expect(rows(none.modal)).toEqual(['WalletConnectQR code', 'Harbor', 'Lantern', 'All wallets5']);
    none.modal.unmount();
    const recent = await open({ installed: false }, (fake) => remember(fake, { id: 'far', name: 'Faraway' }));
    expect(rows(recent.modal)).toEqual(['WalletConnectQR code', 'Farawayrecent', 'Harbor', 'All wallets5']);
  });

  it('shows no wallet twice: neither one that is installed nor one that was used lately', async () => {
    const options = { featuredWalletIds: ['mine', 'far', 'lantern'] };
    const { modal } = await open({ options }, (fake) => remember(fake, { id: 'far', name: 'Faraway' }, { id: 'x', name: 'Example' }));
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Farawayrecent', 'Exampleinstalled', 'Lantern', 'All wallets5']);
  });

  it('marks a wallet that looks like an installed one and is another', async () => {
    const wallets = [listedWallet('evil', 'Ex\u0430mple', { rdns: 'com.evil', badge_type: 'certified' }), ...WALLETS];
    const { modal } = await open({ wallets });
    await modal.ui.findByText('unverified');
    expect(rows(modal)).toContain('Ex\u0430mpleunverified');
  });

  it('shows the wallets that the host features in its order, and then recommends none', async () => {
    const { modal } = await open({ options: { featuredWalletIds: ['far', 'harbor'] } });
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Exampleinstalled', 'Faraway', 'Harbor', 'All wallets5']);
  });

  it('pairs with the wallets of the host, which are links elsewhere', async () => {
    const customWallets = [{ id: 'own', name: 'Own', homepage: 'https://own.example', mobile_link: 'own://' }];
    const { fake, modal } = await open({ options: { customWallets } });
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Exampleinstalled', 'Own', 'All wallets5']);
    await press(modal.ui.getByTestId('lk-wallet-own'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(fake.events.findLast(({ event }) => event === 'SELECT_WALLET')?.properties).toEqual({ name: 'Own', platform: 'qrcode' });
  });

  it.each([true, false])('leaves out installed wallets that the host excludes, with wallets elsewhere: %s', async (reaches) => {
    const { modal } = await open({
      options: { excludeWalletIds: ['mine'] },
      ...(reaches
        ? {}
        : {
            chain: {
              wallets: [
                { id: WALLET, name: 'Example' },
                { id: WALLET_CONNECT_CONNECTOR_ID, name: 'Odd' },
              ],
            },
          }),
    });
    expect(rows(modal)).not.toContain('Exampleinstalled');
    expect(modal.ui.queryByTestId(`lk-wallet-${WALLET}`)).toBeNull();
  });

  it.each([
    [undefined, ['Phantom'], 'All wallets6'],
    ['eip155', ['Harbor'], 'All wallets5'],
  ] as const)('recommends the wallets of the namespace that it is opened for: %s', async (namespace, recommended, all) => {
    const wallets = [listedWallet('phantom', 'Phantom', { chains: [toChainId(SOLANA)] }), ...WALLETS];
    const fake = pairingClient({ wallets, options: { networks: [mainnet, solana] } });
    const modal = await renderOpen(fake, namespace === undefined ? {} : { namespace });
    expect(rows(modal).filter((row) => !/WalletConnect|installed/.test(row))).toEqual([...recommended, all]);
  });

  it('keeps the order that the host asks for', async () => {
    const { modal } = await open({ options: { features: { connectorTypeOrder: ['recommended', 'injected', 'walletConnect'] } } });
    expect(rows(modal)).toEqual(['Harbor', 'Exampleinstalled', 'WalletConnectQR code', 'All wallets5']);
  });

  it('keeps the places of wallets on their way, so that no row moves under the pointer', async () => {
    const { fake, modal } = await open({ options: { featuredWalletIds: ['far', 'harbor'] } }, ({ directory }) => {
      directory.answers = 'by-hand';
    });
    const before = [...modal.view().querySelectorAll('.row')].length;
    expect(modal.view().querySelectorAll('.row .bone').length).toBeGreaterThan(0);
    await settled(() => {
      while (fake.directory.waiting > 0) fake.directory.release();
    });
    expect(modal.view().querySelectorAll('.row .bone')).toHaveLength(0);
    expect([...modal.view().querySelectorAll('.row')]).toHaveLength(before);
  });

  it('has the wallets used last at their place from its first moment', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    remember(fake, { id: 'far', name: 'Faraway' });
    const modal = await renderModal(fake);
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const list of modal.root.querySelectorAll('[data-testid=lk-wallets]'))
        seen.add(list.children[1]?.querySelector('bdi')?.textContent ?? '');
    });
    observer.observe(modal.root, { subtree: true, childList: true });
    await openModal(fake);
    observer.disconnect();
    expect([...seen]).toEqual(['Faraway']);
    expect(fake.directory.queries.length).toBeGreaterThan(0);
  });

  it('goes on without the directory when that is down', async () => {
    const { modal } = await open({}, down);
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Exampleinstalled', 'All walletsThe wallets could not be loaded']);
    await press(modal.ui.getByTestId('lk-all-wallets'));
    expect(modal.ui.getByTestId('lk-try-again')).toBeTruthy();
  });

  it('has the wallets of the directory once the network is back, and takes the focus from nobody', async () => {
    const { fake, modal } = await open({}, ({ directory, browser }) => {
      directory.lists = 'down';
      browser.setOnline(false);
    });
    expect(rows(modal)).toContain('All walletsThe wallets could not be loaded');
    const code = modal.ui.getByTestId('lk-wallet-walletConnect');
    await settled(() => code.focus());
    fake.directory.lists = 'working';
    await settled(() => fake.browser.setOnline(true));
    await settled(() => undefined);
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Exampleinstalled', 'Harbor', 'All wallets5']);
    expect(modal.root.activeElement).toBe(code);
  });

  it('asks no directory where none is configured', async () => {
    const { fake, modal } = await open({ options: { projectId: undefined } });
    expect(rows(modal)).toEqual(['WalletConnectQR code', 'Exampleinstalled']);
    expect(fake.directory.queries).toEqual([]);
  });

  it('asks no directory on a page that reaches no wallets elsewhere', async () => {
    const { fake, modal } = await open({
      chain: {
        wallets: [
          { id: WALLET, name: 'Example' },
          { id: WALLET_CONNECT_CONNECTOR_ID, name: 'Odd' },
        ],
      },
    });
    expect(rows(modal)).toEqual(['Exampleinstalled', 'Oddinstalled']);
    expect(fake.directory.queries).toEqual([]);
  });

  it('leads from the code to the code', async () => {
    const { fake, modal } = await open();
    await press(modal.ui.getByTestId('lk-wallet-walletConnect'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(pairings(fake)).toBe(1);
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-wallet-walletConnect'));
  });

  it('finds what a recent wallet needs, and shows its code', async () => {
    const { fake, modal } = await open({}, (each) => remember(each, { id: 'far', name: 'Faraway' }));
    await press(modal.ui.getByTestId('lk-wallet-far'));
    await fake.showUri();
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Scan with Faraway');
  });

  it('never pairs on a desktop computer before somebody picks a wallet elsewhere', async () => {
    const { fake } = await open();
    expect(pairings(fake)).toBe(0);
  });
});

describe('The wallet list on a phone', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());
  const phone = (fake: PairingClient): void => onPhone(fake);

  it('begins to pair as soon as it shows a wallet that a link opens, once', async () => {
    const { fake, modal } = await open({ installed: false }, phone);
    expect(rows(modal)).toEqual(['Harbor', 'Lantern', 'All wallets5']);
    expect(pairings(fake)).toBe(1);
  });

  it('does not begin to pair where no wallet in it has a link', async () => {
    const { fake, modal } = await open({ wallets: [listedWallet('desk', 'Deskly', { mobile_link: null })], installed: false }, phone);
    expect(rows(modal)).toEqual(['Deskly', 'All wallets1']);
    expect(pairings(fake)).toBe(0);
  });

  it('has links that are ready before the tap, and shows the wallet that was opened after it', async () => {
    const { fake, modal } = await open({ installed: false }, phone);
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-wallet-harbor');
    expect([link.tagName, link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'A',
      `harbor://wc?uri=${encodeURIComponent(URI)}`,
      '_self',
    ]);
    let isPrevented = true;
    let isOnPage = false;
    modal.host.addEventListener('click', (event) => {
      isPrevented = event.defaultPrevented;
      isOnPage = link.isConnected;
      event.preventDefault();
    });
    await press(link);
    // Nothing stands between the tap and the browser's own navigation: the link is on the page and untouched.
    expect([isPrevented, isOnPage]).toEqual([false, true]);
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toEqual({ href: 'harbor://', name: 'Harbor' });
    await settled(() => vi.advanceTimersByTime(0));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(pairings(fake)).toBe(1);
    expect(modal.ui.getByTestId('lk-open-wallet').getAttribute('href')).toBe(link.getAttribute('href'));
  });

  it('opens links elsewhere in a window of their own inside of Telegram', async () => {
    const { fake, modal } = await open({ installed: false }, (each) => onPhone(each, { telegram: true, ios: true }));
    await fake.showUri();
    expect(modal.ui.getByTestId('lk-wallet-harbor').getAttribute('target')).toBe('_blank');
  });

  it('waits with links and pairing until the terms are accepted', async () => {
    const options = { termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } };
    const { fake, modal } = await open({ installed: false, options }, phone);
    expect(pairings(fake)).toBe(0);
    expect(modal.ui.getByTestId('lk-wallet-harbor').matches(':disabled')).toBe(true);
    await press(modal.ui.getByRole('checkbox'));
    expect(pairings(fake)).toBe(1);
    await fake.showUri();
    expect(modal.ui.getByTestId('lk-wallet-harbor').tagName).toBe('A');
  });

  it('leads to what went wrong where the pairing failed, without a loop of tries', async () => {
    const { fake, modal } = await open({ installed: false }, (each) => {
      phone(each);
      each.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).always('connect', new LatchkeyError('relay/unreachable', { relays: [] }));
    });
    await settled(() => vi.advanceTimersByTime(60_000));
    expect(pairings(fake)).toBe(1);
    const row = modal.ui.getByTestId('lk-wallet-harbor');
    expect(row.tagName).toBe('BUTTON');
    await press(row);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Wallets elsewhere cannot be reached');
    expect(pairings(fake)).toBe(2);
  });

  it('keeps the URI over the views of the way to a wallet, and gives it up with the modal', async () => {
    const { fake, modal } = await open({ installed: false }, phone);
    await fake.showUri();
    await press(modal.ui.getByTestId('lk-all-wallets'));
    await press(modal.ui.getByTestId('lk-back'));
    expect(pairings(fake)).toBe(1);
    expect(fake.client.getAccount().status).toBe('connecting');
    await settled(() => fake.client.close());
    expect(fake.client.getAccount().status).toBe('disconnected');
  });

  describe('of a page of Solana', () => {
    const phantom = (installed: boolean) =>
      open(
        {
          wallets: [listedWallet('phantom', 'Phantom', { chains: [toChainId(SOLANA)], rdns: 'app.phantom' })],
          options: { networks: [solana] },
          chain: {
            namespace: 'solana',
            wallets: [
              // Wallets of Solana say no domain name.
              ...(installed ? [{ id: 'Phantom', name: 'Phantom', type: 'INJECTED' as const }] : []),
              { id: WALLET_CONNECT_CONNECTOR_ID, name: 'WalletConnect', type: 'WALLET_CONNECT' as const },
            ],
          },
        },
        phone,
      );

    it('opens the page in the browser of a wallet that cannot pair', async () => {
      const { modal } = await phantom(false);
      const row = modal.ui.getByTestId('lk-wallet-phantom');
      expect([row.tagName, row.getAttribute('href')]).toEqual(['A', expect.stringMatching(/^https:\/\/phantom\.app\/ul\/browse\//)]);
    });

    it('connects in place inside of that browser, where the wallet is there once', async () => {
      const { fake, modal } = await phantom(true);
      expect(rows(modal)).toEqual(['Phantominstalled', 'All wallets1']);
      fake.chain.wallet('Phantom').always('connect', 'never');
      await press(modal.ui.getByTestId('lk-wallet-Phantom'));
      expect([modal.viewName(), fake.chain.wallet('Phantom').count('connect')]).toEqual(['ConnectingExternal', 1]);
    });
  });

  it('offers the code where the directory knows no links', async () => {
    const { modal } = await open({ installed: false, options: { projectId: undefined } }, phone);
    expect(rows(modal)).toEqual(['WalletConnectQR code']);
  });
});
