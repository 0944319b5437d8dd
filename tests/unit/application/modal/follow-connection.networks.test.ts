import { describe, expect, it } from 'vitest';
import { followConnection } from '../../../../application/modal/follow-connection.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { view } from '../../../../domain/router/views.js';
import { connecting, evmWallet, follow, following, open, screen, switchTo } from '../support/following.js';
import { account, connect, EVM_WALLET, MAINNET, POLYGON, record, SOLANA, UNKNOWN, type WorldInit, world } from '../support/world.js';

describe('the modal, when the network changes', () => {
  it('goes back to before the list of networks', async () => {
    const here = await following();
    open(here, view('Account'), view('Networks'), view('SwitchNetwork', { chainId: toChainId(POLYGON) }));
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('Account');
    expect(here.modal.snapshot.canGoBack).toBe(false);
  });

  it('closes where it was opened for that', async () => {
    const here = await following();
    open(here, view('Networks'));
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('closed');
  });

  it('goes back also where nothing is connected', async () => {
    const here = follow();
    open(here, view('Connect'), view('Networks'));
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('Connect');
  });

  it('stays when the wallet declines', async () => {
    const here = await following();
    open(here, view('Account'), view('Networks'), view('SwitchNetwork', { chainId: toChainId(POLYGON) }));
    evmWallet(here).next('switchNetwork', 'reject');
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('SwitchNetwork');
  });

  it.each([view('Account'), connecting('eip155', 'com.second'), view('WhatIsANetwork')])(
    'stays on $name, which has nothing to do with it',
    async (shown) => {
      const here = await following();
      open(here, view('Account'), shown);
      evmWallet(here).selectChain(POLYGON);
      expect(screen(here)).toBe(shown.name);
    },
  );

  it('offers to connect when the network is one of a namespace without a wallet', async () => {
    const here = await following();
    open(here, view('Account'), view('Networks'));
    await switchTo(here, SOLANA);
    expect(screen(here)).toBe('Connect');
    expect(here.modal.snapshot.canGoBack).toBe(false);
    expect(here.connections.state.isSwitchingNamespace).toBe(false);
  });

  it('goes back when the network is one of another namespace that is connected', async () => {
    const here = await following();
    await connect(here, 'solana');
    open(here, view('Account'), view('Networks'));
    await switchTo(here, MAINNET);
    expect(screen(here)).toBe('Account');
  });

  it.each([view('Account'), view('Profile'), view('SwitchAddress')])(
    'stays on $name when another connected namespace is looked at',
    async (shown) => {
      const here = await following();
      await connect(here, 'solana');
      open(here, shown);
      record(here.useCases.switchNamespace.execute({ namespace: 'eip155' }));
      await settle();
      expect(here.connections.state.activeNamespace).toBe('eip155');
      expect(screen(here)).toBe(shown.name);
    },
  );

  it('stays on Profile when one of two namespaces is disconnected, and goes on with the other; closes with the last', async () => {
    const here = await following();
    await connect(here, 'solana');
    open(here, view('Profile'));
    for (const [namespace, left] of [
      ['solana', 'Profile'],
      ['eip155', 'closed'],
    ] as const) {
      record(here.useCases.disconnectWallet.execute({ namespace }));
      await settle();
      expect(here.connections.state.activeNamespace).toBe('eip155');
      expect(screen(here)).toBe(left);
    }
  });

  it('stays on ConnectingMultiChain while namespaces are connected there one after another', async () => {
    const here = follow();
    open(here, view('Connect'), view('ConnectingMultiChain', { connectorIds: [] }));
    await connect(here);
    await connect(here, 'solana');
    expect(screen(here)).toBe('ConnectingMultiChain');
  });

  it('opens nothing when the app moves to such a network behind a closed modal', async () => {
    const here = await following();
    await switchTo(here, SOLANA);
    expect(screen(here)).toBe('closed');
  });

  it('is remembered for the next load, with its namespace, unless it is not configured', async () => {
    const here = await following();
    evmWallet(here).selectChain(POLYGON);
    expect(here.storage.persisted).toMatchObject({ '@latchkey/active_namespace': 'eip155', '@latchkey/active_caip_network_id': POLYGON });
    evmWallet(here).selectChain(UNKNOWN);
    expect(here.storage.persisted['@latchkey/active_caip_network_id']).toBe(POLYGON);
    await switchTo(here, SOLANA);
    expect(here.storage.persisted).toMatchObject({ '@latchkey/active_namespace': 'solana', '@latchkey/active_caip_network_id': SOLANA });
    const again = follow({ storage: here.storage.reload() });
    expect(again.connections.state.activeNamespace).toBe('solana');
  });

  it('tells every other watcher the newest state last, with the switch of namespaces settled', async () => {
    const here = follow({ options: { networks: [mainnet, polygon] } });
    const both = follow();
    for (const each of [here, both]) {
      const seen = record(each.connections.state$);
      each.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
      expect(seen.values.at(-1)).toBe(each.connections.state);
      expect(seen.values.at(-1)?.isSwitchingNamespace).toBe(false);
    }
    expect(both.connections.state.activeNamespace).toBe('solana');
    expect(here.connections.state.activeNamespace).toBe('eip155');
  });
});

describe('the modal in embedded mode, which is on screen without being open', () => {
  const EMBEDDED: WorldInit = { options: { enableEmbedded: true } };

  it('shows Account when a wallet connects and Connect when it leaves', async () => {
    const here = follow(EMBEDDED);
    here.modal.navigate({ type: 'push', view: connecting('eip155', EVM_WALLET) });
    await connect(here);
    expect(here.modal.snapshot.view.name).toBe('Account');
    evmWallet(here).lock();
    expect(here.modal.snapshot.view.name).toBe('Connect');
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('goes back when the network changes', async () => {
    const here = await following(EMBEDDED);
    here.modal.navigate({ type: 'push', view: view('Networks') });
    await switchTo(here, POLYGON);
    expect(here.modal.snapshot.view.name).toBe('Account');
  });
});

describe('the following', () => {
  it('ends', async () => {
    const here = world();
    const { connections, memory, options, modal, useCases } = here;
    const subscription = followConnection(connections, memory, options, modal, useCases.openModal, useCases.closeModal);
    open(here, view('Connect'));
    subscription.unsubscribe();
    await connect(here);
    expect(screen(here)).toBe('Connect');
    expect(account(here).caipAddress).toMatch(new RegExp(`^${MAINNET}:`));
  });
});
