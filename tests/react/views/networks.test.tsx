import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONNECTION_STORE, type ConnectionStore } from '../../../application/connect/connection.store.js';
import { CLOSING_GUARD } from '../../../application/modal/modal.store.js';
import type { FakeServiceMode } from '../../../application/ports/wallet-directory.fake.js';
import type { FakeResponse } from '../../../application/ports/wallet-response.fake.js';
import type { LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { NETWORK_IMAGE_IDS } from '../../../domain/network/network-images.js';
import { arbitrum, base, mainnet, optimism, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { connectedClient } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush, openedModal, openModal, press, type RenderedModal, renderedModal, renderOpen } from '../support/render-modal.js';

afterEach(() => vi.useRealTimers());

const SIX: Partial<LatchkeyOptions> = { networks: [mainnet, polygon, base, arbitrum, optimism, sepolia] };

const names = ({ ui }: RenderedModal): readonly (string | undefined)[] =>
  ui.queryAllByRole('listitem').map((item) => item.querySelector('button > span:nth-child(2)')?.firstChild?.textContent ?? undefined);

/** Lets the test approve chains, like a wallet session. */
const approvals = () => {
  let connections: ConnectionStore | null = null;
  const module = defineModule((wire) =>
    wire(CLOSING_GUARD, [CONNECTION_STORE], (store) => {
      connections = store;
      return () => ({ signInRequired: false, hasSignInSession: false });
    }),
  );
  const approve = (chainId: string): unknown =>
    connections?.dispatch({
      type: 'approved-chains',
      namespace: 'eip155',
      approvedChainIds: [toChainId(chainId)],
      supportsAllNetworks: false,
    });
  return { module, approve };
};

describe('Networks', () => {
  it('lists every network and marks the current one and testnets', async () => {
    const modal = await renderOpen(await connectedClient({ options: SIX }), { view: 'Networks' });
    expect(names(modal)).toEqual(['Ethereum', 'Polygon', 'Base', 'Arbitrum One', 'OP Mainnet', 'Sepolia']);
    expect(modal.ui.getByTestId('lk-network-eip155:1').getAttribute('aria-current')).toBe('true');
    expect(modal.ui.getByTestId('lk-network-eip155:137').getAttribute('aria-current')).toBeNull();
    expect(modal.ui.getByTestId('lk-network-eip155:11155111').textContent).toContain('testnet');
  });

  describe('pictures', () => {
    const own = /^data:image\/svg/;
    const pictures = async (options: Partial<LatchkeyOptions>, mode: FakeServiceMode = 'working') => {
      const fake = await connectedClient({ options });
      fake.directory.pictures = mode;
      const { modal } = await renderedModal(fake);
      const before = [...fake.directory.pictureKeys];
      await openModal(fake, { view: 'Networks' });
      const sources = modal.ui.getAllByRole('listitem').map((item) => item.querySelector('img')?.getAttribute('src'));
      modal.unmount();
      return { before, sources, keys: fake.directory.pictureKeys };
    };
    const images = 'https://images.example';

    // The package has no logo of this network.
    const moonbeam = { id: 1284, name: 'Moonbeam', nativeCurrency: mainnet.nativeCurrency, rpcUrls: mainnet.rpcUrls };
    const networks: OptionsInput['networks'] = [mainnet, polygon, moonbeam];
    const imageId = NETWORK_IMAGE_IDS[1284];

    it("are the app's, else the package's logos, else those of the image service, after the user has opened the modal", async () => {
      const chainImages = { 137: 'data:image/png;base64,AA==' };
      const { before, sources, keys } = await pictures({ networks, endpoints: { images }, chainImages });
      expect(before).toEqual([]);
      expect(sources).toEqual([expect.stringMatching(own), chainImages[137], `blob:fake/asset/${imageId}`]);
      expect(keys).toEqual([{ kind: 'asset', id: imageId }]);
    });

    it('are letters for a network without a logo, without a service and while it does not respond', async () => {
      const expected = [expect.stringMatching(own), expect.stringMatching(own), undefined];
      expect(await pictures({ networks })).toMatchObject({ sources: expected, keys: [] });
      expect(await pictures({ networks, endpoints: { images } }, 'never')).toMatchObject({ sources: expected });
      expect(await pictures({ networks, endpoints: { images } }, 'down')).toMatchObject({ sources: expected });
    });
  });

  it('searches 100 ms after the last key and announces the results', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const modal = await renderOpen(await connectedClient({ options: SIX }), { view: 'Networks' });
    const field = modal.ui.getByRole('searchbox', { name: 'Search networks' });
    await actAndFlush(() => fireEvent.change(field, { target: { value: 'BAS' } }));
    await actAndFlush(() => vi.advanceTimersByTime(99));
    expect(names(modal)).toHaveLength(6);
    await actAndFlush(() => vi.advanceTimersByTime(1));
    expect(names(modal)).toEqual(['Base']);
    expect(modal.ui.getByText('1 network found')).toBeDefined();
    await actAndFlush(() => fireEvent.change(field, { target: { value: 'nowhere' } }));
    await actAndFlush(() => vi.advanceTimersByTime(100));
    expect(modal.ui.getByText('No results for “nowhere”.')).toBeDefined();
    await press(modal.ui.getByRole('button', { name: 'Clear search' }));
    expect(names(modal)).toHaveLength(6);
  });

  it('has no search for a short list', async () => {
    const modal = await renderOpen(await connectedClient(), { view: 'Networks' });
    expect(modal.ui.queryByRole('searchbox')).toBeNull();
  });

  it('does nothing for the current network', async () => {
    const { fake, modal } = await openedModal(connectedClient(), { view: 'Networks' });
    await press(modal.ui.getByTestId('lk-network-eip155:1'));
    expect(modal.viewName()).toBe('Networks');
    expect(fake.chain.wallet(WALLET).count('switchNetwork')).toBe(0);
  });

  it('switches immediately if no wallet request is needed', async () => {
    const { fake, modal } = await openedModal(fakeClient(), { view: 'Networks' });
    await press(modal.ui.getByTestId('lk-network-eip155:137'));
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
    expect(modal.dialog().open).toBe(false);
  });

  it('disables networks that the wallet does not approve, and lists approved ones first', async () => {
    const { module, approve } = approvals();
    const modal = await renderOpen(await connectedClient({ modules: [module] }), { view: 'Networks' });
    await actAndFlush(() => approve('eip155:137'));
    expect(names(modal)).toEqual(['Polygon', 'Ethereum']);
    expect(modal.ui.getByTestId('lk-network-eip155:1').matches(':disabled')).toBe(true);
    expect(modal.ui.getByTestId('lk-network-eip155:1').textContent).toContain('not available in Example');
    expect(modal.ui.getByTestId('lk-network-eip155:137').matches(':disabled')).toBe(false);
    await actAndFlush(() => approve('eip155:1'));
    expect(modal.ui.getByTestId('lk-network-eip155:1').matches(':disabled')).toBe(false);
    expect(modal.ui.getByTestId('lk-network-eip155:1').textContent).not.toContain('not available');
  });

  it('explains what a network is and tracks the click', async () => {
    const { fake, modal } = await openedModal(connectedClient(), { view: 'Networks' });
    await press(modal.ui.getByRole('button', { name: 'What is a network?' }));
    expect(modal.viewName()).toBe('WhatIsANetwork');
    expect(fake.events.at(-1)?.event).toBe('CLICK_NETWORK_HELP');
    expect(modal.ui.getByRole('link', { name: /Learn more/ }).getAttribute('target')).toBe('_blank');
  });
});

describe('SwitchNetwork', () => {
  const switching = async (response: FakeResponse) => {
    const client = connectedClient({ chain: { wallets: [{ id: WALLET, name: 'Example', knownChainIds: ['eip155:137'] }] } });
    const opened = await openedModal(client, {}, ({ chain }) => chain.wallet(WALLET).next('switchNetwork', response));
    for (const testId of ['lk-network', 'lk-network-eip155:137']) await press(opened.modal.ui.getByTestId(testId));
    return opened;
  };

  it('sends one request automatically and shows what to do', async () => {
    const { fake, modal } = await switching('never');
    expect(modal.viewName()).toBe('SwitchNetwork');
    expect(fake.chain.wallet(WALLET).count('switchNetwork')).toBe(1);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Polygon');
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Confirm in Example');
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
  });

  it('returns to the account after the switch and announces it', async () => {
    const { fake, modal } = await switching('approve');
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
    expect(modal.viewName()).toBe('Account');
    expect(modal.ui.getAllByTestId('lk-announcer')[1]?.textContent).toBe('Network changed to Polygon');
  });

  it.each<[FakeResponse, string]>([
    ['reject', 'Switch declined'],
    ['pending', 'Request pending'],
    ['unsupported', "Example doesn't support this network"],
    ['fail', 'Failed to switch network'],
  ])('shows its own text for "%s" and retries', async (response, title) => {
    const { fake, modal } = await switching(response);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe(title);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
  });

  it('shows that the network is not configured', async () => {
    const { fake, modal } = await openedModal(connectedClient());
    await actAndFlush(() =>
      fake.client.modal.navigate({ type: 'push', view: { name: 'SwitchNetwork', data: { chainId: toChainId('eip155:8453') } } }),
    );
    expect(modal.ui.getByText('Network not found')).toBeDefined();
  });
});

describe('UnsupportedChain', () => {
  const openOnUnsupported = async () => {
    const rendered = await renderedModal(
      connectedClient({ chain: { wallets: [{ id: WALLET, name: 'Example', knownChainIds: ['eip155:137'] }] } }),
    );
    await actAndFlush(() => rendered.fake.chain.wallet(WALLET).selectChain('eip155:56'));
    return rendered;
  };

  it('opens automatically with the supported networks', async () => {
    const { modal } = await openOnUnsupported();
    expect(modal.viewName()).toBe('UnsupportedChain');
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Switch Network');
    expect(names(modal)).toEqual(['Ethereum', 'Polygon']);
    const warning = modal.root.querySelector('.view [role=alert]');
    expect(warning?.querySelector('h2')?.textContent).toBe('Example is on another network');
    expect(warning?.textContent).toContain("doesn't support network 56");
  });

  it('shakes when the user tries to close it', async () => {
    const { modal } = await openOnUnsupported();
    await press(modal.ui.getByTestId('lk-close'));
    expect(modal.dialog().open).toBe(true);
    expect(modal.root.querySelector('.card')?.classList.contains('shake')).toBe(true);
  });

  it('closes after switching to a supported network', async () => {
    const { fake, modal } = await openOnUnsupported();
    await press(modal.ui.getByTestId('lk-network-eip155:137'));
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
    expect(modal.dialog().open).toBe(false);
  });

  it('closes after disconnecting', async () => {
    const { fake, modal } = await openOnUnsupported();
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(fake.client.getAccount().isConnected).toBe(false);
    expect(modal.dialog().open).toBe(false);
  });
});
