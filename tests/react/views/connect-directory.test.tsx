import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { failDirectory } from '../support/all-wallets.js';
import { listedWallet, onPhone, type PairingClient, pairingClient, pairingCount, URI } from '../support/pairing.js';
import {
  actAndFlush,
  openedModal,
  openModal,
  press,
  type RenderedModal,
  renderModal,
  renderOpen,
  textWithoutPictures,
} from '../support/render-modal.js';

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const WALLETS = [
  listedWallet('harbor', 'Harbor'),
  listedWallet('lantern', 'Lantern'),
  listedWallet('mine', 'Example', { rdns: WALLET }),
  listedWallet('desk', 'Deskly', { mobile_link: null, desktop_link: 'desk://' }),
  listedWallet('far', 'Faraway'),
];

const open = (options: Parameters<typeof pairingClient>[0] = {}, prepare?: (fake: PairingClient) => void) =>
  openedModal(pairingClient({ wallets: WALLETS, ...options }), {}, prepare);

/** Rows of the list with their tags. */
const rows = ({ ui }: RenderedModal): readonly string[] => ui.getAllByRole('listitem').map(textWithoutPictures);

const storeRecent = ({ storage }: PairingClient, ...wallets: readonly { readonly id: string; readonly name: string }[]): void =>
  storage.set('@latchkey/recent_wallets', JSON.stringify(wallets));

describe('the wallet list with remote wallets', () => {
  it('lists installed wallets, the QR code, a recommended wallet and all wallets', async () => {
    const { modal } = await open();
    expect(rows(modal)).toEqual(['Exampleinstalled', 'WalletConnectQR code', 'Harbor', 'All wallets5']);
  });

  it('offers to get a wallet', async () => {
    const { modal } = await open({ installed: false });
    await press(modal.ui.getByRole('button', { name: 'Get a wallet' }));
    expect(modal.viewName()).toBe('GetWallet');
    await press(modal.ui.getByTestId('lk-back'));
    modal.unmount();
    const some = await open();
    expect(some.modal.ui.queryByRole('button', { name: 'Get a wallet' })).toBeNull();
  });

  it('fills two slots with recommended wallets, minus installed and recent ones', async () => {
    const none = await open({ installed: false });
    expect(rows(none.modal)).toEqual(['WalletConnectQR code', 'Harbor', 'Lantern', 'All wallets5']);
    none.modal.unmount();
    const recent = await open({ installed: false }, (fake) => storeRecent(fake, { id: 'far', name: 'Faraway' }));
    expect(rows(recent.modal)).toEqual(['Farawayrecent', 'WalletConnectQR code', 'Harbor', 'All wallets5']);
  });

  it('lists installed and recent wallets once', async () => {
    const options = { featuredWalletIds: ['mine', 'far', 'lantern'] };
    const { modal } = await open({ options }, (fake) => storeRecent(fake, { id: 'far', name: 'Faraway' }, { id: 'x', name: 'Example' }));
    expect(rows(modal)).toEqual(['Exampleinstalled', 'Farawayrecent', 'WalletConnectQR code', 'Lantern', 'All wallets5']);
  });

  it('marks a wallet that imitates an installed one', async () => {
    const wallets = [listedWallet('evil', 'Ex\u0430mple', { rdns: 'com.evil', badge_type: 'certified' }), ...WALLETS];
    const { modal } = await open({ wallets });
    expect(await modal.ui.findAllByText('unverified')).toHaveLength(2);
    expect(rows(modal)).toEqual(expect.arrayContaining(['Exampleunverified', 'Ex\u0430mpleunverified']));
    expect(modal.ui.getAllByText(/looks like another one/)).toHaveLength(1);
  });

  it('marks a recent wallet and the recommended wallet that it imitates', async () => {
    const { modal } = await open({ installed: false }, (fake) => storeRecent(fake, { id: 'evil', name: 'H\u0430rbor' }));
    expect(await modal.ui.findAllByText('unverified')).toHaveLength(2);
    expect(rows(modal)).toEqual(expect.arrayContaining(['H\u0430rborunverified', 'Harborunverified']));
    expect(modal.ui.getAllByText(/looks like another one/)).toHaveLength(1);
  });

  it('lists featured wallets in their order and then no recommended ones', async () => {
    const { modal } = await open({ options: { featuredWalletIds: ['far', 'harbor'] } });
    expect(rows(modal)).toEqual(['Exampleinstalled', 'WalletConnectQR code', 'Faraway', 'Harbor', 'All wallets5']);
  });

  it('pairs with custom wallets, which are links otherwise', async () => {
    const customWallets = [{ id: 'own', name: 'Own', homepage: 'https://own.example', mobile_link: 'own://' }];
    const { fake, modal } = await open({ options: { customWallets } });
    expect(rows(modal)).toEqual(['Exampleinstalled', 'WalletConnectQR code', 'Own', 'All wallets5']);
    await press(modal.ui.getByTestId('lk-wallet-own'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(fake.events.findLast(({ event }) => event === 'SELECT_WALLET')?.properties).toEqual({ name: 'Own', platform: 'qrcode' });
  });

  it.each([true, false])('omits excluded installed wallets (with remote wallets: %s)', async (hasRemoteWallets) => {
    const { modal } = await open({
      options: { excludeWalletIds: ['mine'] },
      ...(hasRemoteWallets
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

  it('keeps the configured order', async () => {
    const { modal } = await open({ options: { features: { connectorTypeOrder: ['recommended', 'injected', 'walletConnect'] } } });
    expect(rows(modal)).toEqual(['Harbor', 'Exampleinstalled', 'WalletConnectQR code', 'All wallets5']);
  });

  it('reserves slots for loading wallets, so that no row moves', async () => {
    const { fake, modal } = await open({ options: { featuredWalletIds: ['far', 'harbor'] } }, ({ directory }) => {
      directory.responseTiming = 'manual';
    });
    const before = [...modal.view().querySelectorAll('.row')].length;
    expect(modal.view().querySelectorAll('.row .skeleton').length).toBeGreaterThan(0);
    await actAndFlush(() => {
      while (fake.directory.waiting > 0) fake.directory.release();
    });
    expect(modal.view().querySelectorAll('.row .skeleton')).toHaveLength(0);
    expect([...modal.view().querySelectorAll('.row')]).toHaveLength(before);
  });

  it('lists recent wallets from the first render', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    storeRecent(fake, { id: 'far', name: 'Faraway' });
    const modal = await renderModal(fake);
    const names = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const list of modal.root.querySelectorAll('[data-testid=lk-wallets]'))
        names.add(list.children[1]?.querySelector('bdi')?.textContent ?? '');
    });
    observer.observe(modal.root, { subtree: true, childList: true });
    await openModal(fake);
    observer.disconnect();
    expect([...names]).toEqual(['Faraway']);
    expect(fake.directory.queries.length).toBeGreaterThan(0);
  });

  it('works without the directory when it is down', async () => {
    const { modal } = await open({}, failDirectory);
    expect(rows(modal)).toEqual(['Exampleinstalled', 'WalletConnectQR code', 'All walletsFailed to load wallets']);
    await press(modal.ui.getByTestId('lk-all-wallets'));
    expect(modal.ui.getByTestId('lk-try-again')).toBeTruthy();
  });

  it("loads the directory's wallets when back online without taking the focus", async () => {
    const { fake, modal } = await open({}, ({ directory, browser }) => {
      directory.lists = 'down';
      browser.setOnline(false);
    });
    expect(rows(modal)).toContain('All walletsFailed to load wallets');
    const code = modal.ui.getByTestId('lk-wallet-walletConnect');
    await actAndFlush(() => code.focus());
    fake.directory.lists = 'working';
    await actAndFlush(() => fake.browser.setOnline(true));
    await actAndFlush(() => undefined);
    expect(rows(modal)).toEqual(['Exampleinstalled', 'WalletConnectQR code', 'Harbor', 'All wallets5']);
    expect(modal.root.activeElement).toBe(code);
  });

  it('requests no directory if none is configured', async () => {
    const { fake, modal } = await open({ options: { projectId: undefined } });
    expect(rows(modal)).toEqual(['Exampleinstalled', 'WalletConnectQR code']);
    expect(fake.directory.queries).toEqual([]);
  });

  it('requests no directory without remote wallets', async () => {
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

  it('opens the QR code from its row', async () => {
    const { fake, modal } = await open();
    await press(modal.ui.getByTestId('lk-wallet-walletConnect'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(pairingCount(fake)).toBe(1);
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-wallet-walletConnect'));
  });

  it('loads a recent wallet and shows its code', async () => {
    const { fake, modal } = await open({}, (each) => storeRecent(each, { id: 'far', name: 'Faraway' }));
    await press(modal.ui.getByTestId('lk-wallet-far'));
    await fake.showUri();
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Scan with Faraway');
  });

  it('never pairs on a desktop before a remote wallet is picked', async () => {
    const { fake } = await open();
    expect(pairingCount(fake)).toBe(0);
  });
});

describe('the wallet list on a phone', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());
  const phone = (fake: PairingClient): void => onPhone(fake);

  it('pairs once as soon as it shows a wallet with a link', async () => {
    const { fake, modal } = await open({ installed: false }, phone);
    expect(rows(modal)).toEqual(['Harbor', 'Lantern', 'All wallets5']);
    expect(pairingCount(fake)).toBe(1);
  });

  it('does not pair if no wallet has a link', async () => {
    const { fake, modal } = await open({ wallets: [listedWallet('desk', 'Deskly', { mobile_link: null })], installed: false }, phone);
    expect(rows(modal)).toEqual(['Deskly', 'All wallets1']);
    expect(pairingCount(fake)).toBe(0);
  });

  it('has links before the tap and shows the opened wallet after it', async () => {
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
    // The browser can follow the link: it is still attached and its default action is not prevented.
    expect([isPrevented, isOnPage]).toEqual([false, true]);
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toEqual({ href: 'harbor://', name: 'Harbor' });
    await actAndFlush(() => vi.advanceTimersByTime(0));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(pairingCount(fake)).toBe(1);
    expect(modal.ui.getByTestId('lk-open-wallet').getAttribute('href')).toBe(link.getAttribute('href'));
  });

  it('opens links in a new window inside Telegram', async () => {
    const { fake, modal } = await open({ installed: false }, (each) => onPhone(each, { telegram: true, ios: true }));
    await fake.showUri();
    expect(modal.ui.getByTestId('lk-wallet-harbor').getAttribute('target')).toBe('_blank');
  });

  it('has no links and no pairing before the terms are accepted', async () => {
    const options = { termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } };
    const { fake, modal } = await open({ installed: false, options }, phone);
    expect(pairingCount(fake)).toBe(0);
    expect(modal.ui.getByTestId('lk-wallet-harbor').matches(':disabled')).toBe(true);
    await press(modal.ui.getByRole('checkbox'));
    expect(pairingCount(fake)).toBe(1);
    await fake.showUri();
    expect(modal.ui.getByTestId('lk-wallet-harbor').tagName).toBe('A');
  });

  it('shows why the pairing failed, without a retry loop', async () => {
    const { fake, modal } = await open({ installed: false }, (each) => {
      phone(each);
      each.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).always('connect', new LatchkeyError('relay/unreachable', { relays: [] }));
    });
    await actAndFlush(() => vi.advanceTimersByTime(60_000));
    expect(pairingCount(fake)).toBe(1);
    const row = modal.ui.getByTestId('lk-wallet-harbor');
    expect(row.tagName).toBe('BUTTON');
    await press(row);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe("Can't reach mobile wallets");
    expect(pairingCount(fake)).toBe(2);
  });

  it('keeps the URI across the pairing views and drops it with the modal', async () => {
    const { fake, modal } = await open({ installed: false }, phone);
    await fake.showUri();
    await press(modal.ui.getByTestId('lk-all-wallets'));
    await press(modal.ui.getByTestId('lk-back'));
    expect(pairingCount(fake)).toBe(1);
    expect(fake.client.getAccount().status).toBe('connecting');
    await actAndFlush(() => fake.client.close());
    expect(fake.client.getAccount().status).toBe('disconnected');
  });

  describe('with Solana', () => {
    const phantom = (installed: boolean) =>
      open(
        {
          wallets: [listedWallet('phantom', 'Phantom', { chains: [toChainId(SOLANA)], rdns: 'app.phantom' })],
          options: { networks: [solana] },
          chain: {
            namespace: 'solana',
            wallets: [
              // Solana wallets announce no rdns.
              ...(installed ? [{ id: 'Phantom', name: 'Phantom', type: 'INJECTED' as const }] : []),
              { id: WALLET_CONNECT_CONNECTOR_ID, name: 'WalletConnect', type: 'WALLET_CONNECT' as const },
            ],
          },
        },
        phone,
      );

    it('opens the app in the browser of a wallet that cannot pair', async () => {
      const { modal } = await phantom(false);
      const row = modal.ui.getByTestId('lk-wallet-phantom');
      expect([row.tagName, row.getAttribute('href')]).toEqual(['A', expect.stringMatching(/^https:\/\/phantom\.app\/ul\/browse\//)]);
    });

    it('connects directly inside that browser, with the wallet listed once', async () => {
      const { fake, modal } = await phantom(true);
      expect(rows(modal)).toEqual(['Phantom', 'All wallets1']);
      fake.chain.wallet('Phantom').always('connect', 'never');
      await press(modal.ui.getByTestId('lk-wallet-Phantom'));
      expect([modal.viewName(), fake.chain.wallet('Phantom').count('connect')]).toEqual(['ConnectingExternal', 1]);
    });
  });

  it('offers the code if the directory has no links', async () => {
    const { modal } = await open({ installed: false, options: { projectId: undefined } }, phone);
    expect(modal.ui.queryAllByRole('listitem')).toEqual([]);
    await press(modal.ui.getByTestId('lk-wallet-walletConnect'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
  });

  it('copies the link of the prepared pairing, and shows the code if there is none', async () => {
    const { fake, modal } = await open({ installed: false }, phone);
    await fake.showUri();
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect([fake.browser.copied, modal.viewName()]).toEqual([[URI], 'Connect']);
    modal.unmount();
    const without = await open({ wallets: [listedWallet('desk', 'Deskly', { mobile_link: null })], installed: false }, phone);
    await press(without.modal.ui.getByTestId('lk-copy-link'));
    expect([without.fake.browser.copied, without.modal.viewName()]).toEqual([[], 'ConnectingWalletConnect']);
  });
});
