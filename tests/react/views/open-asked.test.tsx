import { describe, expect, it } from 'vitest';
import { pairingClient } from '../support/pairing.js';
import { openedModal } from '../support/render-modal.js';

describe('the link to a wallet on this device that is asked for something', () => {
  it('stands below the view until there is an answer', async () => {
    const { fake, modal } = await openedModal(pairingClient(), { view: 'Networks' });
    expect(modal.ui.queryByTestId('lk-open-asked')).toBeNull();
    await fake.tell({ asked: { name: 'Phone', href: 'phone://wc?requestId=1', target: '_self' } });
    const link = modal.ui.getByRole('link', { name: 'Open Phone' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['phone://wc?requestId=1', '_self']);
    await fake.tell({ asked: { name: '', href: 'https://wallet.example/wc?requestId=2', target: '_blank' } });
    expect(modal.ui.getByTestId('lk-open-asked').textContent).toBe('Open Wallet (opens in a new tab)');
    await fake.tell({ asked: undefined });
    expect(modal.ui.queryByTestId('lk-open-asked')).toBeNull();
  });
});
