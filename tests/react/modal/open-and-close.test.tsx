import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { view } from '../../../domain/router/views.js';
import { connectedClient } from '../hooks/support/connected.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { mockLayout, openAllWallets, typeSearch } from '../support/all-wallets.js';
import { pairingClient } from '../support/pairing.js';
import { actAndFlush, key, openedModal, press, type RenderedModal, renderedModal, renderOpen } from '../support/render-modal.js';

/** Simulates the system's back gesture or button. */
const goBack = async (modal: RenderedModal): Promise<boolean> => {
  const cancel = new Event('cancel', { cancelable: true });
  await actAndFlush(() => modal.dialog().dispatchEvent(cancel));
  return cancel.defaultPrevented;
};

describe("the system's back gesture", () => {
  it('goes back one view and closes the modal in the first one', async () => {
    const { fake, modal } = await openedModal(pairingClient());
    await fake.push(view('AllWallets'));
    await fake.push(view('ConnectingWalletConnect', { walletId: null }));
    expect(await goBack(modal)).toBe(true);
    expect(modal.viewName()).toBe('AllWallets');
    await goBack(modal);
    expect(modal.viewName()).toBe('Connect');
    await goBack(modal);
    expect(modal.dialog().open).toBe(false);
  });

  it('is refused if the modal must stay open', async () => {
    const { fake, modal } = await renderedModal(connectedClient());
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    await goBack(modal);
    expect([modal.viewName(), modal.dialog().open]).toEqual(['UnsupportedChain', true]);
  });
});

describe('Tab in a view with a grid', () => {
  it('moves from the grid to the first control and back to the same wallet', async () => {
    mockLayout();
    const { modal } = await openAllWallets();
    await actAndFlush(() => modal.ui.getByTestId('lk-search').focus());
    await key(modal.root, 'ArrowDown');
    await key(modal.root, 'ArrowRight');
    const cell = modal.root.activeElement;
    expect(cell?.getAttribute('tabindex')).toBe('0');
    expect(await key(modal.root, 'Tab')).toBe(true);
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-back'));
    expect(await key(modal.root, 'Tab', { shiftKey: true })).toBe(true);
    expect(modal.root.activeElement).toBe(cell);
  });
});

describe('Escape in a search field', () => {
  it('clears the field first and closes the modal if it is empty', async () => {
    const { modal } = await openAllWallets();
    const field = modal.ui.getByTestId<HTMLInputElement>('lk-search');
    await actAndFlush(() => field.focus());
    await typeSearch(modal, 'Wallet 12');
    await key(modal.root, 'Escape', { isComposing: true });
    expect(field.value).toBe('Wallet 12');
    expect(await key(modal.root, 'Escape')).toBe(true);
    expect([field.value, modal.root.activeElement === field, modal.dialog().open]).toEqual(['', true, true]);
    await key(modal.root, 'Escape');
    expect(modal.dialog().open).toBe(false);
  });
});

describe('an error notice', () => {
  it('is an alert, so that it is announced also on a new screen', async () => {
    const { modal } = await openAllWallets({}, ({ directory }) => {
      directory.lists = 'down';
    });
    expect(within(modal.view()).getByText('Failed to load wallets').closest('[role=alert]')).not.toBeNull();
  });

  it('is no alert if a list is merely empty', async () => {
    const { modal } = await openAllWallets({ wallets: [] });
    expect(modal.ui.getByText('No wallet found').closest('[role=alert]')).toBeNull();
  });
});

describe('the focus after opening a wallet by its link', () => {
  it('moves to the heading of the next screen', async () => {
    const fake = pairingClient();
    fake.browser.platform = { ...fake.browser.platform, mobile: true, ios: true };
    const modal = await renderOpen(fake);
    const wallet = fake.directory.wallets[0]!;
    await fake.push(view('ConnectingWalletConnect', { walletId: wallet.id, wallet: { ...wallet, mobile_link: 'w0://' } }));
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-open-wallet');
    link.addEventListener('click', (event) => event.preventDefault());
    await actAndFlush(() => link.focus());
    await press(link);
    await fake.setPairing({ buffering: true });
    expect(link.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    expect(modal.ui.getAllByText('Connecting...').some((element) => element.getAttribute('role') === 'status')).toBe(true);
  });
});

describe('a virtual keyboard', () => {
  /** Fake of the visual viewport. */
  class FakeViewport extends EventTarget {
    height = 768;
    offsetTop = 0;
    scale = 1;
  }

  it('insets only the dialog around a search field', async () => {
    const viewport = new FakeViewport();
    Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true });
    Object.defineProperty(window, 'innerHeight', { value: 768, configurable: true });
    const { modal } = await openAllWallets({ options: { features: { email: false } } });
    const keyboardInset = (): string => modal.dialog().style.getPropertyValue('--keyboard');
    const show = (change: Partial<FakeViewport>): Promise<void> =>
      actAndFlush(() => {
        Object.assign(viewport, change);
        viewport.dispatchEvent(new Event('resize'));
      });
    expect(keyboardInset()).toBe('0px');
    await show({ height: 468 });
    expect(keyboardInset()).toBe('300px');
    await show({ height: 448, offsetTop: 20 });
    expect(keyboardInset()).toBe('300px');
    // Browser bars and pinch zoom.
    await show({ height: 712, offsetTop: 0 });
    expect(keyboardInset()).toBe('0px');
    await show({ height: 384, scale: 2 });
    expect(keyboardInset()).toBe('0px');
    await show({ height: 468, scale: 1 });
    await press(modal.ui.getByTestId('lk-back'));
    expect(keyboardInset()).toBe('');
    await show({ height: 400 });
    expect(keyboardInset()).toBe('');
  });
});
