import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { view } from '../../../domain/router/views.js';
import { useAlert } from '../../../presentation/hooks/use-alert.js';
import { useCopy } from '../../../presentation/hooks/use-copy.js';
import { useLatchkey } from '../../../presentation/hooks/use-latchkey.js';
import { useMessages } from '../../../presentation/hooks/use-messages.js';
import { useModal } from '../../../presentation/hooks/use-modal.js';
import { useOnline } from '../../../presentation/hooks/use-online.js';
import { useOptions } from '../../../presentation/hooks/use-options.js';
import { useRouter } from '../../../presentation/hooks/use-router.js';
import { useSnackbar } from '../../../presentation/hooks/use-snackbar.js';
import { useTheme } from '../../../presentation/hooks/use-theme.js';
import { useTrack } from '../../../presentation/hooks/use-track.js';
import { en } from '../../../presentation/messages/en.js';
import { ADDRESS, actAndLoad, connectedClient } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

describe('useModal and useRouter', () => {
  it('open, navigate and close the modal', async () => {
    const { client } = await connectedClient();
    const { result } = renderStrict(client, () => ({ modal: useModal(), router: useRouter() }));
    const { open, close } = result.current.modal;
    expect(result.current.modal).toMatchObject({ isOpen: false, loading: false, shake: false, canClose: true });
    await actAndLoad(() => open());
    expect(result.current.modal.isOpen).toBe(true);
    expect(result.current.router.view.name).toBe('Account');
    await actAndLoad(() => result.current.router.push(view('Networks')));
    expect(result.current.router).toMatchObject({ view: { name: 'Networks' }, canGoBack: true });
    await actAndLoad(() => result.current.router.goBack());
    expect(result.current.router.view.name).toBe('Account');
    await actAndLoad(() => result.current.router.replace(view('Profile')));
    await actAndLoad(() => result.current.router.reset(view('WhatIsAWallet')));
    expect(result.current.router).toMatchObject({ view: { name: 'WhatIsAWallet' }, canGoBack: false });
    await actAndLoad(() => result.current.router.goBack());
    expect(result.current.modal.isOpen).toBe(false);
    expect(client.getEvent()).toMatchObject({ event: 'MODAL_CLOSE', properties: { connected: true } });
    await actAndLoad(() => open({ view: 'Networks' }));
    await actAndLoad(close);
    expect(result.current.modal).toMatchObject({ isOpen: false, open, close });
  });

  it('reject a view of an unreleased feature, which changes nothing', async () => {
    const { client } = await connectedClient();
    const { result } = renderStrict(client, () => ({ modal: useModal(), router: useRouter() }));
    await actAndLoad(() => result.current.modal.open());
    // Untyped apps may do this.
    const planned = { name: 'SmartSessionList', data: undefined } as never;
    const { push, replace, reset } = result.current.router;
    for (const move of [push, replace, reset])
      expect(() => move(planned)).toThrow(
        expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field: 'view' }) }),
      );
    await expect(result.current.modal.open({ view: 'SmartSessionList' as never })).rejects.toMatchObject({ code: 'config/invalid-option' });
    expect(result.current.router.view.name).toBe('Account');
  });

  it('shake when the user tries to close a modal that must stay open', async () => {
    const { client, chain, clock } = await connectedClient();
    const { result } = renderStrict(client, () => useModal());
    await actAndLoad(() => chain.wallet(WALLET).selectChain('eip155:5'));
    expect(result.current).toMatchObject({ isOpen: true, canClose: false });
    await actAndLoad(() => result.current.requestClose());
    expect(result.current).toMatchObject({ isOpen: true, shake: true });
    await act(() => clock.run(500));
    expect(result.current.shake).toBe(false);
    await actAndLoad(() => result.current.close());
    expect(result.current.isOpen).toBe(false);
  });
});

describe('useSnackbar', () => {
  it('shows a message, hides it, and hides it automatically', async () => {
    const { client, clock } = fakeClient();
    const { result } = renderStrict(client, () => useSnackbar());
    await actAndLoad(() => result.current.show('Address copied'));
    expect(result.current.snackbar).toMatchObject({ open: true, message: 'Address copied', variant: 'success' });
    await actAndLoad(() => result.current.hide());
    expect(result.current.snackbar.open).toBe(false);
    await actAndLoad(() => result.current.show('Failed to copy', 'error'));
    expect(result.current.snackbar).toMatchObject({ open: true, variant: 'error' });
    await act(() => clock.run(2_500));
    expect(result.current.snackbar.open).toBe(false);
  });
});

describe('useAlert', () => {
  it('returns an alert until it is dismissed', async () => {
    const { client } = fakeClient();
    const { result } = renderStrict(client, () => useAlert());
    await actAndLoad(() => client.switchNetwork('eip155:5').catch(() => undefined));
    expect(result.current.alert).toMatchObject({ open: true, message: 'Network Not Found' });
    await actAndLoad(() => result.current.dismiss());
    expect(result.current.alert.open).toBe(false);
  });
});

describe('useCopy', () => {
  it('copies a text to the clipboard', async () => {
    const { client, browser } = fakeClient();
    const { result } = renderStrict(client, () => useCopy());
    await actAndLoad(() => result.current.copy(ADDRESS));
    expect(browser.copied).toEqual([ADDRESS]);
    expect(result.current.status).toBe('success');
  });

  it('returns an error if the browser refuses', async () => {
    const { client, browser } = fakeClient();
    browser.clipboard = 'unavailable';
    const { result } = renderStrict(client, () => useCopy());
    await actAndLoad(() => result.current.copy(ADDRESS));
    expect(result.current).toMatchObject({ status: 'error', error: { code: 'browser/clipboard-unavailable' } });
  });
});

describe('useOptions, useTheme, useOnline, useTrack, useLatchkey and useMessages', () => {
  it('return options and theme, and change the theme', async () => {
    const { client } = fakeClient({ options: { themeMode: 'light' } });
    const { result } = renderStrict(client, () => ({ options: useOptions(), theme: useTheme() }));
    expect(result.current.theme).toMatchObject({ mode: 'light', variables: {} });
    await actAndLoad(() => result.current.theme.setMode('dark'));
    await actAndLoad(() => result.current.theme.setVariables({ '--lk-accent': 'teal' }));
    await actAndLoad(() => client.setThemeVariables({ '--lk-z-index': 5 }));
    expect(result.current.theme).toMatchObject({ mode: 'dark', variables: { '--lk-accent': 'teal', '--lk-z-index': 5 } });
    await actAndLoad(() => result.current.theme.chooseMode('auto'));
    expect(result.current.theme.mode).toBe('auto');
    await actAndLoad(() => result.current.theme.setMode('light'));
    expect(result.current.theme.mode).toBe('light');
    await actAndLoad(() => client.updateFeatures({ collapseWallets: true }));
    expect(result.current.options.features.collapseWallets).toBe(true);
  });

  it('return the online state', async () => {
    const { client, browser } = fakeClient();
    browser.setOnline(false);
    const { result } = renderStrict(client, () => useOnline());
    expect(result.current).toBe(false);
    await actAndLoad(() => browser.setOnline(true));
    expect(result.current).toBe(true);
  });

  it('report events', () => {
    const { client, events } = fakeClient();
    const { result } = renderStrict(client, () => useTrack());
    result.current('CLICK_WALLET_HELP');
    expect(events.at(-1)).toMatchObject({ event: 'CLICK_WALLET_HELP', type: 'track' });
  });

  it('return the client and the texts', () => {
    const { client } = fakeClient();
    const { result } = renderStrict(client, () => ({ client: useLatchkey(), messages: useMessages() }));
    expect(result.current).toEqual({ client, messages: en });
  });
});
