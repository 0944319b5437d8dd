import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { view } from '../../../domain/router/views.js';
import { connected } from '../hooks/support/connected.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { layOut, openAll, type } from '../support/all-wallets.js';
import { pairingClient } from '../support/pairing.js';
import { key, openedModal, press, type RenderedModal, renderedModal, renderOpen, settled } from '../support/render-modal.js';

/** The way back of the system: a gesture or a button of the phone. */
const goBack = async (modal: RenderedModal): Promise<boolean> => {
  const cancel = new Event('cancel', { cancelable: true });
  await settled(() => modal.dialog().dispatchEvent(cancel));
  return cancel.defaultPrevented;
};

describe('the way back of the system', () => {
  it('leads one view back, and closes the first one', async () => {
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

  it('is refused where the modal must stay', async () => {
    const { fake, modal } = await renderedModal(connected());
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    await goBack(modal);
    expect([modal.viewName(), modal.dialog().open]).toEqual(['UnsupportedChain', true]);
  });
});

describe('Tab in a view whose last controls are reached by arrow keys', () => {
  it('goes from the wallet of the list to the first control, and back to that wallet', async () => {
    layOut();
    const { modal } = await openAll();
    await settled(() => modal.ui.getByTestId('lk-search').focus());
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

describe('Escape in a search', () => {
  it('empties the field first, and closes the modal when there is nothing to empty', async () => {
    const { modal } = await openAll();
    const field = modal.ui.getByTestId<HTMLInputElement>('lk-search');
    await settled(() => field.focus());
    await type(modal, 'Wallet 12');
    await key(modal.root, 'Escape', { isComposing: true });
    expect(field.value).toBe('Wallet 12');
    expect(await key(modal.root, 'Escape')).toBe(true);
    expect([field.value, modal.root.activeElement === field, modal.dialog().open]).toEqual(['', true, true]);
    await key(modal.root, 'Escape');
    expect(modal.dialog().open).toBe(false);
  });
});

describe('what went wrong', () => {
  it('is an alert, so that it is spoken also where its screen is new', async () => {
    const { modal } = await openAll({}, ({ directory }) => {
      directory.lists = 'down';
    });
    expect(within(modal.view()).getByText('The wallets could not be loaded').closest('[role=alert]')).not.toBeNull();
  });

  it('is none where there is only nothing to list', async () => {
    const { modal } = await openAll({ wallets: [] });
    expect(modal.ui.getByText('No wallet found').closest('[role=alert]')).toBeNull();
  });
});

describe('the focus of who opened a wallet by its link', () => {
  it('goes to the heading of the screen that takes its place', async () => {
    const fake = pairingClient();
    fake.browser.platform = { ...fake.browser.platform, mobile: true, ios: true };
    const modal = await renderOpen(fake);
    const wallet = fake.directory.wallets[0]!;
    await fake.push(view('ConnectingWalletConnect', { walletId: wallet.id, wallet: { ...wallet, mobile_link: 'w0://' } }));
    await fake.showUri();
    const link = modal.ui.getByTestId('lk-open-wallet');
    link.addEventListener('click', (event) => event.preventDefault());
    await settled(() => link.focus());
    await press(link);
    await fake.tell({ buffering: true });
    expect(link.isConnected).toBe(false);
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    expect(modal.ui.getAllByText('Connecting...').some((words) => words.getAttribute('role') === 'status')).toBe(true);
  });
});

describe('a keyboard on screen', () => {
  /** What of the page is not covered by it. */
  class VisiblePart extends EventTarget {
    height = 768;
    offsetTop = 0;
    scale = 1;
  }

  it('is left its room by the dialog around a search field, and by nothing else', async () => {
    const visible = new VisiblePart();
    Object.defineProperty(window, 'visualViewport', { value: visible, configurable: true });
    Object.defineProperty(window, 'innerHeight', { value: 768, configurable: true });
    const { modal } = await openAll();
    const room = (): string => modal.dialog().style.getPropertyValue('--keyboard');
    const show = (part: Partial<VisiblePart>): Promise<void> =>
      settled(() => {
        Object.assign(visible, part);
        visible.dispatchEvent(new Event('resize'));
      });
    expect(room()).toBe('0px');
    await show({ height: 468 });
    expect(room()).toBe('300px');
    await show({ height: 448, offsetTop: 20 });
    expect(room()).toBe('300px');
    // A bar of the browser, and a page enlarged by two fingers.
    await show({ height: 712, offsetTop: 0 });
    expect(room()).toBe('0px');
    await show({ height: 384, scale: 2 });
    expect(room()).toBe('0px');
    await show({ height: 468, scale: 1 });
    await press(modal.ui.getByTestId('lk-back'));
    expect(room()).toBe('');
    await show({ height: 400 });
    expect(room()).toBe('');
  });
});
