import { describe, expect, it } from 'vitest';
import { en } from '../../../presentation/messages/en.js';
import type { FakeClient } from '../hooks/support/fake-client.js';
import { multiChainClient } from '../support/multi-chain-client.js';
import { listedWallet, onPhone, pairingClient, pairingCount } from '../support/pairing.js';
import { actAndFlush, nextFrame, openedModal, openModal, renderedModal, renderModal } from '../support/render-modal.js';

const WALLETS = [listedWallet('harbor', 'Harbor'), listedWallet('lantern', 'Lantern')];

const close = async ({ client }: FakeClient): Promise<void> => {
  await actAndFlush(() => client.close());
  await nextFrame();
};

describe('a reopened modal', () => {
  it('reuses its elements and scrolls to the top', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: WALLETS }));
    const [view, row] = [modal.view(), modal.ui.getByTestId('lk-wallet-harbor')];
    await close(fake);
    expect(modal.dialog().open).toBe(false);
    await actAndFlush(() => fake.client.open());
    expect(modal.view()).toBe(view);
    expect(modal.ui.getByTestId('lk-wallet-harbor')).toBe(row);
  });

  it('immediately shows changes that happened while it was closed', async () => {
    const { fake, modal } = await openedModal(pairingClient({ wallets: WALLETS }));
    await close(fake);
    await actAndFlush(() => fake.chain.announce({ id: 'late', name: 'Late' }));
    await actAndFlush(() => fake.client.open());
    expect(modal.ui.getByTestId('lk-wallet-late').textContent).toContain('Late');
  });

  it('does not render unchanged rows again', async () => {
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

  it('shows only the wallets of its namespace', async () => {
    const { fake, modal } = await openedModal(multiChainClient());
    const wallets = (): string | null => modal.ui.getByTestId('lk-wallets').textContent;
    const all = `Many${en.chainsOf(4)}${en.installed}`;
    expect(wallets()).toContain(all);
    await close(fake);
    await actAndFlush(() => fake.client.open({ namespace: 'solana' }));
    expect(wallets()).toContain(`Many${en.installed}`);
    await close(fake);
    await actAndFlush(() => fake.client.open());
    expect(wallets()).toContain(all);
  });

  it('repeats only failed directory requests', async () => {
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

  it('does not subscribe to the directory while closed', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    await renderModal(fake);
    fake.directory.responseTiming = 'manual';
    await openModal(fake);
    expect(fake.directory.waiting).toBeGreaterThan(0);
    await close(fake);
    expect(fake.directory.waiting).toBe(0);
  });

  it('prepares links again on a phone', async () => {
    const fake = pairingClient({ wallets: WALLETS });
    onPhone(fake);
    await renderModal(fake);
    for (const times of [1, 2, 3]) {
      await openModal(fake);
      expect(pairingCount(fake)).toBe(times);
      await close(fake);
      expect(pairingCount(fake)).toBe(times);
    }
  });

  it('is rendered again with another view, and keeps only the first views mounted', async () => {
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

  it('does not repeat a message that is shown while it opens', async () => {
    const { fake, modal } = await renderedModal(pairingClient({ wallets: WALLETS }));
    await actAndFlush(() => fake.client.modal.show({ message: 'Saved', variant: 'success' }));
    expect(modal.ui.getAllByTestId('lk-snackbar')).toHaveLength(1);
    await openModal(fake);
    const [snackbar, ...others] = modal.ui.getAllByTestId('lk-snackbar');
    expect(others).toEqual([]);
    expect(modal.dialog().contains(snackbar!)).toBe(true);
  });
});
