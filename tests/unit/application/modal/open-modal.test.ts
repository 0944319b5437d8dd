import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenModalInput } from '../../../../application/modal/open-modal.use-case.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { view } from '../../../../domain/router/views.js';
import {
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  SOLANA_WALLET,
  settled,
} from '../support/client-fixture.js';

const ICON = 'https://wallet.example/icon.png';
const WITH_ICONS: ClientFixtureInit = { evm: { wallets: [{ id: EVM_WALLET, icon: ICON }, { id: 'com.plain' }] } };
const start = ({ useCases }: ClientFixture, input: OpenModalInput = {}) => record(useCases.openModal.execute(input));
const openEvents = ({ tracked }: ClientFixture) => tracked.filter(({ event }) => event === 'MODAL_OPEN');
const frame = ({ modal }: ClientFixture) => [modal.snapshot.modal.open, modal.snapshot.view.name];
const mobile = (fixture: ClientFixture): ClientFixture => {
  fixture.browser.platform = { ...fixture.browser.platform, mobile: true };
  return fixture;
};

let fixture: ClientFixture;
beforeEach(() => {
  fixture = clientFixture(WITH_ICONS);
});

describe('OpenModal', () => {
  it('is loading immediately, opens, returns the view and tracks the event', async () => {
    const run = start(fixture);
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(fixture.modal.snapshot.modal).toMatchObject({ open: false, loading: true });
    await flushPromises();
    expect(run.values.slice(1)).toEqual([{ status: 'success', data: view('Connect') }]);
    expect(run.end).toBe('complete');
    expect(frame(fixture)).toEqual([true, 'Connect']);
    expect(fixture.tracked).toEqual([{ event: 'MODAL_OPEN', properties: { connected: false } }]);
  });

  it('is an error for a view of an unreleased feature, and does not load', async () => {
    // Untyped apps may do this.
    const run = await settled(start(fixture, { view: { name: 'SmartSessionList', data: undefined } as never }));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'config/invalid-option', context: { field: 'view' } } });
    expect(fixture.modal.snapshot.modal).toMatchObject({ open: false, loading: false });
  });

  it.each([
    ['AllWallets on mobile without adapters', () => mobile(clientFixture({ withoutAdapters: true })), {}, 'AllWallets'],
    ['the QR view on desktop without adapters', () => clientFixture({ withoutAdapters: true }), {}, 'ConnectingWalletConnectBasic'],
    [
      'the QR view even with a requested view',
      () => clientFixture({ withoutAdapters: true }),
      { view: view('Networks') },
      'ConnectingWalletConnectBasic',
    ],
    ['the requested view', () => clientFixture(), { view: view('Networks') }, 'Networks'],
    ['the requested view, also when connected', () => connectedFixture(), { view: view('Networks') }, 'Networks'],
    ['Account when connected', () => connectedFixture(), {}, 'Account'],
    ['Account for a connected namespace', () => connectedFixture(), { namespace: 'eip155' }, 'Account'],
    ['Connect for a namespace that is not connected', () => connectedFixture(), { namespace: 'solana' }, 'Connect'],
    ['Connect otherwise', () => clientFixture(), {}, 'Connect'],
  ] as const satisfies readonly (readonly [string, () => ClientFixture | Promise<ClientFixture>, OpenModalInput, string])[])(
    'opens %s',
    async (_, create, input, name) => {
      const fixture = await create();
      await settled(start(fixture, input));
      expect(frame(fixture)).toEqual([true, name]);
    },
  );

  it('activates the given namespace and is loading for that one only', async () => {
    fixture = clientFixture();
    start(fixture, { namespace: 'solana' });
    expect(fixture.connections.state.activeNamespace).toBe('solana');
    await flushPromises();
    expect(fixture.modal.snapshot.modal).toMatchObject({
      open: true,
      namespace: 'solana',
      loading: false,
      loadingByNamespace: { solana: true },
    });
  });

  it('navigates immediately if already open', async () => {
    fixture.browser.images = 'slow';
    fixture.modal.open(view('Connect'), null);
    start(fixture, { view: view('WhatIsAWallet') });
    expect(frame(fixture)).toEqual([true, 'WhatIsAWallet']);
    expect(fixture.browser.preloaded).toEqual([]);
  });

  it('clears the history', async () => {
    fixture = clientFixture();
    fixture.modal.open(view('Connect'), null);
    fixture.modal.navigate({ type: 'push', view: view('WhatIsAWallet') });
    start(fixture, { view: view('Networks') });
    expect(fixture.modal.snapshot).toMatchObject({ canGoBack: false, router: { history: [view('Networks')] } });
  });
});

describe('OpenModal, preloading images', () => {
  it('waits until they are decoded', async () => {
    fixture.browser.images = 'slow';
    start(fixture);
    await fixture.clock.run(1_999);
    expect(frame(fixture)).toEqual([false, 'Connect']);
    expect(fixture.browser.preloaded).toEqual([ICON]);
    fixture.browser.finishImages();
    await flushPromises();
    expect(frame(fixture)).toEqual([true, 'Connect']);
    expect(fixture.clock.pending).toBe(0);
  });

  it('waits at most 2 s and aborts the remaining images', async () => {
    fixture.browser.images = 'slow';
    const preload = vi.spyOn(fixture.browser, 'preloadImages');
    start(fixture);
    await fixture.clock.run(2_000);
    expect(frame(fixture)).toEqual([true, 'Connect']);
    expect(preload.mock.calls[0]?.[1].aborted).toBe(true);
  });

  it('waits only for new images on the next opening', async () => {
    await settled(start(fixture));
    fixture.modal.close();
    fixture.browser.images = 'slow';
    start(fixture);
    expect(frame(fixture)).toEqual([true, 'Connect']);
    fixture.modal.close();
    fixture.chain.announce({ id: 'com.late', icon: `${ICON}late` });
    await settled(start(fixture));
    expect(frame(fixture)).toEqual([false, 'Connect']);
    expect(fixture.browser.preloaded).toEqual([ICON, `${ICON}late`]);
  });

  it('waits again if the previous opening was cancelled', async () => {
    fixture.browser.images = 'slow';
    await settled(start(fixture).cancel());
    await settled(start(fixture));
    expect(frame(fixture)).toEqual([false, 'Connect']);
    expect(fixture.browser.preloaded).toEqual([ICON, ICON]);
  });

  it('does not wait without images or for data URLs, and for 20 at most', async () => {
    const withoutImages = clientFixture();
    withoutImages.browser.images = 'slow';
    start(withoutImages);
    expect(frame(withoutImages)).toEqual([true, 'Connect']);
    const inline = clientFixture({ evm: { wallets: [{ id: EVM_WALLET, icon: 'data:image/png;base64,AAAA' }] } });
    inline.browser.images = 'slow';
    start(inline);
    expect(frame(inline)).toEqual([true, 'Connect']);
    const many = clientFixture({
      evm: { wallets: Array.from({ length: 1_000 }, (_, index) => ({ id: `com.w${index}`, icon: `${ICON}${index}` })) },
    });
    await settled(start(many));
    expect(frame(withoutImages)).toEqual([true, 'Connect']);
    expect(many.browser.preloaded).toHaveLength(20);
  });

  it('preloads the listed images: connectorImages instead of the wallet’s own, and those of custom wallets', async () => {
    fixture = clientFixture({
      evm: {
        wallets: [
          { id: EVM_WALLET, icon: ICON },
          { id: 'com.other', icon: `${ICON}2` },
        ],
      },
      options: {
        connectorImages: { [EVM_WALLET]: 'https://app.example/wallet.png' },
        customWallets: [
          { id: 'own', name: 'Own', image_url: 'https://app.example/own.png' },
          { id: 'plain', name: 'Plain' },
        ],
      },
    });
    await settled(start(fixture));
    expect(fixture.browser.preloaded).toEqual(['https://app.example/wallet.png', `${ICON}2`, 'https://app.example/own.png']);
  });

  it('preloads network images for the Networks view, also when connected', async () => {
    fixture = await connectedFixture({ ...WITH_ICONS, options: { chainImages: { 137: 'https://app.example/polygon.png' } } });
    fixture.browser.images = 'slow';
    await settled(start(fixture, { view: view('Networks') }));
    expect(frame(fixture)).toEqual([false, 'Connect']);
    expect(fixture.browser.preloaded).toEqual(['https://app.example/polygon.png']);
    await fixture.clock.run(2_000);
    expect(frame(fixture)).toEqual([true, 'Networks']);
  });

  it('does not wait for wallet images when connected', async () => {
    fixture = await connectedFixture(WITH_ICONS);
    fixture.browser.images = 'slow';
    start(fixture);
    expect(frame(fixture)).toEqual([true, 'Account']);
    expect(fixture.browser.preloaded).toEqual([]);
  });

  it('chooses the view after preloading, not before', async () => {
    fixture.browser.images = 'slow';
    start(fixture);
    await connect(fixture);
    fixture.browser.finishImages();
    await flushPromises();
    expect(frame(fixture)).toEqual([true, 'Account']);
    expect(openEvents(fixture)).toEqual([{ event: 'MODAL_OPEN', properties: { connected: true } }]);
  });
});

describe('OpenModal, cancelled while preloading', () => {
  const preloadingFixture = (): ClientFixture => {
    const fixture = clientFixture({ ...WITH_ICONS, solana: { wallets: [{ id: SOLANA_WALLET, icon: ICON }] } });
    fixture.browser.images = 'slow';
    return fixture;
  };
  const expectClosed = async (fixture: ClientFixture): Promise<void> => {
    await flushPromises();
    fixture.browser.finishImages();
    await fixture.clock.run(2_000);
    expect(fixture.modal.snapshot.modal).toMatchObject({ open: false, loading: false });
    expect(fixture.modal.snapshot.modal.loadingByNamespace).toEqual({});
    expect(openEvents(fixture)).toEqual([]);
    expect(fixture.clock.pending).toBe(0);
  };

  it('does not open after unsubscribing', async () => {
    const fixture = preloadingFixture();
    const run = start(fixture, { namespace: 'eip155' });
    run.cancel();
    await expectClosed(fixture);
    expect(run.values).toHaveLength(1);
  });

  it('does not open after closing', async () => {
    const fixture = preloadingFixture();
    const run = start(fixture, { namespace: 'solana' });
    record(fixture.useCases.closeModal.execute({ by: 'app' }));
    expect(fixture.modal.snapshot.modal.loadingByNamespace).toEqual({});
    await expectClosed(fixture);
    expect(run.end).toBe('complete');
  });

  it('does not open after the client is disposed, and leaves no timer', async () => {
    const fixture = preloadingFixture();
    start(fixture);
    fixture.modal.dispose();
    await flushPromises();
    expect(fixture.clock.pending).toBe(0);
    await expectClosed(fixture);
  });

  it('is replaced by a newer opening', async () => {
    const fixture = preloadingFixture();
    start(fixture, { view: view('WhatIsANetwork'), namespace: 'solana' });
    await settled(start(fixture, { view: view('WhatIsAWallet') }));
    fixture.browser.finishImages();
    await flushPromises();
    expect(frame(fixture)).toEqual([true, 'WhatIsAWallet']);
    expect(openEvents(fixture)).toHaveLength(1);
    expect(fixture.modal.snapshot.modal.loading).toBe(true);
    expect(fixture.modal.snapshot.modal.loadingByNamespace).toEqual({});
  });

  it('opens once for two requests', async () => {
    const fixture = preloadingFixture();
    const runs = [start(fixture), start(fixture)];
    await flushPromises();
    fixture.browser.finishImages();
    await flushPromises();
    expect(runs.map(({ end }) => end)).toEqual(['complete', 'complete']);
    expect(openEvents(fixture)).toHaveLength(1);
    expect(fixture.solana.wallet(SOLANA_WALLET).calls).toEqual([]);
  });
});
