import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { sepolia } from '../../../domain/network/networks/eip155.js';
import { ADDRESS } from '../hooks/support/connected.js';
import { type EmbeddedClient, loggedInClient } from '../support/embedded.js';
import { actAndFlush, press, type RenderedModal, renderOpen } from '../support/render-modal.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens the form of a logged-in user; `satoshi` is taken. */
const openForm = async (): Promise<{ fake: EmbeddedClient; modal: RenderedModal }> => {
  const fake = await loggedInClient();
  fake.blockchainApi.names.set('satoshi', ADDRESS);
  fake.blockchainApi.suggested = [{ name: 'satoshi1', isRegistered: false }];
  const modal = await renderOpen(fake);
  await press(modal.ui.getByTestId('lk-account-name'));
  await press(modal.ui.getByTestId('lk-choose-name'));
  return { fake, modal };
};
const type = async ({ ui }: RenderedModal, name: string): Promise<void> => {
  await actAndFlush(() => fireEvent.change(ui.getByTestId('lk-name'), { target: { value: name } }));
  await actAndFlush(() => vi.advanceTimersByTime(500));
};
const note = ({ ui }: RenderedModal): string | null => ui.getByTestId('lk-name-note').textContent;
const submit = ({ ui }: RenderedModal): Promise<void> => actAndFlush(() => fireEvent.submit(ui.getByTestId('lk-name').closest('form')!));

describe('the form of a name', () => {
  it('says whether the name is available, and offers others', async () => {
    const { fake, modal } = await openForm();
    expect(modal.viewName()).toBe('RegisterAccountName');
    await type(modal, 'ab');
    expect(note(modal)).toBe('Use at least 4 characters.');
    await type(modal, 'a.bcd');
    expect(note(modal)).toBe('Use letters, digits and hyphens only.');
    await type(modal, 'satoshi');
    expect(note(modal)).toBe('satoshi is taken.');
    await submit(modal);
    expect(modal.viewName()).toBe('RegisterAccountName');
    await press(modal.ui.getByRole('button', { name: 'satoshi1' }));
    await actAndFlush(() => vi.advanceTimersByTime(500));
    expect(note(modal)).toBe('satoshi1 is available.');
    fake.blockchainApi.mode = 'down';
    await type(modal, 'hal-finney');
    expect(note(modal)).toBe('The name could not be looked up.');
    fake.blockchainApi.mode = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(note(modal)).toBe('hal-finney is available.');
  });

  it('looks up and offers to register a name in lower case', async () => {
    const { fake, modal } = await openForm();
    await type(modal, 'Satoshi');
    expect(note(modal)).toBe('satoshi is taken.');
    await type(modal, 'Hal-Finney');
    expect(note(modal)).toBe('hal-finney is available.');
    expect(fake.blockchainApi.inputsOf('registeredName')).toEqual(['satoshi', 'hal-finney']);
    expect(modal.ui.getByTestId<HTMLInputElement>('lk-name').value).toBe('Hal-Finney');
  });

  it('is not offered on a test network, where names are not looked up', async () => {
    const { ui } = await renderOpen(await loggedInClient({ options: { networks: [sepolia] } }));
    expect(ui.getByTestId('lk-address').textContent).toContain('0x2222');
    expect(ui.queryByTestId('lk-account-name')).toBeNull();
  });

  it('shows a failure after the user has gone back to it', async () => {
    const { fake, modal } = await openForm();
    await type(modal, 'hal-finney');
    fake.blockchainApi.modes.set('isSupported', 'never');
    await submit(modal);
    expect(modal.viewName()).toBe('RegisterAccountNameSuccess');
    await press(modal.ui.getByTestId('lk-back'));
    expect([modal.viewName(), note(modal)]).toEqual(['RegisterAccountName', 'Registering your name…']);
    fake.blockchainApi.chains = [];
    await actAndFlush(() => {
      fake.blockchainApi.modes.clear();
      fake.blockchainApi.release();
    });
    expect(modal.viewName()).toBe('RegisterAccountName');
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Names cannot be registered on this network');
    // Nothing is pending any more.
    fake.blockchainApi.chains = [toChainId('eip155:1')];
    await type(modal, 'hal-finney1');
    expect(modal.ui.getByTestId('lk-register-name').getAttribute('aria-disabled')).toBeNull();
  });

  it('leads back to the form with the text of a failure', async () => {
    const { fake, modal } = await openForm();
    await type(modal, 'hal-finney');
    fake.blockchainApi.chains = [];
    await submit(modal);
    expect(modal.viewName()).toBe('RegisterAccountName');
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Names cannot be registered on this network');
    expect(modal.ui.getByTestId<HTMLInputElement>('lk-name').value).toBe('hal-finney');
  });
});
