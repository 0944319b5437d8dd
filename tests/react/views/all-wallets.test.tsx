import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { WALLET } from '../hooks/support/fake-client.js';
import { failDirectory, mockLayout, names, openAllWallets, scrollTo, search, typeSearch, wallets } from '../support/all-wallets.js';
import { expectAccessible } from '../support/axe.js';
import { listedWallet, onPhone, type PairingClient, pairingClient, pairingCount, URI } from '../support/pairing.js';
import { actAndFlush, key, openedModal, press, type RenderedModal } from '../support/render-modal.js';

const pages = ({ directory }: PairingClient): readonly number[] =>
  directory.queries.flatMap(({ entries, page }) => (entries === 40 ? [page] : []));

beforeEach(mockLayout);

describe('the row that opens AllWallets', () => {
  it('shows the number of wallets, rounded down', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: wallets(487) }));
    await waitFor(() => expect(modal.ui.getByTestId('lk-all-wallets').textContent).toContain('480+'));
    await press(modal.ui.getByTestId('lk-all-wallets'));
    expect(modal.viewName()).toBe('AllWallets');
    expect(fake.events.some(({ event }) => event === 'CLICK_ALL_WALLETS')).toBe(true);
  });
});

describe('AllWallets', () => {
  it('shows sixteen placeholders until the wallets load', async () => {
    const { modal } = await openAllWallets({}, ({ directory }) => {
      directory.lists = 'never';
    });
    expect(modal.ui.getByTestId('lk-skeleton').querySelectorAll('li')).toHaveLength(16);
    expect(modal.ui.getByText('Loading wallets')).toBeDefined();
  });

  it('renders only visible wallets, with their position and the total', async () => {
    const { modal } = await openAllWallets();
    const items = modal.ui.getAllByRole('listitem');
    expect(items.length).toBeGreaterThanOrEqual(16);
    expect(items.length).toBeLessThan(40);
    expect([items[0]?.getAttribute('aria-posinset'), items[0]?.getAttribute('aria-setsize')]).toEqual(['1', '500']);
    expect(items[5]?.getAttribute('aria-posinset')).toBe('6');
    await expectAccessible(modal.host);
  });

  it('puts installed and certified wallets first, and marks them', async () => {
    const { modal } = await openAllWallets({ wallets: [...wallets(20), listedWallet('mine', 'Example', { rdns: WALLET })] });
    // The four recommended wallets follow the installed one.
    expect(names(modal).slice(0, 6)).toEqual(['Example', 'Wallet 0', 'Wallet 1', 'Wallet 2', 'Wallet 3', 'Wallet 9']);
    expect(modal.ui.getByRole('button', { name: /^Example installed$/ })).toBeDefined();
    expect(modal.ui.getByRole('button', { name: /^Wallet 9 certified$/ })).toBeDefined();
  });

  it('marks a wallet that imitates an installed one', async () => {
    const evil = listedWallet('evil', 'Ex\u0430mple', { rdns: 'com.evil', badge_type: 'certified' });
    const { modal } = await openAllWallets({ wallets: [evil, listedWallet('mine', 'Example', { rdns: WALLET }), ...wallets(5)] });
    expect(modal.ui.getByRole('button', { name: 'Ex\u0430mple unverified' })).toBeDefined();
    expect(modal.ui.getByRole('button', { name: 'Example installed' })).toBeDefined();
  });

  it("shows each wallet's picture, or letters if the picture fails to load", async () => {
    const pictureOf = ({ ui }: RenderedModal) => ui.getByTestId('lk-wallet-w0').querySelector('[part=picture]');
    const withImage = [listedWallet('w0', 'Wallet 0', { image_id: 'i0' })];
    const { modal } = await openAllWallets({ wallets: withImage });
    expect(pictureOf(modal)?.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);
    const without = await openAllWallets({ wallets: withImage }, ({ directory }) => {
      directory.pictures = 'down';
    });
    expect(pictureOf(without.modal)?.querySelector('img')).toBeNull();
    expect(pictureOf(without.modal)?.textContent).toBe('W0');
  });

  it('loads the next page near the end, and each page once', async () => {
    const { fake, modal } = await openAllWallets();
    expect(pages(fake)).toEqual([1]);
    await scrollTo(modal, 900);
    expect(pages(fake)).toEqual([1, 2]);
    await scrollTo(modal, 910);
    expect(pages(fake)).toEqual([1, 2]);
    await scrollTo(modal, 2_000);
    expect(pages(fake)).toEqual([1, 2, 3]);
  });

  it('keeps the loaded wallets if a page fails, and retries on request', async () => {
    const { fake, modal } = await openAllWallets();
    fake.directory.lists = 'down';
    await scrollTo(modal, 900);
    expect(modal.ui.getByText('Failed to load more wallets').closest('[role=alert]')).not.toBeNull();
    expect(names(modal).length).toBeGreaterThan(15);
    const queryCount = fake.directory.queries.length;
    await scrollTo(modal, 901);
    expect(fake.directory.queries).toHaveLength(queryCount);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.ui.queryByText('Failed to load more wallets')).toBeNull();
    expect(pages(fake).at(-1)).toBe(2);
  });

  it('focuses the last wallet before those that a retry loads', async () => {
    const { fake, modal } = await openAllWallets();
    fake.directory.lists = 'down';
    await scrollTo(modal, 900);
    const last = names(modal).at(-1);
    const retryButton = modal.ui.getByTestId('lk-try-again');
    await actAndFlush(() => retryButton.focus());
    fake.directory.responseTiming = 'manual';
    await press(retryButton);
    expect(retryButton.isConnected).toBe(false);
    expect(modal.root.activeElement?.querySelector('bdi')?.textContent).toBe(last);
  });

  it('focuses the heading during a retry, and does not take the focus from another element', async () => {
    const { fake, modal } = await openAllWallets({}, failDirectory);
    const retryButton = modal.ui.getByTestId('lk-try-again');
    await actAndFlush(() => retryButton.focus());
    fake.directory.responseTiming = 'manual';
    await press(retryButton);
    expect(retryButton.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    await actAndFlush(() => modal.ui.getByTestId('lk-search').focus());
    await typeSearch(modal, 'Wallet 12');
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
  });

  it('returns the focus to the page when it closes with a focused button', async () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    const { fake, modal } = await openAllWallets({}, failDirectory);
    await actAndFlush(() => modal.ui.getByTestId('lk-try-again').focus());
    await actAndFlush(() => fake.client.close());
    expect(document.activeElement).toBe(opener);
  });

  it('shows an error with a retry and the code if the list fails to load', async () => {
    const { fake, modal } = await openAllWallets({}, failDirectory);
    expect(modal.view().textContent).toContain('Failed to load wallets');
    await expectAccessible(modal.host);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(names(modal)[0]).toBe('Wallet 0');
  });

  it('offers no retry that cannot help', async () => {
    const { modal } = await openAllWallets({}, ({ directory }) => {
      directory.lists = 'refused';
    });
    expect(modal.ui.getByText("This site can't list wallets")).toBeDefined();
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
  });

  it('connects an installed wallet and shows the code of another', async () => {
    const { fake, modal } = await openAllWallets({ wallets: [...wallets(5), listedWallet('mine', 'Example', { rdns: WALLET })] });
    fake.chain.wallet(WALLET).always('connect', 'never');
    await press(modal.ui.getByTestId('lk-wallet-mine'));
    expect(modal.viewName()).toBe('ConnectingExternal');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByTestId('lk-wallet-w2'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Wallet 2');
  });

  it('links to wallets on a phone', async () => {
    const { fake, modal } = await openAllWallets({}, (client) => onPhone(client));
    expect(modal.ui.getByTestId('lk-wallet-w2').tagName).toBe('BUTTON');
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-wallet-w2');
    expect([link.tagName, link.getAttribute('href')]).toEqual(['A', `w2://wc?uri=${encodeURIComponent(URI)}`]);
    expect(pairingCount(fake)).toBe(1);
  });
});

describe("a directory without a wallet for the app's networks", () => {
  it('explains it and offers the code', async () => {
    const { modal } = await openAllWallets({ wallets: [] });
    expect(modal.ui.getByText(/No listed wallet supports this site's networks/)).toBeDefined();
    expect(modal.ui.queryByText(/No results for/)).toBeNull();
    expect(modal.ui.getByTestId('lk-show-code')).toBeDefined();
  });
});

describe('search in AllWallets', () => {
  it('starts with two characters after a pause and shows the results', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'w');
    expect(fake.directory.queries.some(({ search }) => search !== undefined)).toBe(false);
    await search(fake, modal, 'Wallet 12');
    expect(fake.directory.queries.filter(({ search }) => search !== undefined)).toHaveLength(1);
    expect(names(modal)).toEqual(['Wallet 129', 'Wallet 12', ...Array.from({ length: 9 }, (_, index) => `Wallet ${120 + index}`)]);
    expect(modal.ui.getByText('11 wallets found').getAttribute('role')).toBe('status');
  });

  it('returns to the list when the field is cleared', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'Wallet 12');
    const clear = modal.ui.getByRole('button', { name: 'Clear search' });
    await actAndFlush(() => clear.focus());
    await press(clear);
    expect(clear.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
    expect(names(modal)[0]).toBe('Wallet 0');
  });

  it('explains that there are no results and that any wallet works by QR code', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'nothing');
    expect(modal.ui.getByText('No results for “nothing”. You can still connect by QR code.')).toBeDefined();
    await expectAccessible(modal.host);
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.ui.getByTestId('lk-qr')).toBeDefined();
  });

  it('shows certified wallets only and announces it', async () => {
    const { fake, modal } = await openAllWallets();
    const toggle = modal.ui.getByTestId('lk-certified');
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    await press(toggle);
    await actAndFlush(() => fake.clock.run(1_000));
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Showing certified wallets only');
    expect(names(modal).slice(0, 3)).toEqual(['Wallet 9', 'Wallet 19', 'Wallet 29']);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
  });

  it('can be retried after a failure', async () => {
    const { fake, modal } = await openAllWallets();
    fake.directory.lists = 'down';
    await search(fake, modal, 'Wallet 12');
    expect(modal.view().textContent).toContain('Failed to load wallets');
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    await actAndFlush(() => fake.clock.run(1_000));
    expect(names(modal)).toContain('Wallet 12');
  });

  it('shows no previous results after a failure', async () => {
    const { fake, modal } = await openAllWallets();
    await search(fake, modal, 'Wallet 12');
    fake.directory.lists = 'down';
    await search(fake, modal, 'Wallet 3');
    expect(modal.view().textContent).toContain('Failed to load wallets');
    expect(names(modal)).toEqual([]);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    // A retry is not debounced; only the minimum wait against flicker applies.
    await actAndFlush(() => fake.clock.run(300));
    expect(names(modal)).toContain('Wallet 31');
  });
});

describe('AllWallets while offline', () => {
  const offline = (fake: PairingClient): void => {
    fake.browser.setOnline(false);
    fake.directory.lists = 'down';
  };
  const online = (fake: PairingClient): Promise<void> =>
    actAndFlush(() => {
      fake.directory.lists = 'working';
      fake.browser.setOnline(true);
    });

  it('loads automatically when back online', async () => {
    const { fake, modal } = await openAllWallets({}, offline);
    expect(modal.view().textContent).toContain('Failed to load wallets');
    await online(fake);
    expect(names(modal)[0]).toBe('Wallet 0');
  });

  it('continues after the loaded wallets', async () => {
    const { fake, modal } = await openAllWallets();
    offline(fake);
    await scrollTo(modal, 900);
    expect(modal.ui.getByText('Failed to load more wallets')).toBeDefined();
    await online(fake);
    expect(modal.ui.queryByText('Failed to load more wallets')).toBeNull();
    expect(pages(fake).at(-1)).toBe(2);
  });

  it('requests nothing again if nothing has failed', async () => {
    const { fake } = await openAllWallets();
    const queryCount = fake.directory.queries.length;
    await actAndFlush(() => fake.browser.setOnline(false));
    await actAndFlush(() => fake.browser.setOnline(true));
    expect(fake.directory.queries).toHaveLength(queryCount);
  });
});

describe('keyboard in AllWallets', () => {
  const focused = ({ root }: RenderedModal): string | undefined => (root.activeElement as HTMLElement | null)?.dataset['key'];

  it('has one tab stop and moves by arrow keys beyond the visible rows', async () => {
    const { modal } = await openAllWallets({ wallets: wallets(500).map((wallet) => ({ ...wallet, badge_type: 'none' })) });
    expect(modal.view().querySelectorAll('.cell[tabindex="0"]')).toHaveLength(1);
    await actAndFlush(() => modal.ui.getByTestId('lk-search').focus());
    await key(modal.root, 'ArrowDown');
    expect(focused(modal)).toBe('w0');
    await key(modal.root, 'ArrowRight');
    expect(focused(modal)).toBe('w1');
    await key(modal.root, 'ArrowDown');
    expect(focused(modal)).toBe('w5');
    await key(modal.root, 'End');
    await actAndFlush();
    expect(focused(modal)).toBe('w43');
    expect(modal.view().querySelectorAll('.cell[tabindex="0"]')).toHaveLength(1);
  });

  it('moves to the search on typing or up from the first row', async () => {
    const { modal } = await openAllWallets();
    await actAndFlush(() => modal.ui.getByTestId('lk-search').focus());
    await key(modal.root, 'ArrowDown');
    await key(modal.root, 'ArrowUp');
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
    await key(modal.root, 'ArrowDown');
    expect(await key(modal.root, 'm')).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
  });
});
