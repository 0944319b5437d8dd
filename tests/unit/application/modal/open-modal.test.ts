import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenModalInput } from '../../../../application/modal/open-modal.use-case.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { view } from '../../../../domain/router/views.js';
import {
  connect,
  connectedWorld,
  EVM_WALLET,
  record,
  SOLANA_WALLET,
  settled,
  type World,
  type WorldInit,
  world,
} from '../support/world.js';

const ICON = 'https://wallet.example/icon.png';
const WITH_ICONS: WorldInit = { evm: { wallets: [{ id: EVM_WALLET, icon: ICON }, { id: 'com.plain' }] } };
const start = ({ useCases }: World, input: OpenModalInput = {}) => record(useCases.openModal.execute(input));
const opened = ({ tracked }: World) => tracked.filter(({ event }) => event === 'MODAL_OPEN');
const frame = ({ modal }: World) => [modal.snapshot.modal.open, modal.snapshot.view.name];
const mobile = (here: World): World => {
  here.browser.platform = { ...here.browser.platform, mobile: true };
  return here;
};

let here: World;
beforeEach(() => {
  here = world(WITH_ICONS);
});

describe('OpenModal', () => {
  it('is loading at once, opens, gives the view and tells of it', async () => {
    const run = start(here);
    expect(run.values).toEqual([{ status: 'pending', step: 'working' }]);
    expect(here.modal.snapshot.modal).toMatchObject({ open: false, loading: true });
    await settle();
    expect(run.values.slice(1)).toEqual([{ status: 'success', data: view('Connect') }]);
    expect(run.end).toBe('complete');
    expect(frame(here)).toEqual([true, 'Connect']);
    expect(here.tracked).toEqual([{ event: 'MODAL_OPEN', properties: { connected: false } }]);
  });

  it.each([
    ['AllWallets on mobile without adapters', () => mobile(world({ withoutAdapters: true })), {}, 'AllWallets'],
    ['the QR view on desktop without adapters', () => world({ withoutAdapters: true }), {}, 'ConnectingWalletConnectBasic'],
    [
      'that also where a view is asked for',
      () => world({ withoutAdapters: true }),
      { view: view('Networks') },
      'ConnectingWalletConnectBasic',
    ],
    ['the view that is asked for', () => world(), { view: view('Networks') }, 'Networks'],
    ['the view that is asked for, also when connected', () => connectedWorld(), { view: view('Networks') }, 'Networks'],
    ['Account when connected', () => connectedWorld(), {}, 'Account'],
    ['Account also without a view of the namespace that is connected', () => connectedWorld(), { namespace: 'eip155' }, 'Account'],
    ['Connect for a namespace that is not connected', () => connectedWorld(), { namespace: 'solana' }, 'Connect'],
    ['Connect otherwise', () => world(), {}, 'Connect'],
  ] as const satisfies readonly (readonly [string, () => World | Promise<World>, OpenModalInput, string])[])(
    'opens %s',
    async (_, make, input, name) => {
      const here = await make();
      await settled(start(here, input));
      expect(frame(here)).toEqual([true, name]);
    },
  );

  it('moves to the namespace it is opened for, and is loading for that one only', async () => {
    here = world();
    start(here, { namespace: 'solana' });
    expect(here.connections.state.activeNamespace).toBe('solana');
    await settle();
    expect(here.modal.snapshot.modal).toMatchObject({
      open: true,
      namespace: 'solana',
      loading: false,
      loadingByNamespace: { solana: true },
    });
  });

  it('moves at once where it is open already', async () => {
    here.browser.images = 'slow';
    here.modal.open(view('Connect'), null);
    start(here, { view: view('WhatIsAWallet') });
    expect(frame(here)).toEqual([true, 'WhatIsAWallet']);
    expect(here.browser.preloaded).toEqual([]);
  });

  it('leaves no way back to where it was before', async () => {
    here = world();
    here.modal.open(view('Connect'), null);
    here.modal.navigate({ type: 'push', view: view('WhatIsAWallet') });
    start(here, { view: view('Networks') });
    expect(here.modal.snapshot).toMatchObject({ canGoBack: false, router: { history: [view('Networks')] } });
  });
});

describe('OpenModal and the pictures of the wallets', () => {
  it('waits until they are decoded', async () => {
    here.browser.images = 'slow';
    start(here);
    await here.clock.run(1_999);
    expect(frame(here)).toEqual([false, 'Connect']);
    expect(here.browser.preloaded).toEqual([ICON]);
    here.browser.finishImages();
    await settle();
    expect(frame(here)).toEqual([true, 'Connect']);
    expect(here.clock.pending).toBe(0);
  });

  it('waits no longer than 2 s, and withdraws the rest', async () => {
    here.browser.images = 'slow';
    const preload = vi.spyOn(here.browser, 'preloadImages');
    start(here);
    await here.clock.run(2_000);
    expect(frame(here)).toEqual([true, 'Connect']);
    expect(preload.mock.calls[0]?.[1].aborted).toBe(true);
  });

  it('waits for none of them again, and for one that is new', async () => {
    await settled(start(here));
    here.modal.close();
    here.browser.images = 'slow';
    start(here);
    expect(frame(here)).toEqual([true, 'Connect']);
    here.modal.close();
    here.chain.announce({ id: 'com.late', icon: `${ICON}late` });
    await settled(start(here));
    expect(frame(here)).toEqual([false, 'Connect']);
    expect(here.browser.preloaded).toEqual([ICON, `${ICON}late`]);
  });

  it('waits again where the one who asked left before they came', async () => {
    here.browser.images = 'slow';
    await settled(start(here).cancel());
    await settled(start(here));
    expect(frame(here)).toEqual([false, 'Connect']);
    expect(here.browser.preloaded).toEqual([ICON, ICON]);
  });

  it('does not wait where there are none or all are in data URLs, and for 20 at most', async () => {
    const none = world();
    none.browser.images = 'slow';
    start(none);
    expect(frame(none)).toEqual([true, 'Connect']);
    const inline = world({ evm: { wallets: [{ id: EVM_WALLET, icon: 'data:image/png;base64,AAAA' }] } });
    inline.browser.images = 'slow';
    start(inline);
    expect(frame(inline)).toEqual([true, 'Connect']);
    const many = world({
      evm: { wallets: Array.from({ length: 1_000 }, (_, index) => ({ id: `com.w${index}`, icon: `${ICON}${index}` })) },
    });
    await settled(start(many));
    expect(frame(none)).toEqual([true, 'Connect']);
    expect(many.browser.preloaded).toHaveLength(20);
  });

  it('fetches what the list shows: the pictures of the host instead of the wallet’s, and those of its own wallets', async () => {
    here = world({
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
    await settled(start(here));
    expect(here.browser.preloaded).toEqual(['https://app.example/wallet.png', `${ICON}2`, 'https://app.example/own.png']);
  });

  it('fetches the pictures of the networks where these are asked for, also when connected', async () => {
    here = await connectedWorld({ ...WITH_ICONS, options: { chainImages: { 137: 'https://app.example/polygon.png' } } });
    here.browser.images = 'slow';
    await settled(start(here, { view: view('Networks') }));
    expect(frame(here)).toEqual([false, 'Connect']);
    expect(here.browser.preloaded).toEqual(['https://app.example/polygon.png']);
    await here.clock.run(2_000);
    expect(frame(here)).toEqual([true, 'Networks']);
  });

  it('does not keep a connected visitor waiting', async () => {
    here = await connectedWorld(WITH_ICONS);
    here.browser.images = 'slow';
    start(here);
    expect(frame(here)).toEqual([true, 'Account']);
    expect(here.browser.preloaded).toEqual([]);
  });

  it('shows what is right when they have come, not when they were asked for', async () => {
    here.browser.images = 'slow';
    start(here);
    await connect(here);
    here.browser.finishImages();
    await settle();
    expect(frame(here)).toEqual([true, 'Account']);
    expect(opened(here)).toEqual([{ event: 'MODAL_OPEN', properties: { connected: true } }]);
  });
});

describe('OpenModal that is not wanted any more', () => {
  const waiting = (): World => {
    const here = world({ ...WITH_ICONS, solana: { wallets: [{ id: SOLANA_WALLET, icon: ICON }] } });
    here.browser.images = 'slow';
    return here;
  };
  const expectClosed = async (here: World): Promise<void> => {
    await settle();
    here.browser.finishImages();
    await here.clock.run(2_000);
    expect(here.modal.snapshot.modal).toMatchObject({ open: false, loading: false });
    expect(here.modal.snapshot.modal.loadingByNamespace).toEqual({});
    expect(opened(here)).toEqual([]);
    expect(here.clock.pending).toBe(0);
  };

  it('does not pop up behind the back of who cancelled it', async () => {
    const here = waiting();
    const run = start(here, { namespace: 'eip155' });
    run.cancel();
    await expectClosed(here);
    expect(run.values).toHaveLength(1);
  });

  it('does not pop up behind the back of who closed it', async () => {
    const here = waiting();
    const run = start(here, { namespace: 'solana' });
    record(here.useCases.closeModal.execute({ by: 'app' }));
    expect(here.modal.snapshot.modal.loadingByNamespace).toEqual({});
    await expectClosed(here);
    expect(run.end).toBe('complete');
  });

  it('does not pop up after the client was disposed of, and leaves no timer', async () => {
    const here = waiting();
    start(here);
    here.modal.dispose();
    await settle();
    expect(here.clock.pending).toBe(0);
    await expectClosed(here);
  });

  it('gives way to the newer opening', async () => {
    const here = waiting();
    start(here, { view: view('WhatIsANetwork'), namespace: 'solana' });
    await settled(start(here, { view: view('WhatIsAWallet') }));
    here.browser.finishImages();
    await settle();
    expect(frame(here)).toEqual([true, 'WhatIsAWallet']);
    expect(opened(here)).toHaveLength(1);
    expect(here.modal.snapshot.modal.loading).toBe(true);
    expect(here.modal.snapshot.modal.loadingByNamespace).toEqual({});
  });

  it('opens once when it is asked for twice', async () => {
    const here = waiting();
    const runs = [start(here), start(here)];
    await settle();
    here.browser.finishImages();
    await settle();
    expect(runs.map(({ end }) => end)).toEqual(['complete', 'complete']);
    expect(opened(here)).toHaveLength(1);
    expect(here.solana.wallet(SOLANA_WALLET).calls).toEqual([]);
  });
});
