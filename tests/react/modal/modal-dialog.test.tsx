import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SHAKE_MS } from '../../../domain/modal/modal-machine.js';
import { AccountButton } from '../../../presentation/components/account-button.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { connectedClient } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { actAndFlush, key, openedModal, openModal, press, renderedModal, renderModal, renderOpen } from '../support/render-modal.js';

let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.createElement('button');
  opener.id = 'opener';
  document.body.append(opener);
  opener.focus();
});

describe('the dialog', () => {
  it('is modal and labelled by its heading, which gets the focus', async () => {
    const { fake, modal } = await renderedModal(fakeClient());
    expect(modal.dialog().open).toBe(false);
    await openModal(fake);
    expect(modal.dialog().open).toBe(true);
    const heading = modal.ui.getByRole('heading', { level: 1 });
    expect(modal.dialog().getAttribute('aria-labelledby')).toBe(heading.id);
    expect(heading.textContent).toBe('Connect Wallet');
    expect(modal.root.activeElement).toBe(heading);
  });

  it('traps Tab in both directions', async () => {
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

  it('moves back from the heading to the last control', async () => {
    const modal = await renderOpen(fakeClient());
    await key(modal.root, 'Tab', { shiftKey: true });
    expect(modal.root.activeElement).toBe([...modal.dialog().querySelectorAll('button')].at(-1));
  });

  it('closes on Escape and returns the focus', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    expect(await key(modal.root, 'Escape')).toBe(true);
    expect(fake.client.getState().open).toBe(false);
    expect(modal.dialog().open).toBe(false);
    expect(document.activeElement).toBe(opener);
  });

  it('ignores Escape during composition', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await key(modal.root, 'Escape', { isComposing: true });
    expect(fake.client.getState().open).toBe(true);
  });

  it('returns the focus to the button that replaced the opener', async () => {
    const modal = await renderOpen(fakeClient());
    const successor = document.createElement('button');
    successor.id = 'opener';
    opener.replaceWith(successor);
    await key(modal.root, 'Escape');
    expect(document.activeElement).toBe(successor);
  });

  it('returns the focus to our first button if the opener was removed', async () => {
    opener.className = 'lk-scope lk-button';
    const modal = await renderOpen(fakeClient());
    const account = document.createElement('button');
    account.className = 'lk-scope lk-button';
    const network = account.cloneNode();
    opener.replaceWith(account, network);
    await key(modal.root, 'Escape');
    expect(document.activeElement).toBe(account);
  });

  it('closes on a click outside the card, but not on one inside or on a drag that ends outside', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await press(modal.ui.getByRole('heading', { level: 1 }));
    expect(fake.client.getState().open).toBe(true);
    await actAndFlush(() => {
      modal.ui.getByRole('heading', { level: 1 }).dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
      modal.dialog().click();
    });
    expect(fake.client.getState().open).toBe(true);
    await press(modal.dialog());
    expect(fake.client.getState().open).toBe(false);
  });

  it("closes on the close button and the system's back gesture", async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await press(modal.ui.getByRole('button', { name: 'Close' }));
    expect(fake.client.getState().open).toBe(false);
    await openModal(fake);
    const cancel = new Event('cancel', { cancelable: true });
    await actAndFlush(() => modal.dialog().dispatchEvent(cancel));
    expect(cancel.defaultPrevented).toBe(true);
    expect(fake.client.getState().open).toBe(false);
  });

  it('shakes for 500 ms and stays open if closing is refused', async () => {
    const { fake, modal } = await renderedModal(connectedClient());
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    const isShaking = (): boolean => modal.root.querySelector('.card')?.classList.contains('shake') ?? false;
    await key(modal.root, 'Escape');
    expect([isShaking(), modal.dialog().open]).toEqual([true, true]);
    await actAndFlush(() => fake.clock.run(SHAKE_MS));
    expect(isShaking()).toBe(false);
    await press(modal.dialog());
    expect([isShaking(), modal.dialog().open]).toEqual([true, true]);
  });

  it('reopens if the browser closed it while it must stay open', async () => {
    const { fake, modal } = await renderedModal(connectedClient());
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    await actAndFlush(() => modal.dialog().close());
    expect(modal.dialog().open).toBe(true);
  });

  it('is usable above a dialog of the page that made everything inert, and restores that', async () => {
    const { fake, modal } = await renderedModal(fakeClient());
    modal.host.setAttribute('aria-hidden', 'true');
    modal.host.setAttribute('inert', '');
    await openModal(fake);
    expect([modal.host.hasAttribute('aria-hidden'), modal.host.hasAttribute('inert')]).toEqual([false, false]);
    await key(modal.root, 'Escape');
    expect([modal.host.getAttribute('aria-hidden'), modal.host.getAttribute('inert')]).toEqual(['true', '']);
  });

  it("locks the page's scrolling while open", async () => {
    const modal = await renderOpen(fakeClient());
    expect(document.documentElement.style.getPropertyValue('overflow-y')).toBe('hidden');
    await key(modal.root, 'Escape');
    expect(document.documentElement.hasAttribute('style')).toBe(false);
  });
});

describe('the header', () => {
  it('keeps its title while the modal fades out', async () => {
    const { fake, modal } = await openedModal(connectedClient(), { view: 'Networks' });
    const title = (): string | null => modal.ui.getByRole('heading', { level: 1, hidden: true }).textContent;
    expect(title()).toBe('Choose Network');
    await key(modal.root, 'Escape');
    await actAndFlush(() => fake.client.modal.navigate({ type: 'reset', view: { name: 'Connect', data: undefined } }));
    expect(title()).toBe('Choose Network');
  });

  it('labels the dialog also if the title is visually hidden', async () => {
    const modal = await renderOpen(await connectedClient());
    const heading = modal.ui.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Account');
    expect(heading.className).toBe('sr');
  });

  it('has help in the first view, then a back button that returns to the previous view', async () => {
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

describe('snackbar, alert and live regions', () => {
  it('shows a message for 2.5 s: success as status, errors as alert', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    const bar = (): HTMLElement => modal.ui.getByTestId('lk-snackbar');
    await actAndFlush(() => fake.client.showSuccessMessage('Done'));
    expect([bar().textContent, bar().dataset['open'], bar().parentElement?.getAttribute('role')]).toEqual(['Done', 'true', 'status']);
    await actAndFlush(() => fake.client.showErrorMessage('Broken'));
    expect(bar().dataset['open']).toBe('false');
    await actAndFlush(() => fake.clock.run(150));
    expect([bar().textContent, bar().dataset['open'], bar().parentElement?.getAttribute('role')]).toEqual(['Broken', 'true', 'alert']);
    await actAndFlush(() => fake.clock.run(2_500));
    expect(bar().dataset['open']).toBe('false');
  });

  it('shows messages while the modal is closed', async () => {
    const { fake, modal } = await renderedModal(fakeClient());
    await actAndFlush(() => fake.client.showSuccessMessage('Done'));
    expect(modal.ui.getByTestId('lk-snackbar').closest('dialog')).toBeNull();
    expect(modal.dialog().open).toBe(false);
  });

  it('keeps an alert until it is dismissed', async () => {
    const { fake, modal } = await openedModal(fakeClient());
    await actAndFlush(() => fake.client.switchNetwork('eip155:56').catch(() => undefined));
    await actAndFlush(() => fake.clock.run(60_000));
    expect(modal.ui.getByTestId('lk-alert').textContent).toBe('Network Not Found');
    const dismiss = modal.ui.getByRole('button', { name: 'Dismiss' });
    await actAndFlush(() => dismiss.focus());
    await press(dismiss);
    expect(modal.ui.queryByTestId('lk-alert')).toBeNull();
    expect(modal.root.activeElement).toBe(modal.ui.getByRole('heading', { level: 1 }));
  });

  it('shows no alert without debug', async () => {
    const { fake, modal } = await openedModal(fakeClient({ options: { debug: false } }));
    await actAndFlush(() => fake.client.switchNetwork('eip155:56').catch(() => undefined));
    expect(modal.ui.queryByTestId('lk-alert')).toBeNull();
  });

  it('shows in every view that the browser is offline', async () => {
    const { fake, modal } = await openedModal(connectedClient());
    expect(modal.ui.queryByTestId('lk-offline')).toBeNull();
    await actAndFlush(() => fake.browser.setOnline(false));
    expect(modal.ui.getByTestId('lk-offline').textContent).toContain("You're offline");
    await press(modal.ui.getByTestId('lk-network'));
    expect(modal.ui.getByTestId('lk-offline')).toBeDefined();
    await actAndFlush(() => fake.browser.setOnline(true));
    expect(modal.ui.queryByTestId('lk-offline')).toBeNull();
  });

  it('does not announce a restored connection', async () => {
    const before = await connectedClient();
    const fake = fakeClient({ storage: before.storage.reload(), chain: { wallets: [{ id: WALLET, name: 'Example', connected: true }] } });
    const modal = await renderModal(fake);
    await actAndFlush(() => fake.client.ready);
    expect(fake.client.getAccount().isConnected).toBe(true);
    expect(modal.ui.getAllByTestId('lk-announcer').map((region) => region.textContent)).toEqual(['', '']);
  });
});

describe('the embedded modal', () => {
  it('shows its view without a dialog and a close button', async () => {
    const modal = await renderModal(fakeClient({ options: { enableEmbedded: true } }));
    expect(modal.root.querySelector('dialog')).toBeNull();
    expect(modal.host.hasAttribute('data-embedded')).toBe(true);
    expect(modal.ui.getByRole('region', { name: 'Connect Wallet' })).toBeDefined();
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.queryByTestId('lk-close')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('returns to Connect when closed', async () => {
    const modal = await renderModal(fakeClient({ options: { enableEmbedded: true } }));
    await press(modal.ui.getByTestId('lk-help'));
    expect(modal.viewName()).toBe('WhatIsAWallet');
    await press(modal.ui.getByTestId('lk-close'));
    expect(modal.viewName()).toBe('Connect');
  });
});

const Page = (): ReactElement => (useAccount().isConnected ? <AccountButton id="account" /> : <ConnectButton id="connect" />);

describe('the focus after connecting', () => {
  it('moves to the account button that replaces the connect button', async () => {
    const fake = fakeClient();
    renderTree(fake.client, <Page />);
    const modal = await renderModal(fake);
    await actAndFlush(() => screen.getByRole('button', { name: 'Connect Wallet' }).click());
    await press(modal.ui.getByTestId(`lk-wallet-${WALLET}`));
    expect(fake.client.getState().open).toBe(false);
    expect(document.activeElement?.id).toBe('account');
  });
});
