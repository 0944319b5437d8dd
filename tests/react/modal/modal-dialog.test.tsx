import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SHAKE_MS } from '../../../domain/modal/modal-machine.js';
import { AccountButton } from '../../../presentation/components/account-button.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { connected } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { key, openedModal, openModal, press, renderedModal, renderModal, renderOpen, settled } from '../support/render-modal.js';

let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.createElement('button');
  opener.id = 'opener';
  document.body.append(opener);
  opener.focus();
});

describe('the dialog', () => {
  it('is modal, named by its heading, which takes the focus', async () => {
    const { fake, modal } = await renderedModal(fakeClient());
    expect(modal.dialog().open).toBe(false);
    await openModal(fake);
    expect(modal.dialog().open).toBe(true);
    const heading = modal.ui.getByRole('heading', { level: 1 });
    expect(modal.dialog().getAttribute('aria-labelledby')).toBe(heading.id);
    expect(heading.textContent).toBe('Connect Wallet');
    expect(modal.root.activeElement).toBe(heading);
  });

  it('keeps Tab inside, in both directions', async () => {
    const modal = await renderOpen(fakeClient());
    const controls = [...modal.dialog().querySelectorAll<HTMLElement>('button')];
    controls.at(-1)?.focus();
    expect(await key(modal.root, 'Tab')).toBe(true);
    expect(modal.root.activeElement).toBe(controls[0]);
    expect(await key(modal.root, 'Tab', { shiftKey: true })).toBe(true);
    expect(modal.root.activeElement).toBe(controls.at(-1));
    controls[1]?.focus();
    expect(await key(modal.root, 'Tab')).toBe(false);
  });

  it('goes back from the heading to the last control', async () => {
    const modal = await renderOpen(fakeClient());
    await key(modal.root, 'Tab', { shiftKey: true });
    expect(modal.root.activeElement).toBe([...modal.dialog().querySelectorAll('button')].at(-1));
  });

  it('closes with Escape and gives the focus back', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    expect(await key(modal.root, 'Escape')).toBe(true);
    expect(fake.client.getState().open).toBe(false);
    expect(modal.dialog().open).toBe(false);
    expect(document.activeElement).toBe(opener);
  });

  it('leaves Escape to an input method', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await key(modal.root, 'Escape', { isComposing: true });
    expect(fake.client.getState().open).toBe(true);
  });

  it('gives the focus to the button that took the place of the opener', async () => {
    const modal = await renderOpen(fakeClient());
    const successor = document.createElement('button');
    successor.id = 'opener';
    opener.replaceWith(successor);
    await key(modal.root, 'Escape');
    expect(document.activeElement).toBe(successor);
  });

  it('gives the focus to the first button of ours where that which opened it is gone, with another id', async () => {
    opener.className = 'lk-scope lk-button';
    const modal = await renderOpen(fakeClient());
    const account = document.createElement('button');
    account.className = 'lk-scope lk-button';
    const network = account.cloneNode();
    opener.replaceWith(account, network);
    await key(modal.root, 'Escape');
    expect(document.activeElement).toBe(account);
  });

  it('closes with a click beside the card, not with one on it, nor with a drag that ends beside it', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await press(modal.ui.getByRole('heading', { level: 1 }));
    expect(fake.client.getState().open).toBe(true);
    await settled(() => {
      modal.ui.getByRole('heading', { level: 1 }).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
      modal.dialog().click();
    });
    expect(fake.client.getState().open).toBe(true);
    await press(modal.dialog());
    expect(fake.client.getState().open).toBe(false);
  });

  it('closes with the close button and with the back gesture of the system', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await press(modal.ui.getByRole('button', { name: 'Close' }));
    expect(fake.client.getState().open).toBe(false);
    await openModal(fake);
    const cancel = new Event('cancel', { cancelable: true });
    await settled(() => modal.dialog().dispatchEvent(cancel));
    expect(cancel.defaultPrevented).toBe(true);
    expect(fake.client.getState().open).toBe(false);
  });

  it('shakes for 500 ms where closing is refused, and stays', async () => {
    const { fake, modal } = await renderedModal(connected());
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    const isShaking = (): boolean => modal.root.querySelector('.card')?.classList.contains('shake') ?? false;
    await key(modal.root, 'Escape');
    expect([isShaking(), modal.dialog().open]).toEqual([true, true]);
    await settled(() => fake.clock.run(SHAKE_MS));
    expect(isShaking()).toBe(false);
    await press(modal.dialog());
    expect([isShaking(), modal.dialog().open]).toEqual([true, true]);
  });

  it('comes back when the browser closed it over our head where it must stay', async () => {
    const { fake, modal } = await renderedModal(connected());
    await settled(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    await settled(() => modal.dialog().close());
    expect(modal.dialog().open).toBe(true);
  });

  it('can be used above a dialog of the page that hid everything beside it, and leaves that as it was', async () => {
    const { fake, modal } = await renderedModal(fakeClient());
    modal.host.setAttribute('aria-hidden', 'true');
    modal.host.setAttribute('inert', '');
    await openModal(fake);
    expect([modal.host.hasAttribute('aria-hidden'), modal.host.hasAttribute('inert')]).toEqual([false, false]);
    await key(modal.root, 'Escape');
    expect([modal.host.getAttribute('aria-hidden'), modal.host.getAttribute('inert')]).toEqual(['true', '']);
  });

  it('holds the page still while it is open', async () => {
    const modal = await renderOpen(fakeClient());
    expect(document.documentElement.style.getPropertyValue('overflow-y')).toBe('hidden');
    await key(modal.root, 'Escape');
    expect(document.documentElement.hasAttribute('style')).toBe(false);
  });
});

describe('the header', () => {
  it('keeps the title it had while the modal fades out', async () => {
    const { fake, modal } = await openedModal(connected(), { view: 'Networks' });
    const title = (): string | null => modal.ui.getByRole('heading', { level: 1, hidden: true }).textContent;
    expect(title()).toBe('Choose Network');
    await key(modal.root, 'Escape');
    await settled(() => fake.client.modal.navigate({ type: 'reset', view: { name: 'Connect', data: undefined } }));
    expect(title()).toBe('Choose Network');
  });

  it('names the dialog also where no title is on screen', async () => {
    const modal = await renderOpen(await connected());
    const heading = modal.ui.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Account');
    expect(heading.className).toBe('sr');
  });

  it('has help on the first view, then the way back, which leads to where one was', async () => {
    const modal = await renderOpen(fakeClient());
    expect(modal.ui.queryByTestId('lk-back')).toBeNull();
    await press(modal.ui.getByTestId('lk-help'));
    expect(modal.ui.queryByTestId('lk-help')).toBeNull();
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
    await press(modal.ui.getByRole('button', { name: 'Back' }));
    expect(modal.viewName()).toBe('Connect');
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-help'));
  });
});

describe('what is said beside the card', () => {
  it('shows a message for 2.5 s: success politely, an error at once', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    const bar = (): HTMLElement => modal.ui.getByTestId('lk-snackbar');
    await settled(() => fake.client.showSuccessMessage('Done'));
    expect([bar().textContent, bar().dataset['open'], bar().parentElement?.getAttribute('role')]).toEqual(['Done', 'true', 'status']);
    await settled(() => fake.client.showErrorMessage('Broken'));
    expect(bar().dataset['open']).toBe('false');
    await settled(() => fake.clock.run(150));
    expect([bar().textContent, bar().dataset['open'], bar().parentElement?.getAttribute('role')]).toEqual(['Broken', 'true', 'alert']);
    await settled(() => fake.clock.run(2_500));
    expect(bar().dataset['open']).toBe('false');
  });

  it('shows messages also while the modal is closed', async () => {
    const { fake, modal } = await renderedModal(fakeClient());
    await settled(() => fake.client.showSuccessMessage('Done'));
    expect(modal.ui.getByTestId('lk-snackbar').closest('dialog')).toBeNull();
    expect(modal.dialog().open).toBe(false);
  });

  it('keeps an alert until it is dismissed', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await settled(() => fake.client.switchNetwork('eip155:56').catch(() => undefined));
    await settled(() => fake.clock.run(60_000));
    expect(modal.ui.getByTestId('lk-alert').textContent).toBe('Network Not Found');
    const dismiss = modal.ui.getByRole('button', { name: 'Dismiss' });
    await settled(() => dismiss.focus());
    await press(dismiss);
    expect(modal.ui.queryByTestId('lk-alert')).toBeNull();
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
  });

  it('shows no alert where debug is off', async () => {
    const { fake, modal } = await openedModal(fakeClient({ options: { debug: false } }));
    await settled(() => fake.client.switchNetwork('eip155:56').catch(() => undefined));
    expect(modal.ui.queryByTestId('lk-alert')).toBeNull();
  });

  it('says in every view that the page is offline', async () => {
    const { fake, modal } = await openedModal(connected());
    expect(modal.ui.queryByTestId('lk-offline')).toBeNull();
    await settled(() => fake.browser.setOnline(false));
    expect(modal.ui.getByTestId('lk-offline').textContent).toContain('You are offline');
    await press(modal.ui.getByTestId('lk-settings'));
    expect(modal.ui.getByTestId('lk-offline')).toBeDefined();
    await settled(() => fake.browser.setOnline(true));
    expect(modal.ui.queryByTestId('lk-offline')).toBeNull();
  });

  it('does not speak of a connection that a reload takes up again', async () => {
    const before = await connected();
    const fake = fakeClient({ storage: before.storage.reload(), chain: { wallets: [{ id: WALLET, name: 'Example', connected: true }] } });
    const modal = await renderModal(fake);
    await settled(() => fake.client.ready);
    expect(fake.client.getAccount().isConnected).toBe(true);
    expect(modal.ui.getAllByTestId('lk-announcer').map((region) => region.textContent)).toEqual(['', '']);
  });
});

describe('embedded in a page', () => {
  it('shows its view in place, without a dialog and without a way to close', async () => {
    const modal = await renderModal(fakeClient({ options: { enableEmbedded: true } }));
    expect(modal.root.querySelector('dialog')).toBeNull();
    expect(modal.host.hasAttribute('data-embedded')).toBe(true);
    expect(modal.ui.getByRole('region', { name: 'Connect Wallet' })).toBeDefined();
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.queryByTestId('lk-close')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('goes from a deeper view to Connect when it is closed', async () => {
    const modal = await renderModal(fakeClient({ options: { enableEmbedded: true } }));
    await press(modal.ui.getByTestId('lk-help'));
    expect(modal.viewName()).toBe('WhatIsAWallet');
    await press(modal.ui.getByTestId('lk-close'));
    expect(modal.viewName()).toBe('Connect');
  });
});

const Page = (): ReactElement => (useAccount().isConnected ? <AccountButton id="account" /> : <ConnectButton id="connect" />);

describe('the focus of who connects', () => {
  it('comes back to the account button that takes the place of the connect button', async () => {
    const fake = fakeClient();
    renderTree(fake.client, <Page />);
    const modal = await renderModal(fake);
    await settled(() => screen.getByRole('button', { name: 'Connect Wallet' }).click());
    await press(modal.ui.getByTestId(`lk-wallet-${WALLET}`));
    expect(fake.client.getState().open).toBe(false);
    expect(document.activeElement?.id).toBe('account');
  });
});
