import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { onPhone } from '../support/pairing.js';
import { actAndFlush, openedModal, press, type RenderedModal, renderOpen } from '../support/render-modal.js';

afterEach(() => vi.useRealTimers());

const rows = ({ ui }: RenderedModal): readonly (string | null)[] =>
  ui.queryAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent ?? null);

describe('Connect', () => {
  it('lists discovered wallets, announced ones before the legacy one', async () => {
    const fake = fakeClient({
      chain: {
        wallets: [
          { id: 'injected', name: 'Browser Wallet', type: 'INJECTED' },
          { id: 'org.harbor', name: 'Harbor' },
          { id: 'app.lantern', name: 'Lantern' },
        ],
      },
    });
    const modal = await renderOpen(fake);
    expect(rows(modal)).toEqual(['Harbor', 'Lantern', 'Browser Wallet']);
    expect(modal.ui.getAllByText('installed')).toHaveLength(3);
    expect(modal.ui.getByText('3 wallets found')).toBeDefined();
  });

  it('lists a wallet that announces itself later', async () => {
    const { fake, modal } = await openedModal(fakeClient({ chain: { wallets: [{ id: 'org.harbor', name: 'Harbor' }] } }));
    await actAndFlush(() => fake.chain.announce({ id: 'app.lantern', name: 'Lantern' }));
    expect(rows(modal)).toEqual(['Harbor', 'Lantern']);
  });

  it('does not speak of extensions on a phone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fake = fakeClient({ chain: { wallets: [] } });
    onPhone(fake);
    const modal = await renderOpen(fake);
    await actAndFlush(() => vi.advanceTimersByTime(400));
    expect(modal.ui.getByText('No wallet found').parentElement?.textContent).not.toMatch(/extension|installed/i);
    vi.useRealTimers();
  });

  it('shows a skeleton for a moment, then that there is no wallet and where to get one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { fake, modal } = await openedModal(fakeClient({ chain: { wallets: [] } }));
    expect(modal.ui.getByText('Looking for wallets')).toBeDefined();
    expect(modal.ui.queryByText('No wallet found')).toBeNull();
    await actAndFlush(() => vi.advanceTimersByTime(400));
    expect(modal.ui.queryByText('Looking for wallets')).toBeNull();
    expect(modal.ui.getByText('No wallet found')).toBeDefined();
    const link = modal.ui.getByRole('link', { name: /Get a wallet/ });
    expect(link.getAttribute('href')).toBe('https://ethereum.org/en/wallets/find-wallet/');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    // Keeps the test on its page.
    link.addEventListener('click', (event) => event.preventDefault());
    await press(link);
    expect(fake.events.at(-1)?.event).toBe('CLICK_GET_WALLET');
  });

  it('offers custom wallets if none is installed, and no guide without enableWalletGuide', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fake = fakeClient({
      chain: { wallets: [] },
      options: {
        enableWalletGuide: false,
        customWallets: [
          { id: 'own', name: 'Own', homepage: 'https://own.example' },
          { id: 'x', name: 'X' },
        ],
      },
    });
    const modal = await renderOpen(fake);
    await actAndFlush(() => vi.advanceTimersByTime(400));
    expect(modal.ui.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://own.example']);
  });

  it('lists custom wallets as links among the installed ones in the configured order', async () => {
    const fake = fakeClient({
      options: {
        features: { connectorTypeOrder: ['custom', 'injected'] },
        customWallets: [
          { id: 'own', name: 'Own', homepage: 'https://own.example', webapp_link: 'https://web.own.example', mobile_link: 'own://' },
          { id: 'example', name: 'Installed already', homepage: 'https://example.com', rdns: WALLET },
          { id: 'nowhere', name: 'Nowhere' },
        ],
      },
    });
    const modal = await renderOpen(fake);
    expect(rows(modal)).toEqual(['Own', 'Example']);
    const link = modal.ui.getByRole('link', { name: /Own/ });
    expect(link.getAttribute('href')).toBe('https://web.own.example');
    link.addEventListener('click', (event) => event.preventDefault());
    await press(link);
    expect(fake.events.at(-1)).toMatchObject({ event: 'SELECT_WALLET', properties: { name: 'Own', platform: 'web' } });
  });

  it('opens the app of a custom wallet on a phone', async () => {
    const fake = fakeClient({
      options: { customWallets: [{ id: 'own', name: 'Own', homepage: 'https://own.example', mobile_link: 'own://' }] },
    });
    fake.browser.platform = { ...fake.browser.platform, mobile: true };
    const modal = await renderOpen(fake);
    expect(modal.ui.getByRole('link', { name: /Own/ }).getAttribute('href')).toBe('own://');
  });

  it('shows that the site turned off wallets', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const modal = await renderOpen(fakeClient({ options: { enableWallets: false } }));
    await actAndFlush(() => vi.advanceTimersByTime(400));
    expect(modal.ui.getByText('No wallets available')).toBeDefined();
    expect(modal.ui.queryByRole('link')).toBeNull();
  });

  it('marks wallets that look alike, and explains it once', async () => {
    const fake = fakeClient({
      chain: {
        wallets: [
          { id: 'org.harbor', name: 'Harbor' },
          { id: 'org.harbor#2', name: 'Harbor', suspicious: true },
        ],
      },
    });
    const modal = await renderOpen(fake);
    const rows = modal.ui.getAllByRole('button', { name: /Harbor.*unverified/ });
    expect(rows).toHaveLength(2);
    const hint = modal.ui.getByText(/looks like another one/);
    expect(rows.map((row) => row.getAttribute('aria-describedby'))).toEqual([hint.id, hint.id]);
  });

  it('shows letters of a wallet if its picture fails to load', async () => {
    const fake = fakeClient({
      chain: {
        wallets: [
          { id: 'a', name: 'harbor', icon: 'data:image/png;base64,broken' },
          { id: 'b', name: 'Lantern' },
        ],
      },
    });
    const modal = await renderOpen(fake);
    const [first, second] = modal.ui.getAllByRole('listitem');
    expect(second?.querySelector('.pic')?.textContent).toBe('La');
    const image = first?.querySelector('img');
    await actAndFlush(() => image?.dispatchEvent(new Event('error')));
    expect(first?.querySelector('img')).toBeNull();
    expect(first?.querySelector('.pic')?.textContent).toBe('Ha');
  });

  it('shows the connector image set by the app', async () => {
    const modal = await renderOpen(fakeClient({ options: { connectorImages: { [WALLET]: 'https://app.example/own.png' } } }));
    expect(modal.view().querySelector('img')?.getAttribute('src')).toBe('https://app.example/own.png');
  });

  it('connects the picked wallet', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    fake.chain.wallet(WALLET).always('connect', 'never');
    await press(modal.ui.getByRole('button', { name: /Example/ }));
    expect(modal.viewName()).toBe('ConnectingExternal');
    expect(fake.chain.wallet(WALLET).count('connect')).toBe(1);
    expect(fake.events.find(({ event }) => event === 'SELECT_WALLET')?.properties).toEqual({ name: 'Example', platform: 'browser' });
  });

  it('explains what a wallet is and tracks the click', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await press(modal.ui.getByRole('button', { name: 'What is a wallet?' }));
    expect(modal.viewName()).toBe('WhatIsAWallet');
    expect(fake.events.at(-1)?.event).toBe('CLICK_WALLET_HELP');
    expect(modal.ui.getByText('Holds your assets')).toBeDefined();
  });
});

describe('the terms', () => {
  const urls = { termsConditionsUrl: 'https://app.example/terms', privacyPolicyUrl: 'https://app.example/privacy' };

  it('are below the list with their links', async () => {
    const modal = await renderOpen(fakeClient({ options: urls }));
    expect(modal.view().textContent).toContain('By connecting you agree to the terms of service');
    expect(modal.ui.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(Object.values(urls));
    expect(modal.ui.queryByRole('checkbox')).toBeNull();
  });

  it('name only the configured document', async () => {
    const modal = await renderOpen(fakeClient({ options: { privacyPolicyUrl: urls.privacyPolicyUrl } }));
    expect(modal.ui.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([urls.privacyPolicyUrl]);
    expect(modal.view().textContent).not.toContain('terms of service');
  });

  it('disable the list until they are accepted, and stay accepted in other views', async () => {
    const modal = await renderOpen(fakeClient({ options: { ...urls, features: { legalCheckbox: true } } }));
    const isDisabled = (): boolean => modal.ui.getByRole('group').matches('fieldset:disabled');
    expect(isDisabled()).toBe(true);
    await press(modal.ui.getByRole('checkbox', { name: /I agree to the/ }));
    expect(isDisabled()).toBe(false);
    await press(modal.ui.getByTestId('lk-help'));
    await press(modal.ui.getByTestId('lk-back'));
    expect(isDisabled()).toBe(false);
  });

  it('are not shown without a URL', async () => {
    const modal = await renderOpen(fakeClient({ options: { features: { legalCheckbox: true } } }));
    expect(modal.ui.queryByRole('checkbox')).toBeNull();
    expect(modal.ui.queryByRole('link')).toBeNull();
  });
});

describe('collapsed wallets', () => {
  const wallets = [
    { id: 'ID_AUTH', name: 'Auth', type: 'AUTH' as const },
    { id: 'org.harbor', name: 'Harbor' },
  ];

  it('are behind one row if there is another login method', async () => {
    const modal = await renderOpen(fakeClient({ chain: { wallets }, options: { features: { collapseWallets: true } } }));
    expect(rows(modal)).toEqual([]);
    await press(modal.ui.getByRole('button', { name: 'Continue with a wallet' }));
    expect(modal.viewName()).toBe('ConnectWallets');
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Connect wallet');
    expect(rows(modal)).toEqual(['Harbor']);
  });

  it('are not collapsed if they are the only method', async () => {
    const modal = await renderOpen(fakeClient({ options: { features: { collapseWallets: true } } }));
    expect(rows(modal)).toEqual(['Example']);
  });
});
