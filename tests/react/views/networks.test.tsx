import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONNECTION_STORE, type ConnectionStore } from '../../../application/connect/connection.store.js';
import { CLOSING_GUARD } from '../../../application/modal/modal.store.js';
import type { FakeAnswer } from '../../../application/ports/wallet-answer.fake.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { arbitrum, base, mainnet, optimism, polygon, sepolia } from '../../../domain/network/networks/eip155.js';
import type { OptionsInput } from '../../../domain/options/options.js';
import { connected } from '../hooks/support/connected.js';
import { fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { openedModal, press, type RenderedModal, renderedModal, renderOpen, settled } from '../support/render-modal.js';

afterEach(() => vi.useRealTimers());

const SIX: Partial<OptionsInput> = { networks: [mainnet, polygon, base, arbitrum, optimism, sepolia] };

const names = ({ ui }: RenderedModal): readonly (string | undefined)[] =>
  ui.queryAllByRole('listitem').map((item) => item.querySelector('button > span:nth-child(2)')?.firstChild?.textContent ?? undefined);

/** A wallet that names the networks it allows, as those behind a pairing do. */
const wallets = () => {
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
  it('lists every network, marks the one in use and the test networks', async () => {
    const modal = await renderOpen(await connected({ options: SIX }), { view: 'Networks' });
    expect(names(modal)).toEqual(['Ethereum', 'Polygon', 'Base', 'Arbitrum One', 'OP Mainnet', 'Sepolia']);
    expect(modal.ui.getByTestId('lk-network-eip155:1').getAttribute('aria-current')).toBe('true');
    expect(modal.ui.getByTestId('lk-network-eip155:137').getAttribute('aria-current')).toBeNull();
    expect(modal.ui.getByTestId('lk-network-eip155:11155111').textContent).toContain('testnet');
  });

  it('searches 100 ms after the last key, and says what it found', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const modal = await renderOpen(await connected({ options: SIX }), { view: 'Networks' });
    const field = modal.ui.getByRole('searchbox', { name: 'Search networks' });
    await settled(() => fireEvent.change(field, { target: { value: 'BAS' } }));
    await settled(() => vi.advanceTimersByTime(99));
    expect(names(modal)).toHaveLength(6);
    await settled(() => vi.advanceTimersByTime(1));
    expect(names(modal)).toEqual(['Base']);
    expect(modal.ui.getByText('1 network found')).toBeDefined();
    await settled(() => fireEvent.change(field, { target: { value: 'nowhere' } }));
    await settled(() => vi.advanceTimersByTime(100));
    expect(modal.ui.getByText('Nothing here is called “nowhere”.')).toBeDefined();
    await press(modal.ui.getByRole('button', { name: 'Clear search' }));
    expect(names(modal)).toHaveLength(6);
  });

  it('has no search where the list is short', async () => {
    const modal = await renderOpen(await connected(), { view: 'Networks' });
    expect(modal.ui.queryByRole('searchbox')).toBeNull();
  });

  it('does nothing for the network in use', async () => {
    const { fake, modal } = await openedModal(connected(), { view: 'Networks' });
    await press(modal.ui.getByTestId('lk-network-eip155:1'));
    expect(modal.viewName()).toBe('Networks');
    expect(fake.chain.wallet(WALLET).count('switchNetwork')).toBe(0);
  });

  it('changes at once where no wallet has to be asked', async () => {
    const { fake, modal } = await openedModal(fakeClient(), { view: 'Networks' });
    await press(modal.ui.getByTestId('lk-network-eip155:137'));
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
    expect(modal.dialog().open).toBe(false);
  });

  it('disables rows that the wallet does not allow, until it does, and puts the allowed ones first', async () => {
    const { module, approve } = wallets();
    const modal = await renderOpen(await connected({ modules: [module] }), { view: 'Networks' });
    await settled(() => approve('eip155:137'));
    expect(names(modal)).toEqual(['Polygon', 'Ethereum']);
    expect(modal.ui.getByTestId('lk-network-eip155:1').matches(':disabled')).toBe(true);
    expect(modal.ui.getByTestId('lk-network-eip155:1').textContent).toContain('not offered by Example');
    expect(modal.ui.getByTestId('lk-network-eip155:137').matches(':disabled')).toBe(false);
    await settled(() => approve('eip155:1'));
    expect(modal.ui.getByTestId('lk-network-eip155:1').matches(':disabled')).toBe(false);
    expect(modal.ui.getByTestId('lk-network-eip155:1').textContent).not.toContain('not offered');
  });

  it('explains what a network is, and tracks the question', async () => {
    const { fake, modal } = await openedModal(connected(), { view: 'Networks' });
    await press(modal.ui.getByRole('button', { name: 'What is a network?' }));
    expect(modal.viewName()).toBe('WhatIsANetwork');
    expect(fake.events.at(-1)?.event).toBe('CLICK_NETWORK_HELP');
    expect(modal.ui.getByRole('link', { name: /Learn more/ }).getAttribute('target')).toBe('_blank');
  });
});

describe('SwitchNetwork', () => {
  const switching = async (answer: FakeAnswer) => {
    const client = connected({ chain: { wallets: [{ id: WALLET, name: 'Example', knownChainIds: ['eip155:137'] }] } });
    const opened = await openedModal(client, {}, ({ chain }) => chain.wallet(WALLET).next('switchNetwork', answer));
    for (const testId of ['lk-network', 'lk-network-eip155:137']) await press(opened.modal.ui.getByTestId(testId));
    return opened;
  };

  it('asks the wallet once, by itself, and says what to do', async () => {
    const { fake, modal } = await switching('never');
    expect(modal.viewName()).toBe('SwitchNetwork');
    expect(fake.chain.wallet(WALLET).count('switchNetwork')).toBe(1);
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Polygon');
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Confirm in your wallet');
    expect(modal.ui.queryByTestId('lk-try-again')).toBeNull();
  });

  it('goes back to the account when the wallet has moved, and says so to assistive technology', async () => {
    const { fake, modal } = await switching('approve');
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
    expect(modal.viewName()).toBe('Account');
    expect(modal.ui.getAllByTestId('lk-announcer')[1]?.textContent).toBe('Network is now Polygon');
  });

  it.each<[FakeAnswer, string]>([
    ['reject', 'The network was not changed'],
    ['pending', 'Your wallet is waiting'],
    ['unsupported', 'Your wallet does not offer this network'],
    ['fail', 'The network could not be changed'],
  ])('has words of its own when the wallet answers with "%s", and tries again', async (answer, title) => {
    const { fake, modal } = await switching(answer);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe(title);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
  });

  it('says when the network is not configured', async () => {
    const { fake, modal } = await openedModal(connected());
    await settled(() =>
      fake.client.modal.navigate({ type: 'push', view: { name: 'SwitchNetwork', data: { chainId: toChainId('eip155:8453') } } }),
    );
    expect(modal.ui.getByText('Network not found')).toBeDefined();
  });
});

describe('UnsupportedChain', () => {
  const stranded = async () => {
    const rendered = await renderedModal(connected({ chain: { wallets: [{ id: WALLET, knownChainIds: ['eip155:137'] }] } }));
    await settled(() => rendered.fake.chain.wallet(WALLET).selectChain('eip155:56'));
    return rendered;
  };

  it('opens by itself with the networks that the app has', async () => {
    const { modal } = await stranded();
    expect(modal.viewName()).toBe('UnsupportedChain');
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Switch Network');
    expect(names(modal)).toEqual(['Ethereum', 'Polygon']);
  });

  it('shakes when the person wants to close it', async () => {
    const { modal } = await stranded();
    await press(modal.ui.getByTestId('lk-close'));
    expect(modal.dialog().open).toBe(true);
    expect(modal.root.querySelector('.card')?.classList.contains('shake')).toBe(true);
  });

  it('is left by moving to a network of the app', async () => {
    const { fake, modal } = await stranded();
    await press(modal.ui.getByTestId('lk-network-eip155:137'));
    expect(fake.client.getCaipNetworkId()).toBe('eip155:137');
    expect(modal.dialog().open).toBe(false);
  });

  it('is left by disconnecting', async () => {
    const { fake, modal } = await stranded();
    await press(modal.ui.getByTestId('lk-disconnect'));
    expect(fake.client.getAccount().isConnected).toBe(false);
    expect(modal.dialog().open).toBe(false);
  });
});
