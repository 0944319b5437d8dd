import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { WALLET } from '../hooks/support/fake-client.js';
import { down, layOut, names, openAll, scrollTo, search, type, wallets } from '../support/all-wallets.js';
import { expectAccessible } from '../support/axe.js';
import { listedWallet, onPhone, type PairingClient, pairingClient, pairings, URI } from '../support/pairing.js';
import { key, openedModal, press, type RenderedModal, settled } from '../support/render-modal.js';

const pages = ({ directory }: PairingClient): readonly number[] =>
  directory.queries.flatMap(({ entries, page }) => (entries === 40 ? [page] : []));

beforeEach(layOut);

describe('The row that leads to all wallets', () => {
  it('says how many there are, rounded down', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: wallets(487) }));
    await waitFor(() => expect(modal.ui.getByTestId('lk-all-wallets').textContent).toContain('480+'));
    await press(modal.ui.getByTestId('lk-all-wallets'));
    expect(modal.viewName()).toBe('AllWallets');
    expect(fake.events.some(({ event }) => event === 'CLICK_ALL_WALLETS')).toBe(true);
  });
});

describe('AllWallets', () => {
  it('keeps the places of sixteen wallets until they come', async () => {
    const { modal } = await openAll({}, ({ directory }) => {
      directory.lists = 'never';
    });
    expect(modal.ui.getByTestId('lk-bones').querySelectorAll('li')).toHaveLength(16);
    expect(modal.ui.getByText('Loading wallets')).toBeDefined();
  });

  it('draws only what is on screen, and says of each where it stands among all', async () => {
    const { modal } = await openAll();
    const items = modal.ui.getAllByRole('listitem');
    expect(items.length).toBeGreaterThanOrEqual(16);
    expect(items.length).toBeLessThan(40);
    expect([items[0]?.getAttribute('aria-posinset'), items[0]?.getAttribute('aria-setsize')]).toEqual(['1', '500']);
    expect(items[5]?.getAttribute('aria-posinset')).toBe('6');
    await expectAccessible(modal.host);
  });

  it('puts installed and certified wallets first, and marks them', async () => {
    const { modal } = await openAll({ wallets: [...wallets(20), listedWallet('mine', 'Example', { rdns: WALLET })] });
    // The four that the directory recommends stand after what is installed.
    expect(names(modal).slice(0, 6)).toEqual(['Example', 'Wallet 0', 'Wallet 1', 'Wallet 2', 'Wallet 3', 'Wallet 9']);
    expect(modal.ui.getByRole('button', { name: /^Example installed$/ })).toBeDefined();
    expect(modal.ui.getByRole('button', { name: /^Wallet 9 certified$/ })).toBeDefined();
  });

  it('marks a wallet that looks like an installed one and is another', async () => {
    const evil = listedWallet('evil', 'Ex\u0430mple', { rdns: 'com.evil', badge_type: 'certified' });
    const { modal } = await openAll({ wallets: [evil, listedWallet('mine', 'Example', { rdns: WALLET }), ...wallets(5)] });
    expect(modal.ui.getByRole('button', { name: 'Ex\u0430mple unverified' })).toBeDefined();
    expect(modal.ui.getByRole('button', { name: 'Example installed' })).toBeDefined();
  });

  it('shows the picture of each wallet, and its initial where the picture does not come', async () => {
    const pictureOf = ({ ui }: RenderedModal) => ui.getByTestId('lk-wallet-w0').querySelector('[part=picture]');
    const withImage = [listedWallet('w0', 'Wallet 0', { image_id: 'i0' })];
    const { modal } = await openAll({ wallets: withImage });
    expect(pictureOf(modal)?.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);
    const without = await openAll({ wallets: withImage }, ({ directory }) => {
      directory.pictures = 'down';
    });
    expect(pictureOf(without.modal)?.querySelector('img')).toBeNull();
    expect(pictureOf(without.modal)?.textContent).toBe('W');
  });

  it('loads the next page when its end is near, and each page once', async () => {
    const { fake, modal } = await openAll();
    expect(pages(fake)).toEqual([1]);
    await scrollTo(modal, 900);
    expect(pages(fake)).toEqual([1, 2]);
    await scrollTo(modal, 910);
    expect(pages(fake)).toEqual([1, 2]);
    await scrollTo(modal, 2_000);
    expect(pages(fake)).toEqual([1, 2, 3]);
  });

  it('keeps what is there when a page does not come, and loads it on request', async () => {
    const { fake, modal } = await openAll();
    fake.directory.lists = 'down';
    await scrollTo(modal, 900);
    expect(modal.ui.getByText('More wallets could not be loaded').closest('[role=alert]')).not.toBeNull();
    expect(names(modal).length).toBeGreaterThan(15);
    const asked = fake.directory.queries.length;
    await scrollTo(modal, 901);
    expect(fake.directory.queries).toHaveLength(asked);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.ui.queryByText('More wallets could not be loaded')).toBeNull();
    expect(pages(fake).at(-1)).toBe(2);
  });

  it('leaves the focus to the wallet before those that another try brings', async () => {
    const { fake, modal } = await openAll();
    fake.directory.lists = 'down';
    await scrollTo(modal, 900);
    const last = names(modal).at(-1);
    const again = modal.ui.getByTestId('lk-try-again');
    await settled(() => again.focus());
    fake.directory.answers = 'by-hand';
    await press(again);
    expect(again.isConnected).toBe(false);
    expect(modal.root.activeElement?.querySelector('bdi')?.textContent).toBe(last);
  });

  it('leaves the focus to its heading while the list is asked for again, and does not take it from elsewhere', async () => {
    const { fake, modal } = await openAll({}, down);
    const again = modal.ui.getByTestId('lk-try-again');
    await settled(() => again.focus());
    fake.directory.answers = 'by-hand';
    await press(again);
    expect(again.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    await settled(() => modal.ui.getByTestId('lk-search').focus());
    await type(modal, 'Wallet 12');
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
  });

  it('gives the focus back to the page when it closes while a button in it has the focus', async () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    const { fake, modal } = await openAll({}, down);
    await settled(() => modal.ui.getByTestId('lk-try-again').focus());
    await settled(() => fake.client.close());
    expect(document.activeElement).toBe(opener);
  });

  it('says when the list does not come, and offers another try and the code', async () => {
    const { fake, modal } = await openAll({}, down);
    expect(modal.view().textContent).toContain('The wallets could not be loaded');
    await expectAccessible(modal.host);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(names(modal)[0]).toBe('Wallet 0');
  });

  it('offers no try that cannot help', async () => {
    const { modal } = await openAll({}, ({ directory }) => {
      directory.lists = 'refused';
    });
    expect(modal.ui.getByText('This site cannot list wallets')).toBeDefined();
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
  });

  it('opens an installed wallet, and shows the code of another one', async () => {
    const { fake, modal } = await openAll({ wallets: [...wallets(5), listedWallet('mine', 'Example', { rdns: WALLET })] });
    fake.chain.wallet(WALLET).always('connect', 'never');
    await press(modal.ui.getByTestId('lk-wallet-mine'));
    expect(modal.viewName()).toBe('ConnectingExternal');
    await press(modal.ui.getByTestId('lk-back'));
    await press(modal.ui.getByTestId('lk-wallet-w2'));
    expect(modal.viewName()).toBe('ConnectingWalletConnect');
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Wallet 2');
  });

  it('has wallets as links on a phone', async () => {
    const { fake, modal } = await openAll({}, (client) => onPhone(client));
    expect(modal.ui.getByTestId('lk-wallet-w2').tagName).toBe('BUTTON');
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-wallet-w2');
    expect([link.tagName, link.getAttribute('href')]).toEqual(['A', `w2://wc?uri=${encodeURIComponent(URI)}`]);
    expect(pairings(fake)).toBe(1);
  });
});

describe('A directory without a wallet for the networks of the page', () => {
  it('says so, and leaves the code', async () => {
    const { modal } = await openAll({ wallets: [] });
    expect(modal.ui.getByText(/No wallet is listed for the networks of this site/)).toBeDefined();
    expect(modal.ui.queryByText(/is called/)).toBeNull();
    expect(modal.ui.getByTestId('lk-show-code')).toBeDefined();
  });
});

describe('The search among all wallets', () => {
  it('begins with two letters, after a pause, and shows what was found', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'w');
    expect(fake.directory.queries.some(({ search }) => search !== undefined)).toBe(false);
    await search(fake, modal, 'Wallet 12');
    expect(fake.directory.queries.filter(({ search }) => search !== undefined)).toHaveLength(1);
    expect(names(modal)).toEqual(['Wallet 129', 'Wallet 12', ...Array.from({ length: 9 }, (_, index) => `Wallet ${120 + index}`)]);
    expect(modal.ui.getByText('11 wallets found').getAttribute('role')).toBe('status');
  });

  it('goes back to the list when the field is emptied', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'Wallet 12');
    const clear = modal.ui.getByRole('button', { name: 'Clear search' });
    await settled(() => clear.focus());
    await press(clear);
    expect(clear.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
    expect(names(modal)[0]).toBe('Wallet 0');
  });

  it('says when there is none, and that any wallet that scans works', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'nothing');
    expect(modal.ui.getByText('Nothing here is called “nothing”. Any wallet that scans a QR code works too.')).toBeDefined();
    await expectAccessible(modal.host);
    await press(modal.ui.getByTestId('lk-show-code'));
    expect(modal.ui.getByTestId('lk-qr')).toBeDefined();
  });

  it('shows certified wallets only, and says so', async () => {
    const { fake, modal } = await openAll();
    const toggle = modal.ui.getByTestId('lk-certified');
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    await press(toggle);
    await settled(() => fake.clock.run(1_000));
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Only certified wallets are shown');
    expect(names(modal).slice(0, 3)).toEqual(['Wallet 9', 'Wallet 19', 'Wallet 29']);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
  });

  it('that fails can be tried again', async () => {
    const { fake, modal } = await openAll();
    fake.directory.lists = 'down';
    await search(fake, modal, 'Wallet 12');
    expect(modal.view().textContent).toContain('The wallets could not be loaded');
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    await settled(() => fake.clock.run(1_000));
    expect(names(modal)).toContain('Wallet 12');
  });

  it('that fails shows nothing that was found for other words', async () => {
    const { fake, modal } = await openAll();
    await search(fake, modal, 'Wallet 12');
    fake.directory.lists = 'down';
    await search(fake, modal, 'Wallet 3');
    expect(modal.view().textContent).toContain('The wallets could not be loaded');
    expect(names(modal)).toEqual([]);
    fake.directory.lists = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    // A button is no typing: nothing is waited for but what keeps the list from flickering.
    await settled(() => fake.clock.run(300));
    expect(names(modal)).toContain('Wallet 31');
  });
});

describe('All wallets on a page without a network', () => {
  const offline = (fake: PairingClient): void => {
    fake.browser.setOnline(false);
    fake.directory.lists = 'down';
  };
  const online = (fake: PairingClient): Promise<void> =>
    settled(() => {
      fake.directory.lists = 'working';
      fake.browser.setOnline(true);
    });

  it('come by themselves when it is back', async () => {
    const { fake, modal } = await openAll({}, offline);
    expect(modal.view().textContent).toContain('The wallets could not be loaded');
    await online(fake);
    expect(names(modal)[0]).toBe('Wallet 0');
  });

  it('go on behind what is there', async () => {
    const { fake, modal } = await openAll();
    offline(fake);
    await scrollTo(modal, 900);
    expect(modal.ui.getByText('More wallets could not be loaded')).toBeDefined();
    await online(fake);
    expect(modal.ui.queryByText('More wallets could not be loaded')).toBeNull();
    expect(pages(fake).at(-1)).toBe(2);
  });

  it('are not asked for again where nothing has failed', async () => {
    const { fake } = await openAll();
    const asked = fake.directory.queries.length;
    await settled(() => fake.browser.setOnline(false));
    await settled(() => fake.browser.setOnline(true));
    expect(fake.directory.queries).toHaveLength(asked);
  });
});

describe('The keyboard in the list of all wallets', () => {
  const focused = ({ root }: RenderedModal): string | undefined => (root.activeElement as HTMLElement | null)?.dataset['key'];

  it('stops once at Tab, and moves by arrows, beyond what is on screen too', async () => {
    const { modal } = await openAll({ wallets: wallets(500).map((wallet) => ({ ...wallet, badge_type: 'none' })) });
    expect(modal.view().querySelectorAll('.cell[tabindex="0"]')).toHaveLength(1);
    await settled(() => modal.ui.getByTestId('lk-search').focus());
    await key(modal.root, 'ArrowDown');
    expect(focused(modal)).toBe('w0');
    await key(modal.root, 'ArrowRight');
    expect(focused(modal)).toBe('w1');
    await key(modal.root, 'ArrowDown');
    expect(focused(modal)).toBe('w5');
    await key(modal.root, 'End');
    await settled();
    expect(focused(modal)).toBe('w43');
    expect(modal.view().querySelectorAll('.cell[tabindex="0"]')).toHaveLength(1);
  });

  it('leads to the search when somebody types or goes up from the first row', async () => {
    const { modal } = await openAll();
    await settled(() => modal.ui.getByTestId('lk-search').focus());
    await key(modal.root, 'ArrowDown');
    await key(modal.root, 'ArrowUp');
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
    await key(modal.root, 'ArrowDown');
    expect(await key(modal.root, 'm')).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-search'));
  });
});
