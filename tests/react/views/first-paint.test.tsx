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
import { actAndFlush } from '../support/render-modal.js';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** A client after a reload: the stored session of a remote wallet is not restored yet. */
const reloaded = (lost?: 'expired'): FakeClient =>
  fakeClient({
    hasRemoteWallets: true,
    storage: new FakeStorage({
      ...(lost === undefined ? { '@latchkey/eip155:connected_connector_id': 'walletConnect' } : {}),
      '@latchkey/eip155:remembered_connection': JSON.stringify({ topic: 'a'.repeat(64), address: ADDRESS, name: 'Phone', lost }),
    }),
  });

/** Records the button texts after each DOM change. */
const recordButtons = ({ client }: FakeClient, tree: ReactElement) => {
  const container = document.body.appendChild(document.createElement('div'));
  const texts: string[] = [];
  const record = (): void => {
    const text = [...container.querySelectorAll('button')].map((button) => button.textContent).join(' ');
    if (texts.at(-1) !== text) texts.push(text);
  };
  new MutationObserver(record).observe(container, { childList: true, subtree: true, characterData: true });
  const wrapped = (
    <StrictMode>
      <LatchkeyContext.Provider value={{ client, messages: en }}>{tree}</LatchkeyContext.Provider>
    </StrictMode>
  );
  return { container, texts, record, wrapped };
};

/** Common way in which apps choose their button. */
const ByConnected = (): ReactElement => (useAccount().isConnected ? <AccountButton /> : <ConnectButton id="connect" />);

describe('the first paint with a stored session', () => {
  it.each([
    ['the account button', <AccountButton key="account" />],
    ['a connect button', <ConnectButton key="connect" />],
    ['an app that checks isConnected', <ByConnected key="app" />],
  ])('shows the address from the first commit in %s', async (_, tree) => {
    const fake = reloaded();
    const { container, texts, record, wrapped } = recordButtons(fake, tree);
    const root = createRoot(container);
    // The first commit, before any promise of the client is settled.
    act(() => root.render(wrapped));
    record();
    expect(texts).toEqual(['0x1111...1111']);
    expect(container.querySelector('button')?.dataset['testid']).toBe('lk-account-button');
    expect(fake.client.getAccount()).toMatchObject({ status: 'reconnecting', isConnected: false, address: ADDRESS });
    act(() => root.unmount());
  });

  it('shows the address in a button without React', () => {
    for (const kind of ['wallet', 'account', 'connect'] as const) {
      const { element, unmount } = mountButton(reloaded().client, document.body, { kind, modal: false });
      expect([element.textContent, element.dataset['testid'], element.style.display]).toEqual(['0x1111...1111', 'lk-account-button', '']);
      unmount();
    }
  });

  it('renders as disconnected on a server and shows the address after hydration', async () => {
    const { container, texts, record, wrapped } = recordButtons(reloaded(), <ByConnected />);
    container.innerHTML = renderToString(wrapped);
    expect(container.textContent).toBe('Connect Wallet');
    const hydrationErrors: unknown[] = [];
    let root: ReturnType<typeof hydrateRoot> | undefined;
    act(() => {
      root = hydrateRoot(container, wrapped, { onRecoverableError: (error) => hydrationErrors.push(error) });
    });
    record();
    expect(texts.at(-1)).toBe('0x1111...1111');
    expect(hydrationErrors).toEqual([]);
    act(() => root?.unmount());
  });

  it('opens the account before the session is restored', async () => {
    const fake = reloaded();
    const { container, wrapped } = recordButtons(fake, <ConnectButton />);
    const root = createRoot(container);
    act(() => root.render(wrapped));
    act(() => void fireEvent.click(screen.getByRole('button')));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Account');
    act(() => root.unmount());
  });

  it('offers to connect if the session is gone', async () => {
    const fake = reloaded();
    const { container, texts, record, wrapped } = recordButtons(fake, <ByConnected />);
    const root = createRoot(container);
    act(() => root.render(wrapped));
    record();
    await actAndFlush(() => fake.client.ready);
    expect(texts).toEqual(['0x1111...1111', 'Reconnect']);
    expect(fake.events.filter(({ event }) => event === 'CONNECTION_LOST')).toMatchObject([
      { properties: { namespaces: ['eip155'], reason: 'lost', name: 'Phone' } },
    ]);
    act(() => root.unmount());
  });
});

describe('the first paint after a session was lost', () => {
  it("shows 'Reconnect' in both kinds of buttons, unless the app sets a label", () => {
    const fake = reloaded('expired');
    const { container, wrapped } = recordButtons(
      fake,
      <>
        <ConnectButton />
        <ConnectButton label="Log in" />
      </>,
    );
    const root = createRoot(container);
    act(() => root.render(wrapped));
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reconnect', 'Log in']);
    const { element, unmount } = mountButton(fake.client, document.body, { modal: false });
    expect(element.textContent).toBe('Reconnect');
    unmount();
    act(() => root.unmount());
  });
});
