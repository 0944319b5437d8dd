import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { AccountButton } from '../../../presentation/components/account-button.js';
import { ConnectButton } from '../../../presentation/components/connect-button.js';
import { NetworkButton } from '../../../presentation/components/network-button.js';
import { LatchkeyContext } from '../../../presentation/hooks/latchkey-context.js';
import { en } from '../../../presentation/messages/en.js';
import { ADDRESS, actAndLoad, connectedClient } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { renderTree } from '../hooks/support/render-hooks.js';
import { expectAccessible } from '../support/axe.js';
import { pseudo } from '../support/pseudo.js';
import { actAndFlush } from '../support/render-modal.js';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
});

describe('ConnectButton', () => {
  it('is a real button that opens the modal', async () => {
    const fake = fakeClient();
    renderTree(fake.client, <ConnectButton id="connect" className="mine" />);
    const button = screen.getByRole('button', { name: 'Connect Wallet' });
    expect([button.id, button.getAttribute('type'), button.getAttribute('aria-haspopup')]).toEqual(['connect', 'button', 'dialog']);
    expect(button.classList.contains('mine')).toBe(true);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await actAndFlush(() => fireEvent.click(button));
    expect(fake.client.getState().open).toBe(true);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(button);
  });

  it('shows that it is connecting while the modal opens, not while it is open', async () => {
    const fake = fakeClient({ chain: { wallets: [{ id: WALLET, icon: 'https://wallet.example/icon.png' }] } });
    fake.browser.images = 'slow';
    renderTree(fake.client, <ConnectButton />);
    const button = screen.getByRole('button');
    await actAndFlush(() => fireEvent.click(button));
    expect([button.textContent, button.getAttribute('aria-busy')]).toEqual(['Connecting...', 'true']);
    expect(button.matches(':disabled')).toBe(false);
    await actAndFlush(() => fake.browser.finishImages());
    expect(fake.client.getState()).toMatchObject({ open: true, loading: true });
    expect([button.textContent, button.getAttribute('aria-busy')]).toEqual(['Connect Wallet', null]);
    await actAndFlush(() => fake.client.close());
    expect([button.textContent, button.getAttribute('aria-busy')]).toEqual(['Connect Wallet', null]);
  });

  it('reserves the width of the other label', () => {
    renderTree(fakeClient().client, <ConnectButton label="Log in" loadingLabel="One moment" />);
    expect(screen.getByText('Log in').dataset['other']).toBe('One moment');
  });

  it('does not open if the app prevents the click or if it is disabled', async () => {
    const fake = fakeClient();
    renderTree(
      fake.client,
      <>
        <ConnectButton label="a" onClick={(event) => event.preventDefault()} />
        <ConnectButton label="b" disabled />
      </>,
    );
    await actAndFlush(() => fireEvent.click(screen.getByText('a')));
    await actAndFlush(() => fireEvent.click(screen.getByText('b')));
    expect(fake.client.getState().open).toBe(false);
  });

  it('renders a custom button', async () => {
    const fake = fakeClient();
    renderTree(
      fake.client,
      <ConnectButton>
        {({ open, label, isConnecting }) => (
          <button type="button" id="own" onClick={open}>
            {isConnecting ? '…' : label}
          </button>
        )}
      </ConnectButton>,
    );
    await actAndFlush(() => fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet' })));
    expect(fake.client.getState().open).toBe(true);
    expect(document.querySelectorAll('.lk-button')).toHaveLength(0);
  });

  it('is styled by an adopted sheet, without a style element', () => {
    renderTree(
      fakeClient().client,
      <>
        <ConnectButton />
        <ConnectButton />
      </>,
    );
    expect(document.adoptedStyleSheets).toHaveLength(1);
    expect(document.querySelectorAll('style')).toHaveLength(0);
  });

  it('uses the theme variables', async () => {
    const fake = fakeClient({ options: { themeMode: 'light', themeVariables: { '--lk-accent': 'teal' } } });
    renderTree(fake.client, <ConnectButton />);
    const button = screen.getByRole('button');
    expect(button.dataset['theme']).toBe('light');
    expect(button.style.getPropertyValue('--lk-accent')).toBe('teal');
  });

  it('renders on a server without a style attribute and hydrates without a warning', async () => {
    const { client } = fakeClient({ options: { themeVariables: { '--lk-accent': 'teal' } } });
    const tree = (
      <StrictMode>
        <LatchkeyContext.Provider value={{ client, messages: en }}>
          <ConnectButton id="connect" />
          <AccountButton />
          <NetworkButton />
        </LatchkeyContext.Provider>
      </StrictMode>
    );
    const container = document.createElement('div');
    container.innerHTML = renderToString(tree);
    document.body.append(container);
    expect(container.querySelector('button')?.id).toBe('connect');
    expect(container.querySelector('button')?.textContent).toBe('Connect Wallet');
    expect(container.querySelectorAll('button')[0]?.hasAttribute('style')).toBe(false);
    const hydrationErrors: unknown[] = [];
    const root = await act(async () => hydrateRoot(container, tree, { onRecoverableError: (error) => hydrationErrors.push(error) }));
    expect(hydrationErrors).toEqual([]);
    act(() => root.unmount());
  });
});

describe('AccountButton', () => {
  it('renders nothing while disconnected', () => {
    renderTree(fakeClient().client, <AccountButton />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows the address shortened and opens the account', async () => {
    const fake = await connectedClient();
    renderTree(fake.client, <AccountButton id="account" />);
    const button = screen.getByRole('button', { name: '0x1111...1111' });
    expect(button.id).toBe('account');
    expect(button.querySelector('bdi')?.getAttribute('dir')).toBe('ltr');
    await actAndFlush(() => fireEvent.click(button));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Account');
  });

  it("shows the app's label instead of the address, truncated to 18", async () => {
    const fake = await connectedClient();
    fake.client.addAddressLabel(ADDRESS, 'Savings for a long holiday');
    renderTree(fake.client, <AccountButton />);
    expect(screen.getByRole('button').textContent).toBe('Savings for a long…');
    expect(screen.getByTitle(ADDRESS)).toBeDefined();
  });

  it("shows the account's name instead of the address", async () => {
    const fake = await connectedClient({ chain: { names: { 'ada.eth': ADDRESS } } });
    renderTree(fake.client, <AccountButton />);
    await actAndLoad(() => undefined);
    expect(screen.getByRole('button').textContent).toBe('ada.eth');
    expect(screen.getByTitle(ADDRESS)).toBeDefined();
  });

  it('reads the balance only if it is shown', async () => {
    const fake = await connectedClient({ chain: { balances: { [ADDRESS]: 15n * 10n ** 17n } } });
    const { rerender } = renderTree(fake.client, <AccountButton />);
    await actAndFlush(() => vi.dynamicImportSettled());
    await actAndFlush(() => fake.clock.run(0));
    expect(fake.chain.readCalls).toHaveLength(0);
    rerender(<AccountButton balance />);
    await actAndFlush(() => vi.dynamicImportSettled());
    await actAndFlush(() => fake.clock.run(0));
    expect(screen.getByRole('button').textContent).toBe('1.5 ETH0x1111...1111');
  });

  it('passes the account to a custom button', async () => {
    const fake = await connectedClient();
    renderTree(fake.client, <AccountButton>{({ account }) => <b>{account.address}</b>}</AccountButton>);
    expect(screen.getByText(ADDRESS)).toBeDefined();
  });
});

describe('NetworkButton', () => {
  it('shows the current network and opens the list', async () => {
    const fake = await connectedClient();
    renderTree(fake.client, <NetworkButton />);
    await actAndFlush(() => fireEvent.click(screen.getByRole('button', { name: 'Ethereum' })));
    expect(fake.client.useCases.watchModal.current().view.name).toBe('Networks');
    expect(fake.events.map(({ event }) => event)).toContain('CLICK_NETWORKS');
  });

  it('fetches no remote picture before the user interacts', async () => {
    const fake = fakeClient({ options: { chainImages: { 1: 'https://app.example/ethereum.png' } } });
    const { container } = renderTree(fake.client, <NetworkButton />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('.pic')?.textContent).toBe('Et');
    await actAndFlush(() => fake.client.open());
    expect(container.querySelector('img')?.getAttribute('src')).toBe('https://app.example/ethereum.png');
    await actAndFlush(() => fake.client.close());
    expect(container.querySelector('img')).not.toBeNull();
  });

  it('shows a neutral tile until the logos are loaded, then the logo, also before the user interacts', async () => {
    const { container } = renderTree(fakeClient().client, <NetworkButton />);
    // The logos stay loaded for later tests of this file, in which there is nothing to wait for.
    expect(container.querySelector('.pic')?.textContent).toBe('');
    await actAndFlush(() => vi.dynamicImportSettled());
    expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/svg/);
  });

  it('shows an inline picture immediately', () => {
    const image = 'data:image/png;base64,AA==';
    const { container } = renderTree(fakeClient({ options: { chainImages: { 1: image } } }).client, <NetworkButton />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe(image);
  });

  it('shows the network but opens no list without enableNetworkSwitch', async () => {
    const fake = fakeClient({ options: { enableNetworkSwitch: false } });
    renderTree(
      fake.client,
      <>
        <NetworkButton />
        <NetworkButton>
          {({ open }) => (
            <button type="button" onClick={open}>
              own
            </button>
          )}
        </NetworkButton>
      </>,
    );
    expect(screen.getByTestId('lk-network-button').textContent).toContain('Ethereum');
    await actAndFlush(() => fireEvent.click(screen.getByTestId('lk-network-button')));
    await actAndFlush(() => fireEvent.click(screen.getByText('own')));
    expect(fake.client.getState().open).toBe(false);
  });

  it("shows 'Switch Network' on an unsupported network", async () => {
    const fake = await connectedClient({ options: { allowUnsupportedChain: true } });
    renderTree(fake.client, <NetworkButton />);
    await actAndFlush(() => fake.chain.wallet(WALLET).selectChain('eip155:56'));
    expect(screen.getByRole('button').textContent).toBe('Switch Network');
  });

  it('passes the network to a custom button', async () => {
    const fake = await connectedClient();
    renderTree(fake.client, <NetworkButton>{({ label, isUnsupported }) => <b>{`${label} ${isUnsupported}`}</b>}</NetworkButton>);
    expect(screen.getByText('Ethereum false')).toBeDefined();
  });
});

describe('the buttons', () => {
  it('do nothing after the client is disposed', async () => {
    const fake = await connectedClient();
    renderTree(
      fake.client,
      <>
        <ConnectButton label="connect" />
        <AccountButton />
        <NetworkButton />
      </>,
    );
    const buttons = screen.getAllByRole('button');
    expect(buttons).toHaveLength(3);
    const unhandled: unknown[] = [];
    const record = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', record);
    const opened = vi.spyOn(fake.client, 'open').mockImplementation(() => Promise.reject(new LatchkeyError('config/disposed', {})));
    for (const button of buttons) await actAndFlush(() => fireEvent.click(button));
    await new Promise<void>((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', record);
    expect(opened).toHaveBeenCalledTimes(3);
    expect(unhandled).toEqual([]);
  });

  it('are accessible in any language', async () => {
    const { client } = await connectedClient();
    const { container } = renderTree(
      client,
      <LatchkeyContext.Provider value={{ client, messages: pseudo }}>
        <ConnectButton />
        <AccountButton balance />
        <NetworkButton />
      </LatchkeyContext.Provider>,
    );
    expect(screen.getByText(pseudo.connectWallet)).toBeDefined();
    await expectAccessible(container);
  });
});
