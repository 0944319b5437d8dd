import * as React from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET } from '../hooks/support/fake-client.js';
import { listedWallet, onPhone, pairingClient, pairingCount } from '../support/pairing.js';
import { actAndFlush, nextFrame, renderedModal, renderModal } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern')];

// Fakes timers, so that a slow machine does not reach the timeout that replaces a frame.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('the first frame of an opening modal', () => {
  it('shows installed wallets and slots for the others, and requests the directory only afterwards', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    await actAndFlush(() => fake.client.open());
    expect(modal.ui.getByTestId(`lk-wallet-${WALLET}`).textContent).toContain('Example');
    expect(modal.view().querySelectorAll('li[aria-hidden]').length).toBeGreaterThan(0);
    expect(fake.directory.queries).toEqual([]);
    await nextFrame();
    expect(fake.directory.queries.length).toBeGreaterThan(0);
    expect(modal.ui.getByTestId('lk-wallet-harbor').textContent).toContain('Harbor');
  });

  it('shows changes that happened while it was rendered', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    await actAndFlush(() => fake.client.open());
    fake.chain.announce({ id: 'late', name: 'Late' });
    await nextFrame();
    expect(modal.ui.getByTestId('lk-wallet-late').textContent).toContain('Late');
  });

  it('is prerendered without a request, a pairing or visible content', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    onPhone(fake);
    const modal = await renderModal(fake);
    await nextFrame();
    expect(fake.directory.queries).toEqual([]);
    expect(pairingCount(fake)).toBe(0);
    expect(modal.dialog().open).toBe(false);
    const prerendered = modal.root.querySelector<HTMLElement>('.view');
    // Prerendering needs React 19.2.
    if (!('Activity' in React)) expect(prerendered).toBeNull();
    else {
      expect(prerendered?.style.display).toBe('none');
      await actAndFlush(() => fake.client.open());
      expect(modal.view()).toBe(prerendered);
      expect(prerendered?.style.display).toBe('');
    }
  });

  it('fetches no picture before it opens', async () => {
    const own = { id: 'own', name: 'Own', homepage: 'https://own.example', image_url: 'https://pictures.example/own.png' };
    const connectorImages = { [WALLET]: 'https://pictures.example/example.png' };
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS, options: { customWallets: [own], connectorImages } }));
    await nextFrame();
    const pictures = (): readonly (string | null)[] =>
      [...modal.root.querySelectorAll('img')].map((picture) => picture.getAttribute('src')).filter((src) => src?.startsWith('https:'));
    expect(pictures()).toEqual([]);
    await actAndFlush(() => fake.client.open());
    expect([...pictures()].sort()).toEqual([own.image_url, connectorImages[WALLET]].sort());
  });
});
