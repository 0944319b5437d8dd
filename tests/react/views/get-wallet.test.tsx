import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { view } from '../../../domain/router/views.js';
import { failDirectory } from '../support/all-wallets.js';
import { expectAccessible } from '../support/axe.js';
import { listedWallet, onPhone, type PairingClient, pairingClient } from '../support/pairing.js';
import { actAndFlush, openedModal, press, type RenderedModal, renderOpen, textWithoutPictures } from '../support/render-modal.js';

const STORES = {
  app_store: 'https://apps.example/harbor',
  play_store: 'https://play.example/harbor',
  chrome_store: 'https://chrome.example/harbor',
};
const HARBOR = listedWallet('harbor', 'Harbor', STORES);
const WALLETS = [HARBOR, ...['a', 'b', 'c', 'd', 'e'].map((id) => listedWallet(id, `Wallet ${id}`))];

const show = async (
  name: 'GetWallet' | 'Create',
  options: Parameters<typeof pairingClient>[0] = {},
  prepare?: (fake: PairingClient) => void,
) => {
  const opened = await openedModal(pairingClient({ wallets: WALLETS, ...options }), {}, prepare);
  await opened.fake.push(view(name));
  return opened;
};

const links = ({ ui }: RenderedModal): readonly (readonly [string | undefined, string | null])[] =>
  ui.getAllByRole('link').map((link) => [textWithoutPictures(link).replace(' (opens in a new tab)', ''), link.getAttribute('href')]);

describe('GetWallet', () => {
  it('offers four wallets of the directory with their websites, and a link to all', async () => {
    const { fake, modal } = await show('GetWallet');
    expect(links(modal)).toEqual([
      ['Harbor', 'https://harbor.example'],
      ['Wallet a', 'https://a.example'],
      ['Wallet b', 'https://b.example'],
      ['Wallet c', 'https://c.example'],
      ['Explore all wallets', 'https://walletconnect.com/explorer?type=wallet'],
    ]);
    const [first] = modal.ui.getAllByRole('link');
    first?.addEventListener('click', (event) => event.preventDefault());
    await press(first!);
    expect(fake.events.at(-1)?.event).toBe('CLICK_GET_WALLET');
  });

  it('lists featured wallets first, then custom ones', async () => {
    const customWallets = [{ id: 'own', name: 'Own', homepage: 'https://own.example' }];
    const { modal } = await show('GetWallet', { options: { featuredWalletIds: ['e'], customWallets } });
    expect(
      links(modal)
        .slice(0, 3)
        .map(([name]) => name),
    ).toEqual(['Wallet e', 'Own', 'Harbor']);
  });

  it("offers wallets of the modal's namespace", async () => {
    const wallets = [listedWallet('phantom', 'Phantom', { chains: [toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')] }), ...WALLETS];
    const fake = pairingClient({ wallets, options: { networks: [mainnet, solana] } });
    const modal = await renderOpen(fake, { namespace: 'eip155' });
    await fake.push(view('GetWallet'));
    expect(links(modal)[0]?.[0]).toBe('Harbor');
  });

  it('shows that the directory failed and retries on request', async () => {
    const { fake, modal } = await show('GetWallet', {}, failDirectory);
    expect(modal.view().textContent).toContain('Failed to load wallets');
    expect(modal.ui.queryByText('No wallet found')).toBeNull();
    await expectAccessible(modal.host);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.view().textContent).not.toContain('Failed to load wallets');
    expect(links(modal)[0]).toEqual(['Harbor', 'https://harbor.example']);
  });

  it('focuses the heading during a retry', async () => {
    const { fake, modal } = await show('GetWallet', {}, failDirectory);
    const retryButton = modal.ui.getByTestId('lk-try-again');
    await actAndFlush(() => retryButton.focus());
    fake.directory.responseTiming = 'manual';
    await press(retryButton);
    expect(retryButton.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    expect(modal.ui.getByText('Loading wallets')).toBeDefined();
  });

  it('opens the stores of a wallet without a website', async () => {
    const { modal } = await show('GetWallet', { wallets: [{ ...HARBOR, homepage: null }] });
    await press(modal.ui.getByRole('button', { name: 'Harbor' }));
    expect(modal.viewName()).toBe('Downloads');
  });

  it('links to a vendor-neutral guide with a custom directory', async () => {
    const { modal } = await show('GetWallet', {
      options: { projectId: undefined, endpoints: { walletDirectory: 'https://wallets.app.example' } },
    });
    expect(links(modal).at(-1)?.[1]).toBe('https://ethereum.org/en/wallets/find-wallet/');
  });

  it('requests no directory if none is configured', async () => {
    const { fake, modal } = await show('GetWallet', { options: { projectId: undefined } });
    expect(fake.directory.queries).toEqual([]);
    expect(modal.ui.getByText('No wallet found')).toBeDefined();
    await expectAccessible(modal.host);
  });

  it('opens from the introduction to wallets', async () => {
    const modal = await renderOpen(pairingClient({ wallets: WALLETS }));
    await press(modal.ui.getByTestId('lk-help'));
    await press(modal.ui.getByRole('button', { name: 'Get a wallet' }));
    expect(modal.viewName()).toBe('GetWallet');
  });
});

describe('Create', () => {
  it('offers wallets, an introduction, and a way back', async () => {
    const { fake, modal } = await show('Create');
    expect(links(modal)).toHaveLength(5);
    await press(modal.ui.getByRole('button', { name: 'What is a wallet?' }));
    expect(modal.viewName()).toBe('WhatIsAWallet');
    expect(fake.events.at(-1)?.event).toBe('CLICK_WALLET_HELP');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByTestId('lk-have-wallet'));
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.queryByTestId('lk-back')).toBeNull();
  });
});

describe('Downloads', () => {
  const downloads = async (prepare?: (fake: PairingClient) => void, data = { walletId: 'harbor', wallet: HARBOR }) => {
    const opened = await openedModal(pairingClient({ wallets: WALLETS }), {}, prepare);
    await opened.fake.push(view('Downloads', data));
    return opened;
  };
  const names = (modal: RenderedModal): readonly (string | undefined)[] =>
    modal.ui.getAllByRole('link').map((link) => link.querySelector('span:not(.pic):not(.sr)')?.firstChild?.textContent ?? undefined);

  it('start with the extension on a desktop', async () => {
    const { modal } = await downloads();
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Get Harbor');
    expect(names(modal)).toEqual(['Chrome Web Store', 'App Store', 'Google Play', 'Website']);
    expect(modal.view().textContent).toContain('harbor.example');
  });

  it("start with the phone's store on a phone, without QR codes", async () => {
    const { modal } = await downloads((fake) => onPhone(fake, { ios: true }));
    expect(names(modal)[0]).toBe('App Store');
    expect(modal.ui.queryByTestId('lk-code-app_store')).toBeNull();
  });

  it('show a QR code on request, one at a time', async () => {
    const { modal } = await downloads();
    const apple = modal.ui.getByTestId('lk-code-app_store');
    expect(apple.getAttribute('aria-expanded')).toBe('false');
    await press(apple);
    expect(apple.getAttribute('aria-expanded')).toBe('true');
    expect(modal.ui.getByRole('img', { name: 'Show QR code for App Store' })).toBeDefined();
    await press(modal.ui.getByTestId('lk-code-play_store'));
    expect(modal.ui.getAllByTestId('lk-qr')).toHaveLength(1);
    await expectAccessible(modal.host);
    await press(modal.ui.getByTestId('lk-code-play_store'));
    expect(modal.ui.queryByTestId('lk-qr')).toBeNull();
  });

  it('load a wallet by its id', async () => {
    const { fake, modal } = await downloads();
    await fake.push({ name: 'Downloads', data: { walletId: 'a' } });
    expect(modal.view().textContent).toContain('a.example');
  });

  it('show that the wallet has no store', async () => {
    const { fake, modal } = await downloads();
    await fake.push({ name: 'Downloads', data: { walletId: 'gone' } });
    expect(modal.ui.getByText('No wallet found')).toBeDefined();
  });
});
