import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { useConnect } from '../../../presentation/hooks/use-connect.js';
import { useMessages } from '../../../presentation/hooks/use-messages.js';
import { useModal } from '../../../presentation/hooks/use-modal.js';
import { LatchkeyProvider } from '../../../presentation/provider/latchkey-provider.js';
import { pseudo } from '../support/pseudo.js';
import { ADDRESS, connectedClient } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';

const modals = (): number => document.querySelectorAll('latchkey-modal').length;

afterEach(async () => {
  cleanup();
  await flushPromises();
  expect(modals()).toBe(0);
});

const Account = (): ReactElement => {
  const { address } = useAccount();
  const { connectWallet } = useMessages();
  return <output>{address ?? connectWallet}</output>;
};

/** Renders under a provider in StrictMode. */
const renderWith = (props: Omit<Parameters<typeof LatchkeyProvider>[0], 'children'>, children = <Account />) =>
  render(
    <StrictMode>
      <LatchkeyProvider {...props}>{children}</LatchkeyProvider>
    </StrictMode>,
  );

describe('LatchkeyProvider', () => {
  it('provides the client and the texts', async () => {
    const { client } = fakeClient();
    renderWith({ client, messages: pseudo, modal: false });
    expect(screen.getByRole('status').textContent).toBe(pseudo.connectWallet);
    await act(() => client.connect({ connectorId: WALLET }));
    expect(screen.getByRole('status').textContent).toBe(ADDRESS);
  });

  it('loads no modal code without intent', async () => {
    renderWith({ client: fakeClient().client });
    await vi.dynamicImportSettled();
    await flushPromises();
    expect(modals()).toBe(0);
  });

  it.each(['pointerEnter', 'focus'] as const)('mounts the modal on %s of a button', async (eventName) => {
    renderWith({ client: fakeClient().client }, <ConnectButton />);
    fireEvent[eventName](screen.getByRole('button'));
    await waitFor(() => expect(modals()).toBe(1));
  });

  it('lets a button of the app prepare the modal', async () => {
    const CustomButton = (): ReactElement => {
      const { prepare } = useModal();
      return <button type="button" onMouseOver={prepare} onFocus={prepare} />;
    };
    renderWith({ client: fakeClient().client }, <CustomButton />);
    fireEvent.mouseOver(screen.getByRole('button'));
    await waitFor(() => expect(modals()).toBe(1));
  });

  it('mounts the modal when it is opened, and loads it once', async () => {
    const { client } = fakeClient();
    renderWith({ client });
    await act(() => client.open());
    await waitFor(() => expect(modals()).toBe(1));
    await act(() => client.close());
    await act(() => client.open());
    expect(modals()).toBe(1);
  });

  it('mounts the modal for a snackbar message', async () => {
    const { client } = fakeClient();
    renderWith({ client });
    act(() => client.showErrorMessage('Something went wrong'));
    await waitFor(() => expect(modals()).toBe(1));
  });

  it('shares one modal between the providers of a client until the last one unmounts', async () => {
    const { client } = fakeClient();
    const first = renderWith({ client });
    const second = renderWith({ client });
    await act(() => client.open());
    await waitFor(() => expect(modals()).toBe(1));
    first.unmount();
    await flushPromises();
    expect(modals()).toBe(1);
    second.unmount();
    await flushPromises();
    expect(modals()).toBe(0);
  });

  it('mounts one modal per client', async () => {
    const clients = [fakeClient().client, fakeClient().client];
    for (const client of clients) renderWith({ client });
    await act(() => Promise.all(clients.map((client) => client.open())));
    await waitFor(() => expect(modals()).toBe(2));
  });

  it('mounts no modal that loads after the provider unmounted', async () => {
    const { client } = fakeClient();
    const { unmount } = renderWith({ client });
    await act(() => client.open());
    unmount();
    await import('../../../presentation/modal/mount-modal.js');
    await flushPromises();
    expect(modals()).toBe(0);
  });

  it.each([
    ['modal={false}', { modal: false }, {}],
    ['the option disableAppend', {}, { disableAppend: true }],
  ])('mounts no modal with %s', async (_, props, options) => {
    const { client } = fakeClient({ options });
    renderWith({ client, ...props });
    await act(() => client.open());
    await import('../../../presentation/modal/mount-modal.js');
    await flushPromises();
    expect(modals()).toBe(0);
  });

  it('mounts an embedded modal immediately', async () => {
    const { client } = fakeClient({ options: { enableEmbedded: true } });
    renderWith({ client });
    await waitFor(() => expect(modals()).toBe(1));
  });

  it("closes and reports if the modal's code fails to load, and retries at the next opening", async () => {
    const { client, events } = fakeClient();
    vi.doMock('../../../presentation/modal/mount-modal.js', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    try {
      renderWith({ client });
      await act(() => client.open());
      await waitFor(() => expect(client.getState().open).toBe(false));
      expect(events.find(({ event }) => event === 'INTERNAL_SDK_ERROR')).toMatchObject({
        type: 'error',
        properties: { errorType: 'ModalNotLoaded', uncaught: false },
      });
    } finally {
      vi.doUnmock('../../../presentation/modal/mount-modal.js');
    }
    await act(() => client.open());
    await waitFor(() => expect(modals()).toBe(1));
  });
});

describe('a server-rendered page', () => {
  it('hydrates without a mismatch and then shows the account', async () => {
    const { client } = await connectedClient();
    const page = (
      <StrictMode>
        <LatchkeyProvider client={client} modal={false}>
          <Account />
        </LatchkeyProvider>
      </StrictMode>
    );
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    expect(container.textContent).not.toContain(ADDRESS);
    document.body.append(container);
    const hydrationErrors: unknown[] = [];
    const root = await act(async () => hydrateRoot(container, page, { onRecoverableError: (error) => hydrationErrors.push(error) }));
    expect(container.textContent).toBe(ADDRESS);
    expect(hydrationErrors).toEqual([]);
    await act(async () => root.unmount());
    container.remove();
  });
});

describe('an action', () => {
  it('runs once, also when StrictMode mounts its component twice', async () => {
    const { client, chain } = fakeClient();
    chain.wallet(WALLET).next('connect', 'late');
    const Connect = (): ReactElement => {
      const { status, connect } = useConnect();
      return (
        <button type="button" onClick={() => connect({ namespace: 'eip155', connectorId: WALLET })}>
          {status}
        </button>
      );
    };
    renderWith({ client, modal: false }, <Connect />);
    await act(async () => screen.getByRole('button').click());
    expect(screen.getByRole('button').textContent).toBe('pending');
    expect(chain.wallet(WALLET).count('connect')).toBe(1);
  });
});
