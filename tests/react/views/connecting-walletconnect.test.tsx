import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { view } from '../../../domain/router/views.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { listedWallet, onPhone, type PairingClient, pairingClient, pairingCount, URI } from '../support/pairing.js';
import { actAndFlush, openedModal, press, type RenderedModal, renderOpen } from '../support/render-modal.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

const HARBOR = listedWallet('harbor', 'Harbor');

const show = async (
  wallet: DirectoryWallet | null,
  options: Parameters<typeof pairingClient>[0] & { readonly phone?: boolean } = {},
): Promise<{ fake: PairingClient; modal: RenderedModal }> => {
  const { phone = false, ...rest } = options;
  const fake = pairingClient(rest);
  if (phone) onPhone(fake);
  const modal = await renderOpen(fake);
  const data = wallet === null ? { walletId: null } : { walletId: wallet.id, wallet };
  await fake.push(view('ConnectingWalletConnect', data));
  return { fake, modal };
};

/** Opens the view and publishes a URI. */
const showCode = async (...args: Parameters<typeof show>) => {
  const opened = await show(...args);
  await opened.fake.showUri();
  return opened;
};

const advance = (ms: number): Promise<void> => actAndFlush(() => vi.advanceTimersByTime(ms));
const title = ({ ui }: RenderedModal): string | null => ui.getByRole('heading', { level: 2 }).textContent;
const codePath = ({ ui }: RenderedModal): string | null => ui.getByTestId('lk-qr').querySelector('path')?.getAttribute('d') ?? null;

describe('ConnectingWalletConnect on a desktop', () => {
  it('starts one pairing and shows a placeholder until there is a URI', async () => {
    const { fake, modal } = await show(HARBOR);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Harbor');
    expect(pairingCount(fake)).toBe(1);
    expect(title(modal)).toBe('Preparing QR code');
    expect(modal.ui.getByTestId('lk-qr').className).toContain('wait');
    expect(modal.ui.queryByRole('img', { name: 'QR code for Harbor' })).toBeNull();
    await fake.showUri();
    expect(title(modal)).toBe('Scan with Harbor');
    expect(modal.ui.getByRole('img', { name: 'QR code for Harbor' })).toBeDefined();
    expect(modal.ui.getByTestId('lk-qr').querySelector('.pic')).not.toBeNull();
    expect(fake.client.useCases.watchConnection.current().pairing.recentWallet?.id).toBe('harbor');
  });

  it('removes an expired code, as after sleep, and shows the next one', async () => {
    const { fake, modal } = await showCode(HARBOR);
    const first = codePath(modal);
    await fake.setPairing({ wcUri: undefined });
    expect(modal.ui.queryByRole('img', { name: 'QR code for Harbor' })).toBeNull();
    expect([modal.ui.getByTestId('lk-qr').className, title(modal)]).toEqual(['qr wait', 'Preparing QR code']);
    await fake.showUri(URI.replace('7f', '80'));
    expect(modal.ui.getByRole('img', { name: 'QR code for Harbor' })).toBeDefined();
    expect(codePath(modal)).not.toBe(first);
  });

  it('shows a code without a picture for any wallet', async () => {
    const { modal } = await showCode(null);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('WalletConnect');
    expect(title(modal)).toBe('Scan with your phone');
    expect(modal.ui.getByRole('img', { name: 'QR code for any wallet' })).toBeDefined();
    expect(modal.ui.getByTestId('lk-qr').querySelector('.pic')).toBeNull();
    expect(modal.ui.queryByRole('tablist')).toBeNull();
  });

  it('loads a wallet by its id', async () => {
    const { fake, modal } = await show(null, { wallets: [HARBOR] });
    await fake.push(view('ConnectingWalletConnect', { walletId: 'harbor' }));
    await fake.showUri();
    expect(title(modal)).toBe('Scan with Harbor');
  });

  it('shows a code for any wallet if the wallet is unknown', async () => {
    const { fake, modal } = await show(null, { wallets: [] });
    await fake.push(view('ConnectingWalletConnect', { walletId: 'gone' }));
    await fake.showUri();
    expect(title(modal)).toBe('Scan with your phone');
  });

  it('replaces the code without a gap and announces it once', async () => {
    const { fake, modal } = await showCode(HARBOR);
    const first = codePath(modal);
    const paths: (string | null)[] = [];
    const observer = new MutationObserver(() => paths.push(codePath(modal)));
    observer.observe(modal.ui.getByTestId('lk-qr'), { subtree: true, childList: true, attributes: true });
    await advance(200_000);
    await fake.showUri(URI.replaceAll('c3', 'a1'));
    observer.disconnect();
    expect(codePath(modal)).not.toBe(first);
    expect(paths.every((path) => path !== null && path.length > 1_000)).toBe(true);
    expect(modal.ui.getByText('The QR code was renewed.').getAttribute('role')).toBe('status');
  });

  it('counts down each second and announces only an overdue renewal', async () => {
    const { modal } = await showCode(HARBOR);
    const countdown = modal.ui.getByTestId('lk-countdown');
    expect(countdown.getAttribute('aria-hidden')).toBe('true');
    expect(countdown.textContent).toBe('New code in 3:20');
    await advance(1_000);
    expect(countdown.textContent).toBe('New code in 3:19');
    expect(modal.ui.queryByText(/^This QR code expires/)).toBeNull();
    await advance(199_000);
    expect(modal.ui.getByText('This QR code expires in 30 seconds.').getAttribute('role')).toBe('status');
  });

  it('copies the link and announces it', async () => {
    const { fake, modal } = await show(HARBOR);
    expect(modal.ui.getByTestId('lk-copy-link').getAttribute('aria-disabled')).toBe('true');
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect(fake.browser.copied).toEqual([]);
    await fake.showUri();
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect(fake.browser.copied).toEqual([URI]);
    expect(modal.ui.getByTestId('lk-copy-link').textContent).toBe('Copy linkCopied');
    expect(modal.ui.getByText('Link copied').getAttribute('role')).toBe('status');
    const iconPath = (): string | null | undefined => modal.ui.getByTestId('lk-copy-link').querySelector('path')?.getAttribute('d');
    const done = iconPath();
    await advance(2_500);
    // Ready to copy again, because the link may have changed.
    expect(iconPath()).not.toBe(done);
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect([fake.browser.copied.length, iconPath()]).toEqual([2, done]);
  });

  it('cancels when the user goes back and starts again when they return', async () => {
    const { fake, modal } = await showCode(HARBOR);
    await press(modal.ui.getByTestId('lk-back'));
    expect(fake.client.getAccount().status).toBe('disconnected');
    await fake.push(view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR }));
    expect(pairingCount(fake)).toBe(2);
  });

  it('closes when the wallet approves', async () => {
    const fake = pairingClient();
    fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).always('connect', 'late');
    const modal = await renderOpen(fake);
    await fake.push(view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR }));
    await actAndFlush(() => fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).release());
    expect(fake.client.getAccount().isConnected).toBe(true);
    expect(modal.dialog().open).toBe(false);
  });

  it('shows that it is connecting after the approval', async () => {
    const { fake, modal } = await showCode(HARBOR);
    await fake.setPairing({ wcUri: undefined, wcPairingExpiry: undefined, status: 'connected', approved: true });
    expect(title(modal)).toBe('Connecting...');
    expect(modal.ui.queryByTestId('lk-qr')).toBeNull();
  });

  it('prepares the next code, while another session is in use, too', async () => {
    const { fake, modal } = await showCode(HARBOR);
    await fake.setPairing({ wcUri: undefined, wcPairingExpiry: undefined, status: 'connected' });
    expect(title(modal)).not.toBe('Connecting...');
    expect(modal.ui.getByText('Preparing QR code')).toBeDefined();
  });

  it('does not pair if the app shows its own URI', async () => {
    const { fake, modal } = await show(HARBOR, { options: { manualWCControl: true } });
    expect(pairingCount(fake)).toBe(0);
    await fake.showUri();
    expect(title(modal)).toBe('Scan with Harbor');
  });
});

describe('platform tabs', () => {
  const EVERYWHERE = listedWallet('harbor', 'Harbor', { desktop_link: 'harbor-desk://', webapp_link: 'https://app.harbor.example' });

  it("are in the wallet's order and navigable by arrow keys", async () => {
    const { fake, modal } = await showCode(EVERYWHERE);
    const tabs = modal.ui.getAllByRole('tab');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected'), tab.tabIndex])).toEqual([
      ['Mobile', 'true', 0],
      ['Webapp', 'false', -1],
      ['Desktop', 'false', -1],
    ]);
    expect(modal.ui.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(tabs[0]?.id);
    await actAndFlush(() => {
      tabs[0]?.focus();
      tabs[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    });
    expect(modal.ui.getByRole('tab', { selected: true }).textContent).toBe('Desktop');
    expect(modal.root.activeElement?.textContent).toBe('Desktop');
    expect(modal.ui.getByTestId('lk-open-wallet').getAttribute('href')).toBe(`harbor-desk://wc?uri=${encodeURIComponent(URI)}`);
    await press(modal.ui.getByRole('tab', { name: 'Webapp' }));
    const link = modal.ui.getByTestId('lk-open-wallet');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    expect(pairingCount(fake)).toBe(1);
  });

  it('keep the URI when the tab changes, because a wallet may be using it', async () => {
    const { fake, modal } = await showCode(EVERYWHERE);
    await press(modal.ui.getByRole('tab', { name: 'Webapp' }));
    await press(modal.ui.getByRole('tab', { name: 'Mobile' }));
    expect(pairingCount(fake)).toBe(1);
    expect(modal.ui.getByRole('img', { name: 'QR code for Harbor' })).toBeDefined();
  });

  it('start with the browser for an installed wallet', async () => {
    const installed = listedWallet('example', 'Example', { rdns: WALLET });
    const fake = pairingClient();
    fake.chain.wallet(WALLET).always('connect', 'never');
    const modal = await renderOpen(fake);
    await fake.push(view('ConnectingWalletConnect', { walletId: 'example', wallet: installed }));
    expect(modal.ui.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Browser', 'Mobile']);
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    expect(pairingCount(fake)).toBe(0);
  });

  it('offer to install a missing extension', async () => {
    const extension = listedWallet('lantern', 'Lantern', { rdns: 'app.lantern', mobile_link: null, homepage: 'https://lantern.example' });
    const { fake, modal } = await show(extension);
    expect(title(modal)).toBe('Lantern is not installed');
    expect(modal.ui.getByRole('link', { name: /Get Lantern/ }).getAttribute('href')).toBe('https://lantern.example');
    expect(pairingCount(fake)).toBe(0);
  });
});

describe('ConnectingWalletConnect on a phone', () => {
  const open = async (modal: RenderedModal): Promise<void> => {
    const link = modal.ui.getByTestId('lk-open-wallet');
    link.addEventListener('click', (event) => event.preventDefault());
    await press(link);
  };

  const notOpened = (fake: PairingClient) =>
    fake.events.flatMap(({ event, properties }) => (event === 'CONNECT_PROXY_ERROR' ? [properties] : []));

  it('has a link with the URI and stores the wallet on tap', async () => {
    const { fake, modal } = await show(HARBOR, { phone: true });
    expect(modal.ui.queryByTestId('lk-open-wallet')).toBeNull();
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-open-wallet');
    expect([link.tagName, link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'A',
      `harbor://wc?uri=${encodeURIComponent(URI)}`,
      '_self',
    ]);
    // Nothing is in progress before the tap.
    expect(modal.view().querySelector('.ring .run')).toBeNull();
    await open(modal);
    expect(modal.view().querySelector('.ring .run')).not.toBeNull();
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toEqual({ href: 'harbor://', name: 'Harbor' });
    expect(fake.events.findLast(({ event }) => event === 'SELECT_WALLET')?.properties).toEqual({ name: 'Harbor', platform: 'mobile' });
  });

  it('offers install, link and code if the page is still visible after 1.5 s', async () => {
    const { fake, modal } = await showCode(HARBOR, { phone: true });
    await open(modal);
    await advance(1_499);
    expect(title(modal)).toBe('Continue in Harbor');
    await advance(1);
    expect(title(modal)).toBe("Harbor didn't open?");
    expect(notOpened(fake)).toEqual([{ message: 'The link to Harbor opened nothing', mobile_link: 'harbor://', name: 'Harbor' }]);
    expect(modal.ui.getByRole('link', { name: /Get Harbor/ })).toBeDefined();
    expect(modal.ui.getByTestId('lk-copy-link')).toBeDefined();
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.ui.getByTestId('lk-qr')).toBeDefined();
    // A remote wallet is being connected now, so the link to this phone's wallet must not be stored.
    expect(pairingCount(fake)).toBe(2);
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toBeUndefined();
  });

  it('explains a long wait instead if the wallet opened', async () => {
    const { fake, modal } = await showCode(HARBOR, { phone: true });
    await open(modal);
    await advance(500);
    await actAndFlush(() => fake.browser.setVisible(false));
    await advance(2_000);
    await actAndFlush(() => fake.browser.setVisible(true));
    await advance(500);
    expect(title(modal)).toBe('Continue in Harbor');
    expect(notOpened(fake)).toEqual([]);
    expect(modal.ui.queryByTestId('lk-show-code')).toBeNull();
    expect(modal.ui.getByText(/taking longer than usual/)).toBeDefined();
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
    await advance(2_000);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(pairingCount(fake)).toBe(2);
  });

  it('shows that it is connecting after the user returns', async () => {
    const { fake, modal } = await showCode(HARBOR, { phone: true });
    await fake.setPairing({ buffering: true });
    expect(title(modal)).toBe('Connecting...');
    await fake.setPairing({ buffering: false });
    expect(title(modal)).toBe('Continue in Harbor');
  });
});

describe('ConnectingWalletConnectBasic', () => {
  it('opens if the app has no other method', async () => {
    const { fake, modal } = await openedModal(pairingClient({ options: { basic: true } }));
    expect(modal.viewName()).toBe('ConnectingWalletConnectBasic');
    await fake.showUri();
    expect(modal.ui.getByRole('img', { name: 'QR code for any wallet' })).toBeDefined();
    expect(pairingCount(fake)).toBe(1);
  });
});
