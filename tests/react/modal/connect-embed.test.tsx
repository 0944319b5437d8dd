import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { ConnectEmbed } from '../../../presentation/provider/connect-embed.js';
import { LatchkeyProvider, type LatchkeyProviderProps } from '../../../presentation/provider/latchkey-provider.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { pseudo } from '../support/pseudo.js';
import { actAndFlush } from '../support/render-modal.js';

const modals = () => [...document.querySelectorAll('latchkey-modal')];

afterEach(async () => {
  cleanup();
  await flushPromises();
  expect(modals()).toEqual([]);
});

const tree = ({ client }: FakeClient, isShown = true, props: Partial<LatchkeyProviderProps> = {}): ReactElement => (
  <StrictMode>
    <LatchkeyProvider client={client} {...props}>
      <main>{isShown ? <ConnectEmbed id="here" className="mine" /> : null}</main>
    </LatchkeyProvider>
  </StrictMode>
);

/** Content of the only modal element, which is inside the component's element. */
const embedded = () => {
  const [element, ...others] = modals();
  expect([others, element?.parentElement?.id]).toEqual([[], 'here']);
  const root = element?.shadowRoot?.querySelector<HTMLElement>('[data-testid=lk-embedded]');
  if (root == null) throw new Error('No embedded card');
  return { root, ui: within(root), view: () => root.querySelector('.view')?.getAttribute('data-testid') };
};

const renderEmbed = async (fake: FakeClient, props: Partial<LatchkeyProviderProps> = {}) => {
  const page = render(tree(fake, true, props));
  await waitFor(() => embedded());
  await actAndFlush();
  return page;
};

describe('ConnectEmbed', () => {
  it('renders the connect flow in its place, as a labelled section without a dialog', async () => {
    const fake = fakeClient();
    const { container } = await renderEmbed(fake);
    const { root, ui } = embedded();
    expect(container.querySelector('#here')?.className).toBe('mine');
    expect([root.localName, root.closest('dialog'), ui.queryByRole('button', { name: 'Close' })]).toEqual(['section', null, null]);
    expect(ui.getByRole('heading', { level: 1, name: 'Connect Wallet' }).id).toBe(root.getAttribute('aria-labelledby'));
    expect(document.activeElement).toBe(document.body);
    await expectAccessible(root);
  });

  it('connects, shows the account, and connecting again after a disconnect', async () => {
    const fake = fakeClient();
    await renderEmbed(fake);
    fake.chain.wallet(WALLET).next('connect', 'late');
    await actAndFlush(() => fireEvent.click(embedded().ui.getByRole('button', { name: /Example/ })));
    await waitFor(() => expect(embedded().view()).toBe('lk-view-ConnectingExternal'));
    await waitFor(() => expect(fake.chain.wallet(WALLET).count('connect')).toBe(1));
    await actAndFlush(() => fake.chain.wallet(WALLET).release());
    expect(fake.client.getAddress()).toBe(ADDRESS);
    await waitFor(() => expect(embedded().view()).toBe('lk-view-Account'));
    await actAndFlush(() => fake.client.disconnect());
    expect(embedded().view()).toBe('lk-view-Connect');
  });

  it('starts with the account if a wallet is connected, in the texts of the provider', async () => {
    await renderEmbed(await connectedClient(), { messages: pseudo });
    await waitFor(() => expect(embedded().view()).toBe('lk-view-Account'));
    await waitFor(() => expect(embedded().root.textContent).toContain(pseudo.disconnect));
  });

  it('shows what the app opens, and leaves the modal closed when it is unmounted', async () => {
    const fake = fakeClient();
    const page = await renderEmbed(fake);
    await actAndFlush(() => fake.client.open({ view: 'Networks' }));
    await waitFor(() => expect(embedded().view()).toBe('lk-view-Networks'));
    page.rerender(tree(fake, false));
    await actAndFlush();
    expect([modals(), fake.client.getState().open, fake.client.options.current.enableEmbedded]).toEqual([[], false, false]);
    // The provider's modal is a dialog again.
    await actAndFlush(() => fake.client.open());
    await waitFor(() => expect(modals()[0]?.shadowRoot?.querySelector('dialog')?.open).toBe(true));
    await actAndFlush(() => fake.client.close());
  });

  it("keeps the app's option enableEmbedded", async () => {
    const fake = fakeClient({ options: { enableEmbedded: true } });
    const page = await renderEmbed(fake, { modal: false });
    page.rerender(tree(fake, false, { modal: false }));
    await actAndFlush();
    expect(fake.client.options.current.enableEmbedded).toBe(true);
  });

  it('renders an empty element on a server and hydrates it', async () => {
    const fake = fakeClient();
    const container = document.createElement('div');
    container.innerHTML = renderToString(tree(fake));
    expect(container.innerHTML).toBe('<main><div id="here" class="mine"></div></main>');
    document.body.append(container);
    const onRecoverableError = vi.fn();
    const root = await act(async () => hydrateRoot(container, tree(fake), { onRecoverableError }));
    await waitFor(() => embedded());
    expect(onRecoverableError).not.toHaveBeenCalled();
    await act(async () => root.unmount());
    container.remove();
  });

  it('reports that its code failed to load, and loads it again when the browser is back online', async () => {
    const fake = fakeClient();
    vi.doMock('../../../presentation/modal/mount-modal.js', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    try {
      // Not in StrictMode, whose second import of a failing module is never settled by the test runner.
      render(
        <LatchkeyProvider client={fake.client}>
          <ConnectEmbed id="here" />
        </LatchkeyProvider>,
      );
      await waitFor(() => expect(fake.events.map(({ event }) => event)).toContain('INTERNAL_SDK_ERROR'));
    } finally {
      vi.doUnmock('../../../presentation/modal/mount-modal.js');
    }
    expect(modals()).toEqual([]);
    await actAndFlush(() => fake.browser.setOnline(false));
    await actAndFlush(() => fake.browser.setOnline(true));
    await waitFor(() => embedded());
  });

  it('is removed with its client', async () => {
    const fake = fakeClient();
    await renderEmbed(fake);
    await actAndFlush(() => fake.client.dispose());
    expect(modals()).toEqual([]);
  });
});
