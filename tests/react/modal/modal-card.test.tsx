import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { View } from '../../../domain/router/views.js';
import { ViewBoundary } from '../../../presentation/modal/view-boundary.js';
import { fakeClient } from '../hooks/support/fake-client.js';
import { actAndFlush, openedModal, press } from '../support/render-modal.js';

describe('a view that cannot be shown', () => {
  it.each(['SwitchNetwork', 'ConnectingExternal'])('is replaced by Connect: %s without data', async (name) => {
    const { fake, modal } = await openedModal(fakeClient());
    // Untyped apps may do this.
    const view = { name, data: undefined } as never as View;
    await actAndFlush(() => fake.client.modal.navigate({ type: 'push', view }));
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.getByRole('heading', { level: 1 }).textContent).toBe('Connect Wallet');
    expect(modal.ui.getByTestId('lk-wallets')).toBeDefined();
  });

  it('does not affect the modal when it throws, and can be retried', async () => {
    let broken = true;
    const Fragile = (): string => {
      if (broken) throw new Error('defect');
      return 'works';
    };
    const options = { onCaughtError: () => undefined };
    render(
      <ViewBoundary
        fallback={(retry) => (
          <button type="button" onClick={retry}>
            retry
          </button>
        )}
      >
        <Fragile />
      </ViewBoundary>,
      options,
    );
    broken = false;
    await press(screen.getByRole('button', { name: 'retry' }));
    expect(screen.getByText('works')).toBeDefined();
  });
});
