import * as React from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET } from '../hooks/support/fake-client.js';
import { listedWallet, onPhone, pairingClient, pairings } from '../support/pairing.js';
import { drawn, renderedModal, renderModal, settled } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern')];

// A page that draws nothing for a tenth of a second is taken to be drawn: a busy machine is not.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('The first picture of an opening modal', () => {
  it('has the installed wallets and the places of the others, and asks nothing of the directory before it is drawn', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    await settled(() => fake.client.open());
    expect(modal.ui.getByTestId(`lk-wallet-${WALLET}`).textContent).toContain('Example');
    expect(modal.view().querySelectorAll('li[aria-hidden]').length).toBeGreaterThan(0);
    expect(fake.directory.queries).toEqual([]);
    await drawn();
    expect(fake.directory.queries.length).toBeGreaterThan(0);
    expect(modal.ui.getByTestId('lk-wallet-harbor').textContent).toContain('Harbor');
  });

  it('shows what changed while it was being drawn', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    await settled(() => fake.client.open());
    fake.chain.announce({ id: 'late', name: 'Late' });
    await drawn();
    expect(modal.ui.getByTestId('lk-wallet-late').textContent).toContain('Late');
  });

  it('is made ahead without a request, a pairing or a sign of it on screen', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    onPhone(fake);
    const modal = await renderModal(fake);
    await drawn();
    expect(fake.directory.queries).toEqual([]);
    expect(pairings(fake)).toBe(0);
    expect(modal.dialog().open).toBe(false);
    const ahead = modal.root.querySelector<HTMLElement>('.view');
    // Before version 19.2 React cannot do so.
    if (!('Activity' in React)) expect(ahead).toBeNull();
    else {
      expect(ahead?.style.display).toBe('none');
      await settled(() => fake.client.open());
      expect(modal.view()).toBe(ahead);
      expect(ahead?.style.display).toBe('');
    }
  });

  it('fetches no picture of the host before it opens', async () => {
    const own = { id: 'own', name: 'Own', homepage: 'https://own.example', image_url: 'https://pictures.example/own.png' };
    const connectorImages = { [WALLET]: 'https://pictures.example/example.png' };
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS, options: { customWallets: [own], connectorImages } }));
    await drawn();
    const pictures = (): readonly (string | null)[] =>
      [...modal.root.querySelectorAll('img')].map((picture) => picture.getAttribute('src')).filter((src) => src?.startsWith('https:'));
    expect(pictures()).toEqual([]);
    await settled(() => fake.client.open());
    expect([...pictures()].sort()).toEqual([own.image_url, connectorImages[WALLET]].sort());
  });
});
