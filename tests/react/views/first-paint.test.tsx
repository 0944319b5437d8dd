import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { AccountButton } from '../../../presentation/components/account-button.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { mountButton } from '../../../presentation/dom/mount-button.js';
import { LatchkeyContext } from '../../../presentation/hooks/latchkey-context.js';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { en } from '../../../presentation/messages/en.js';
import { ADDRESS } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';
import { settled } from '../support/render-modal.js';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** A page after a reload: a wallet elsewhere was connected, and the engine is not there yet. */
const reloaded = (lost?: 'expired'): FakeClient =>
  fakeClient({
    reaching: true,
    storage: new FakeStorage({
      ...(lost === undefined ? { '@latchkey/eip155:connected_connector_id': 'walletConnect' } : {}),
      '@latchkey/eip155:remembered_connection': JSON.stringify({ topic: 'a'.repeat(64), address: ADDRESS, name: 'Phone', lost }),
    }),
  });

/** What the button said at each render, and what the page shows after each change of it. */
const follow = ({ client }: FakeClient, tree: ReactElement) => {
  const place = document.body.appendChild(document.createElement('div'));
  const shown: string[] = [];
  const note = (): void => {
    const text = [...place.querySelectorAll('button')].map((button) => button.textContent).join(' ');
    if (shown.at(-1) !== text) shown.push(text);
  };
  new MutationObserver(note).observe(place, { childList: true, subtree: true, characterData: true });
  const whole = (
    <StrictMode>
      <LatchkeyContext.Provider value={{ client, messages: en }}>{tree}</LatchkeyContext.Provider>
    </StrictMode>
  );
  return { place, shown, note, whole };
};

/** The way in which many a host chooses its button. */
const ByConnected = (): ReactElement => (useAccount().isConnected ? <AccountButton /> : <ConnectButton id="connect" />);

describe('the first paint with a stored session', () => {
  it.each([
    ['the account button', <AccountButton key="account" />],
    ['a connect button', <ConnectButton key="connect" />],
    ['a host that looks at isConnected', <ByConnected key="host" />],
  ])('shows the address, and nothing before it, in %s', async (_, tree) => {
    const fake = reloaded();
    const { place, shown, note, whole } = follow(fake, tree);
    const root = createRoot(place);
    // The first commit, before any promise of the client is settled.
    act(() => root.render(whole));
    note();
    expect(shown).toEqual(['0x11…111111']);
    expect(place.querySelector('button')?.dataset['testid']).toBe('lk-account-button');
    expect(fake.client.getAccount()).toMatchObject({ status: 'reconnecting', isConnected: false, address: ADDRESS });
    act(() => root.unmount());
  });

  it('shows the address in a button without React', () => {
    for (const kind of ['wallet', 'account', 'connect'] as const) {
      const { element, unmount } = mountButton(reloaded().client, document.body, { kind, modal: false });
      expect([element.textContent, element.dataset['testid'], element.style.display]).toEqual(['0x11…111111', 'lk-account-button', '']);
      unmount();
    }
  });

  it('shows on a server what any visitor may see, and the address as soon as the page is alive', async () => {
    const { place, shown, note, whole } = follow(reloaded(), <ByConnected />);
    place.innerHTML = renderToString(whole);
    expect(place.textContent).toBe('Connect Wallet');
    const complaints: unknown[] = [];
    let root: ReturnType<typeof hydrateRoot> | undefined;
    act(() => {
      root = hydrateRoot(place, whole, { onRecoverableError: (error) => complaints.push(error) });
    });
    note();
    expect(shown.at(-1)).toBe('0x11…111111');
    expect(complaints).toEqual([]);
    act(() => root?.unmount());
  });

  it('opens the account, also before the session is there', async () => {
    const fake = reloaded();
    const { place, whole } = follow(fake, <ConnectButton />);
    const root = createRoot(place);
    act(() => root.render(whole));
    act(() => void fireEvent.click(screen.getByRole('button')));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Account');
    act(() => root.unmount());
  });

  it('offers to connect again where nothing is left of the session', async () => {
    const fake = reloaded();
    const { place, shown, note, whole } = follow(fake, <ByConnected />);
    const root = createRoot(place);
    act(() => root.render(whole));
    note();
    await settled(() => fake.client.ready);
    expect(shown).toEqual(['0x11…111111', 'Reconnect']);
    expect(fake.events.filter(({ event }) => event === 'CONNECTION_LOST')).toMatchObject([
      { properties: { namespaces: ['eip155'], reason: 'lost', name: 'Phone' } },
    ]);
    act(() => root.unmount());
  });
});

describe('the first paint after a session was lost', () => {
  it('says so, in either kind of button, unless the host has words of its own', () => {
    const fake = reloaded('expired');
    const { place, whole } = follow(
      fake,
      <>
        <ConnectButton />
        <ConnectButton label="Log in" />
      </>,
    );
    const root = createRoot(place);
    act(() => root.render(whole));
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reconnect', 'Log in']);
    const { element, unmount } = mountButton(fake.client, document.body, { modal: false });
    expect(element.textContent).toBe('Reconnect');
    unmount();
    act(() => root.unmount());
  });
});
