import { describe, expect, it } from 'vitest';
import { pairingClient } from '../support/pairing.js';
import { openedModal } from '../support/render-modal.js';

describe('PendingRequestLink', () => {
  it('is shown below the view until the wallet responds', async () => {
    const { fake, modal } = await openedModal(pairingClient(), { view: 'Networks' });
    expect(modal.ui.queryByTestId('lk-open-pending')).toBeNull();
    await fake.setPairing({ pendingWallet: { name: 'Phone', href: 'phone://wc?requestId=1', target: '_self' } });
    const link = modal.ui.getByRole('link', { name: 'Open Phone' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['phone://wc?requestId=1', '_self']);
    await fake.setPairing({ pendingWallet: { name: '', href: 'https://wallet.example/wc?requestId=2', target: '_blank' } });
    expect(modal.ui.getByTestId('lk-open-pending').textContent).toBe('Open your wallet (opens in a new tab)');
    await fake.setPairing({ pendingWallet: undefined });
    expect(modal.ui.queryByTestId('lk-open-pending')).toBeNull();
  });
});
