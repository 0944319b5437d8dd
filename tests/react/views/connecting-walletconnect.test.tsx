import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import { view } from '../../../domain/router/views.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { listedWallet, onPhone, type PairingClient, pairingClient, pairings, URI } from '../support/pairing.js';
import { openedModal, press, type RenderedModal, renderOpen, settled } from '../support/render-modal.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

const HARBOR = listedWallet('harbor', 'Harbor');

const show = async (
  wallet: DirectoryWallet | null,
  given: Parameters<typeof pairingClient>[0] & { readonly phone?: boolean } = {},
): Promise<{ fake: PairingClient; modal: RenderedModal }> => {
  const { phone = false, ...rest } = given;
  const fake = pairingClient(rest);
  if (phone) onPhone(fake);
  const modal = await renderOpen(fake);
  const data = wallet === null ? { walletId: null } : { walletId: wallet.id, wallet };
  await fake.push(view('ConnectingWalletConnect', data));
  return { fake, modal };
};

/** The same, once there is a URI. */
const showCode = async (...given: Parameters<typeof show>) => {
  const shown = await show(...given);
  await shown.fake.showUri();
  return shown;
};

const later = (ms: number): Promise<void> => settled(() => vi.advanceTimersByTime(ms));
const title = ({ ui }: RenderedModal): string | null => ui.getByRole('heading', { level: 2 }).textContent;
const codePath = ({ ui }: RenderedModal): string | null => ui.getByTestId('lk-qr').querySelector('path')?.getAttribute('d') ?? null;

describe('ConnectingWalletConnect on a desktop computer', () => {
  it('begins one pairing by itself and keeps the place of the code until there is a URI', async () => {
    const { fake, modal } = await show(HARBOR);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Harbor');
    expect(pairings(fake)).toBe(1);
    expect(title(modal)).toBe('Preparing the QR code');
    expect(modal.ui.getByTestId('lk-qr').className).toContain('wait');
    expect(modal.ui.queryByRole('img', { name: 'QR code for Harbor' })).toBeNull();
    await fake.showUri();
    expect(title(modal)).toBe('Scan with Harbor');
    expect(modal.ui.getByRole('img', { name: 'QR code for Harbor' })).toBeDefined();
    expect(modal.ui.getByTestId('lk-qr').querySelector('.pic')).not.toBeNull();
    expect(fake.client.useCases.watchConnection.current().pairing.recentWallet?.id).toBe('harbor');
  });

  it('takes a code that is over off the screen, as after a sleep, and shows the next one in its place', async () => {
    const { fake, modal } = await showCode(HARBOR);
    const first = codePath(modal);
    await fake.tell({ wcUri: undefined });
    expect(modal.ui.queryByRole('img', { name: 'QR code for Harbor' })).toBeNull();
    expect([modal.ui.getByTestId('lk-qr').className, title(modal)]).toEqual(['qr wait', 'Preparing the QR code']);
    await fake.showUri(URI.replace('7f', '80'));
    expect(modal.ui.getByRole('img', { name: 'QR code for Harbor' })).toBeDefined();
    expect(codePath(modal)).not.toBe(first);
  });

  it('shows a code for any wallet, without a picture in it', async () => {
    const { modal } = await showCode(null);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('WalletConnect');
    expect(title(modal)).toBe('Scan with your phone');
    expect(modal.ui.getByRole('img', { name: 'QR code for any wallet' })).toBeDefined();
    expect(modal.ui.getByTestId('lk-qr').querySelector('.pic')).toBeNull();
    expect(modal.ui.queryByRole('tablist')).toBeNull();
  });

  it('finds a wallet that is known by its id only', async () => {
    const { fake, modal } = await show(null, { wallets: [HARBOR] });
    await fake.push(view('ConnectingWalletConnect', { walletId: 'harbor' }));
    await fake.showUri();
    expect(title(modal)).toBe('Scan with Harbor');
  });

  it('shows a code for any wallet in place of one that nobody knows', async () => {
    const { fake, modal } = await show(null, { wallets: [] });
    await fake.push(view('ConnectingWalletConnect', { walletId: 'gone' }));
    await fake.showUri();
    expect(title(modal)).toBe('Scan with your phone');
  });

  it('replaces the code without a moment in which there is none, and says so once', async () => {
    const { fake, modal } = await showCode(HARBOR);
    const first = codePath(modal);
    const seen: (string | null)[] = [];
    const observer = new MutationObserver(() => seen.push(codePath(modal)));
    observer.observe(modal.ui.getByTestId('lk-qr'), { subtree: true, childList: true, attributes: true });
    await later(200_000);
    await fake.showUri(URI.replaceAll('c3', 'a1'));
    observer.disconnect();
    expect(codePath(modal)).not.toBe(first);
    expect(seen.every((path) => path !== null && path.length > 1_000)).toBe(true);
    expect(modal.ui.getByText('A new QR code is shown.').getAttribute('role')).toBe('status');
  });

  it('counts down on screen each second, and aloud only when the new code is late', async () => {
    const { modal } = await showCode(HARBOR);
    const countdown = modal.ui.getByTestId('lk-countdown');
    expect(countdown.getAttribute('aria-hidden')).toBe('true');
    expect(countdown.textContent).toBe('New code in 3:20');
    await later(1_000);
    expect(countdown.textContent).toBe('New code in 3:19');
    expect(modal.ui.queryByText(/^This QR code ends/)).toBeNull();
    await later(199_000);
    expect(modal.ui.getByText('This QR code ends in 30 seconds.').getAttribute('role')).toBe('status');
  });

  it('copies the link and says so', async () => {
    const { fake, modal } = await show(HARBOR);
    expect(modal.ui.getByTestId('lk-copy-link').getAttribute('aria-disabled')).toBe('true');
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect(fake.browser.copied).toEqual([]);
    await fake.showUri();
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect(fake.browser.copied).toEqual([URI]);
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Link copied');
    const drawn = (): string | null | undefined => modal.ui.getByTestId('lk-copy-link').querySelector('path')?.getAttribute('d');
    const done = drawn();
    await later(2_500);
    // Ready for another time: by then the link may be a new one.
    expect(drawn()).not.toBe(done);
    await press(modal.ui.getByTestId('lk-copy-link'));
    expect([fake.browser.copied.length, drawn()]).toEqual([2, done]);
  });

  it('cancels when the person goes back, and begins anew when they return', async () => {
    const { fake, modal } = await showCode(HARBOR);
    await press(modal.ui.getByTestId('lk-back'));
    expect(fake.client.getAccount().status).toBe('disconnected');
    await fake.push(view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR }));
    expect(pairings(fake)).toBe(2);
  });

  it('closes when the wallet approves', async () => {
    const fake = pairingClient();
    fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).always('connect', 'late');
    const modal = await renderOpen(fake);
    await fake.push(view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR }));
    await settled(() => fake.chain.wallet(WALLET_CONNECT_CONNECTOR_ID).release());
    expect(fake.client.getAccount().isConnected).toBe(true);
    expect(modal.dialog().open).toBe(false);
  });

  it('says that it connects from the approval on, when the code has served', async () => {
    const { fake, modal } = await showCode(HARBOR);
    await fake.tell({ wcUri: undefined, wcPairingExpiry: undefined, status: 'connected' });
    expect(title(modal)).toBe('Connecting...');
    expect(modal.ui.queryByTestId('lk-qr')).toBeNull();
  });

  it('leaves the pairing to a host that shows a URI of its own', async () => {
    const { fake, modal } = await show(HARBOR, { options: { manualWCControl: true } });
    expect(pairings(fake)).toBe(0);
    await fake.showUri();
    expect(title(modal)).toBe('Scan with Harbor');
  });
});

describe('The ways to connect', () => {
  const EVERYWHERE = listedWallet('harbor', 'Harbor', { desktop_link: 'harbor-desk://', webapp_link: 'https://app.harbor.example' });

  it('are tabs in the order of the wallet, moved through by the arrow keys', async () => {
    const { fake, modal } = await showCode(EVERYWHERE);
    const tabs = modal.ui.getAllByRole('tab');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected'), tab.tabIndex])).toEqual([
      ['Mobile', 'true', 0],
      ['Webapp', 'false', -1],
      ['Desktop', 'false', -1],
    ]);
    expect(modal.ui.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(tabs[0]?.id);
    await settled(() => {
      tabs[0]?.focus();
      tabs[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    });
    expect(modal.ui.getByRole('tab', { selected: true }).textContent).toBe('Desktop');
    expect(modal.root.activeElement?.textContent).toBe('Desktop');
    expect(modal.ui.getByTestId('lk-open-wallet').getAttribute('href')).toBe(`harbor-desk://wc?uri=${encodeURIComponent(URI)}`);
    await press(modal.ui.getByRole('tab', { name: 'Webapp' }));
    const link = modal.ui.getByTestId('lk-open-wallet');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    expect(pairings(fake)).toBe(1);
  });

  it('keep the URI when the tab changes, because a wallet may be at it', async () => {
    const { fake, modal } = await showCode(EVERYWHERE);
    await press(modal.ui.getByRole('tab', { name: 'Webapp' }));
    await press(modal.ui.getByRole('tab', { name: 'Mobile' }));
    expect(pairings(fake)).toBe(1);
    expect(modal.ui.getByRole('img', { name: 'QR code for Harbor' })).toBeDefined();
  });

  it('are the browser first for a wallet that is installed', async () => {
    const installed = listedWallet('example', 'Example', { rdns: WALLET });
    const fake = pairingClient();
    fake.chain.wallet(WALLET).always('connect', 'never');
    const modal = await renderOpen(fake);
    await fake.push(view('ConnectingWalletConnect', { walletId: 'example', wallet: installed }));
    expect(modal.ui.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Browser', 'Mobile']);
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    expect(pairings(fake)).toBe(0);
  });

  it('end in where to get an extension that is not installed', async () => {
    const extension = listedWallet('lantern', 'Lantern', { rdns: 'app.lantern', mobile_link: null, homepage: 'https://lantern.example' });
    const { fake, modal } = await show(extension);
    expect(title(modal)).toBe('Lantern is not installed');
    expect(modal.ui.getByRole('link', { name: /Get Lantern/ }).getAttribute('href')).toBe('https://lantern.example');
    expect(pairings(fake)).toBe(0);
  });
});

describe('ConnectingWalletConnect on a phone', () => {
  const open = async (modal: RenderedModal): Promise<void> => {
    const link = modal.ui.getByTestId('lk-open-wallet');
    link.addEventListener('click', (event) => event.preventDefault());
    await press(link);
  };

  it('has a link with the URI in it, which notes the wallet at the tap', async () => {
    const { fake, modal } = await show(HARBOR, { phone: true });
    expect(modal.ui.queryByTestId('lk-open-wallet')).toBeNull();
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-open-wallet');
    expect([link.tagName, link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'A',
      `harbor://wc?uri=${encodeURIComponent(URI)}`,
      '_self',
    ]);
    await open(modal);
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toEqual({ href: 'harbor://', name: 'Harbor' });
    expect(fake.events.findLast(({ event }) => event === 'SELECT_WALLET')?.properties).toEqual({ name: 'Harbor', platform: 'mobile' });
  });

  it('offers install, link and code when the page is still there after a second and a half', async () => {
    const { fake, modal } = await showCode(HARBOR, { phone: true });
    await open(modal);
    await later(1_499);
    expect(title(modal)).toBe('Continue in Harbor');
    await later(1);
    expect(title(modal)).toBe('Did Harbor not open?');
    expect(modal.ui.getByRole('link', { name: /Get Harbor/ })).toBeDefined();
    expect(modal.ui.getByTestId('lk-copy-link')).toBeDefined();
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.ui.getByTestId('lk-qr')).toBeDefined();
    // What is connected now is a wallet elsewhere: the link to this phone's wallet is not to be remembered.
    expect(pairings(fake)).toBe(2);
    expect(fake.client.useCases.watchConnection.current().pairing.wcLinking).toBeUndefined();
  });

  it('offers nothing of that when the wallet opened, and explains a long wait', async () => {
    const { fake, modal } = await showCode(HARBOR, { phone: true });
    await open(modal);
    await later(500);
    await settled(() => fake.browser.setVisible(false));
    await later(2_000);
    await settled(() => fake.browser.setVisible(true));
    await later(500);
    expect(title(modal)).toBe('Continue in Harbor');
    expect(modal.ui.queryByTestId('lk-show-code')).toBeNull();
    expect(modal.ui.getByText(/takes longer than usual/)).toBeDefined();
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
    await later(2_000);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(pairings(fake)).toBe(2);
  });

  it('asks for patience while the answer comes after the return', async () => {
    const { fake, modal } = await showCode(HARBOR, { phone: true });
    await fake.tell({ buffering: true });
    expect(title(modal)).toBe('Connecting...');
    await fake.tell({ buffering: false });
    expect(title(modal)).toBe('Continue in Harbor');
  });
});

describe('ConnectingWalletConnectBasic', () => {
  it('is what opens where the host wants nothing else', async () => {
    const { fake, modal } = await openedModal(pairingClient({ options: { basic: true } }));
    expect(modal.viewName()).toBe('ConnectingWalletConnectBasic');
    await fake.showUri();
    expect(modal.ui.getByRole('img', { name: 'QR code for any wallet' })).toBeDefined();
    expect(pairings(fake)).toBe(1);
  });
});
