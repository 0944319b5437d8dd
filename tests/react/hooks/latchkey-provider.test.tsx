import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { useConnectWallet } from '../../../presentation/hooks/use-connect-wallet.js';
import { useMessages } from '../../../presentation/hooks/use-messages.js';
import { pseudo } from '../../../presentation/messages/pseudo.js';
import { LatchkeyProvider } from '../../../presentation/provider/latchkey-provider.js';
import { ADDRESS, connected } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';

const modals = (): number => document.querySelectorAll('latchkey-modal').length;

/** Idle callbacks that fire when the test says so. */
class IdleTime {
  readonly waiting = new Map<number, () => void>();
  #ids = 0;

  readonly request = (callback: () => void): number => {
    this.#ids += 1;
    this.waiting.set(this.#ids, callback);
    return this.#ids;
  };

  readonly cancel = (id: number): void => void this.waiting.delete(id);

  come(): void {
    for (const [id, callback] of this.waiting) {
      this.waiting.delete(id);
      callback();
    }
  }
}

let idle: IdleTime;

beforeEach(() => {
  idle = new IdleTime();
  vi.stubGlobal('requestIdleCallback', idle.request);
  vi.stubGlobal('cancelIdleCallback', idle.cancel);
});

afterEach(async () => {
  cleanup();
  await settle();
  expect(modals()).toBe(0);
});

const Account = (): ReactElement => {
  const { address } = useAccount();
  const { connectWallet } = useMessages();
  return <output>{address ?? connectWallet}</output>;
};

/** Renders under a provider in StrictMode. */
const renderWith = (props: Omit<Parameters<typeof LatchkeyProvider>[0], 'children'>) =>
  render(
    <StrictMode>
      <LatchkeyProvider {...props}>
        <Account />
      </LatchkeyProvider>
    </StrictMode>,
  );

describe('The provider', () => {
  it('gives the hooks their client and the texts', async () => {
    const { client } = fakeClient();
    renderWith({ client, messages: pseudo, modal: false });
    expect(screen.getByRole('status').textContent).toBe(pseudo.connectWallet);
    await act(() => client.connect({ connectorId: WALLET }));
    expect(screen.getByRole('status').textContent).toBe(ADDRESS);
  });

  it('loads nothing of the modal before the page is idle', async () => {
    renderWith({ client: fakeClient().client });
    await settle();
    expect(modals()).toBe(0);
    expect(idle.waiting.size).toBe(1);
  });

  it('brings the modal in when the page is idle', async () => {
    renderWith({ client: fakeClient().client });
    idle.come();
    await waitFor(() => expect(modals()).toBe(1));
  });

  it('brings the modal in at once when it is opened, and asks for it no more', async () => {
    const { client } = fakeClient();
    renderWith({ client });
    await act(() => client.open());
    await waitFor(() => expect(modals()).toBe(1));
    expect(idle.waiting.size).toBe(0);
    await act(() => client.close());
    await act(() => client.open());
    expect(modals()).toBe(1);
  });

  it('brings the modal in for a message that only the modal shows', async () => {
    const { client } = fakeClient();
    renderWith({ client });
    act(() => client.showErrorMessage('Something went wrong'));
    await waitFor(() => expect(modals()).toBe(1));
  });

  it('waits until the page has loaded', async () => {
    const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    const { unmount } = renderWith({ client: fakeClient().client });
    expect(idle.waiting.size).toBe(0);
    readyState.mockReturnValue('complete');
    window.dispatchEvent(new Event('load'));
    expect(idle.waiting.size).toBe(1);
    unmount();
    expect(idle.waiting.size).toBe(0);
  });

  it('waits a moment in browsers without idle callbacks', async () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.useFakeTimers();
    try {
      renderWith({ client: fakeClient().client });
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(200);
      vi.useRealTimers();
      await waitFor(() => expect(modals()).toBe(1));
    } finally {
      vi.useRealTimers();
    }
  });

  it('shares one modal with other providers of the client, until the last of them leaves', async () => {
    const { client } = fakeClient();
    const first = renderWith({ client });
    const second = renderWith({ client });
    await act(() => client.open());
    await waitFor(() => expect(modals()).toBe(1));
    first.unmount();
    await settle();
    expect(modals()).toBe(1);
    second.unmount();
    await settle();
    expect(modals()).toBe(0);
  });

  it('has a modal for each client', async () => {
    renderWith({ client: fakeClient().client });
    renderWith({ client: fakeClient().client });
    idle.come();
    await waitFor(() => expect(modals()).toBe(2));
  });

  it('takes a modal away that arrives after the provider left', async () => {
    const { client } = fakeClient();
    const { unmount } = renderWith({ client });
    await act(() => client.open());
    unmount();
    await import('../../../presentation/modal/mount-modal.js');
    await settle();
    expect(modals()).toBe(0);
  });

  it.each([
    ['modal={false}', { modal: false }, {}],
    ['the option disableAppend', {}, { disableAppend: true }],
  ])('leaves the interface to the host with %s', async (_, props, options) => {
    const { client } = fakeClient({ options });
    renderWith({ client, ...props });
    await act(() => client.open());
    await import('../../../presentation/modal/mount-modal.js');
    await settle();
    expect(idle.waiting.size).toBe(0);
    expect(modals()).toBe(0);
  });

  it('shows a modal in the place of the page at once', async () => {
    const { client } = fakeClient({ options: { enableEmbedded: true } });
    renderWith({ client });
    await waitFor(() => expect(modals()).toBe(1));
  });

  it('closes and reports when the code of the modal does not arrive, and asks again at the next opening', async () => {
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

describe('A page that was rendered on a server', () => {
  it('is taken up without a difference, and then shows who is connected', async () => {
    const { client } = await connected();
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
    const differences: unknown[] = [];
    const root = await act(async () => hydrateRoot(container, page, { onRecoverableError: (error) => differences.push(error) }));
    expect(container.textContent).toBe(ADDRESS);
    expect(differences).toEqual([]);
    await act(async () => root.unmount());
    container.remove();
  });
});

describe('A run', () => {
  it('is one run, also when StrictMode mounts its component twice', async () => {
    const { client, chain } = fakeClient();
    chain.wallet(WALLET).next('connect', 'late');
    const Connect = (): ReactElement => {
      const { state, connect } = useConnectWallet();
      return (
        <button type="button" onClick={() => connect({ namespace: 'eip155', connectorId: WALLET })}>
          {state.status}
        </button>
      );
    };
    render(
      <StrictMode>
        <LatchkeyProvider client={client} modal={false}>
          <Connect />
        </LatchkeyProvider>
      </StrictMode>,
    );
    await act(async () => screen.getByRole('button').click());
    expect(screen.getByRole('button').textContent).toBe('pending');
    expect(chain.wallet(WALLET).count('connect')).toBe(1);
  });
});
