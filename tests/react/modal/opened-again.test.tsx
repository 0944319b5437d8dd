import { describe, expect, it } from 'vitest';
import { en } from '../../../presentation/messages/en.js';
import type { FakeClient } from '../hooks/support/fake-client.js';
import { listedWallet, onPhone, pairingClient, pairings } from '../support/pairing.js';
import { drawn, openedModal, openModal, renderedModal, renderModal, settled } from '../support/render-modal.js';
import { severalClient } from '../support/several.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern')];

const close = async ({ client }: FakeClient): Promise<void> => {
  await settled(() => client.close());
  await drawn();
};

describe('A modal that is opened again', () => {
  it('has the same elements, as they were, from their beginning', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: WALLETS }));
    const [view, row] = [modal.view(), modal.ui.getByTestId('lk-wallet-harbor')];
    await close(fake);
    expect(modal.dialog().open).toBe(false);
    await settled(() => fake.client.open());
    expect(modal.view()).toBe(view);
    expect(modal.ui.getByTestId('lk-wallet-harbor')).toBe(row);
  });

  it('shows at once what changed while it was closed', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: WALLETS }));
    await close(fake);
    await settled(() => fake.chain.announce({ id: 'late', name: 'Late' }));
    await settled(() => fake.client.open());
    expect(modal.ui.getByTestId('lk-wallet-late').textContent).toContain('Late');
  });

  it('draws no row again that is as it was', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    let rows = 0;
    const counting = Object.defineProperty({ ...en }, 'installed', {
      get: () => {
        rows += 1;
        return en.installed;
      },
    });
    await renderModal(fake, counting);
    await openModal(fake);
    await close(fake);
    const before = rows;
    expect(before).toBeGreaterThan(0);
    await openModal(fake);
    await close(fake);
    expect(rows).toBe(before);
  });

  it('shows nothing but the wallets of the namespace that it is opened for', async () => {
    const { fake, modal } = await openedModal(severalClient());
    const wallets = (): string | null => modal.ui.getByTestId('lk-wallets').textContent;
    const all = `Many${en.chainsOf(4)}`;
    expect(wallets()).toContain(all);
    await close(fake);
    await settled(() => fake.client.open({ namespace: 'solana' }));
    expect(wallets()).toContain(`Many${en.installed}`);
    await close(fake);
    await settled(() => fake.client.open());
    expect(wallets()).toContain(all);
  });

  it('asks the directory again where it did not answer, and only there', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    fake.directory.lists = 'down';
    await openModal(fake);
    expect(modal.ui.queryByTestId('lk-wallet-harbor')).toBeNull();
    await close(fake);
    fake.directory.lists = 'working';
    await openModal(fake);
    expect(modal.ui.getByTestId('lk-wallet-harbor')).toBeDefined();
    const { length } = fake.directory.queries;
    await close(fake);
    await openModal(fake);
    expect(fake.directory.queries).toHaveLength(length);
  });

  it('follows nothing of the directory while it is closed', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    await renderModal(fake);
    fake.directory.answers = 'by-hand';
    await openModal(fake);
    expect(fake.directory.waiting).toBeGreaterThan(0);
    await close(fake);
    expect(fake.directory.waiting).toBe(0);
  });

  it('gets links ready again on a phone', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    onPhone(fake);
    await renderModal(fake);
    for (const times of [1, 2, 3]) {
      await openModal(fake);
      expect(pairings(fake)).toBe(times);
      await close(fake);
      expect(pairings(fake)).toBe(times);
    }
  });

  it('is made anew where it comes with another view, and keeps none but the first ones', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: WALLETS }));
    const first = modal.view();
    await close(fake);
    await openModal(fake, { view: 'WhatIsAWallet' });
    expect(modal.viewName()).toBe('WhatIsAWallet');
    await close(fake);
    expect(modal.root.querySelector('.scroll > .view')).toBeNull();
    await openModal(fake);
    expect(modal.viewName()).toBe('Connect');
    expect(modal.view()).not.toBe(first);
  });

  it('says no message twice that is on screen while it opens', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    await settled(() => fake.client.modal.show({ message: 'Saved', variant: 'success' }));
    expect(modal.ui.getAllByTestId('lk-snackbar')).toHaveLength(1);
    await openModal(fake);
    const [snackbar, ...others] = modal.ui.getAllByTestId('lk-snackbar');
    expect(others).toEqual([]);
    expect(modal.dialog().contains(snackbar!)).toBe(true);
  });
});
