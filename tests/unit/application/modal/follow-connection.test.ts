import { beforeEach, describe, expect, it } from 'vitest';
import { followConnection } from '../../../../application/modal/follow-connection.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { view } from '../../../../domain/router/views.js';
import { connecting, evmWallet, follow, following, open, screen, switchTo } from '../support/following.js';
import {
  ADDRESS,
  account,
  connect,
  EVM_WALLET,
  MAINNET,
  POLYGON,
  record,
  SOLANA,
  SOLANA_WALLET,
  settled,
  status,
  UNKNOWN,
  type World,
  type WorldInit,
  world,
} from '../support/world.js';

let here: World;
beforeEach(async () => {
  here = await following();
});

describe('the modal, when a wallet connects', () => {
  it('closes', async () => {
    here = follow();
    open(here, view('Connect'), connecting('eip155', EVM_WALLET));
    await connect(here);
    expect(screen(here)).toBe('closed');
    expect(here.tracked.map(({ event }) => event)).toEqual(['MODAL_CLOSE', 'CONNECT_SUCCESS']);
  });

  it('stays while the person is being asked, and when the answer is no', async () => {
    here = follow();
    open(here, view('Connect'), connecting('eip155', EVM_WALLET));
    evmWallet(here).next('connect', 'reject');
    record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    expect(screen(here)).toBe('ConnectingExternal');
    await settle();
    expect(screen(here)).toBe('ConnectingExternal');
  });

  it.each([
    ['another', 'com.second'],
    ['the same', EVM_WALLET],
  ])('closes as well when %s wallet was connected before', async (_, id) => {
    open(here, view('Account'), connecting('eip155', id));
    await connect(here, 'eip155', id);
    expect(screen(here)).toBe('closed');
  });

  it('stays when the other wallet declines', async () => {
    open(here, view('Account'), connecting('eip155', 'com.second'));
    here.chain.wallet('com.second').next('connect', 'reject');
    await settled(record(here.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' })));
    expect(screen(here)).toBe('ConnectingExternal');
  });

  it('closes when it is a wallet of another namespace, which becomes the active one', async () => {
    open(here, view('Connect'), connecting('solana', SOLANA_WALLET));
    await connect(here, 'solana');
    expect(screen(here)).toBe('closed');
    expect(here.connections.state).toMatchObject({ activeNamespace: 'solana', isSwitchingNamespace: false });
  });

  it('closes when a remembered wallet is taken up while it is open on Connect', async () => {
    here = follow({ storage: new FakeStorage({ '@latchkey/eip155:connected_connector_id': EVM_WALLET }) });
    evmWallet(here).connected = true;
    open(here, view('Connect'));
    await settled(record(here.useCases.reconnectWallets.execute()));
    expect(screen(here)).toBe('closed');
  });

  it('does not open, and does not tell of closing, where it is closed', async () => {
    expect(screen(here)).toBe('closed');
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('opens the way out at once when the wallet is on a network that is not configured', async () => {
    here = follow({ evm: { wallets: [{ id: EVM_WALLET, chainId: UNKNOWN }] } });
    open(here, view('Connect'), connecting('eip155', EVM_WALLET));
    await connect(here);
    expect(screen(here)).toBe('UnsupportedChain');
    expect(here.modal.snapshot.canGoBack).toBe(false);
  });
});

describe('the modal, when a wallet leaves', () => {
  it.each([
    ['it is locked', (here: World) => evmWallet(here).lock()],
    ['it disconnects the site', (here: World) => evmWallet(here).forgetSite()],
    ['the page disconnects', (here: World) => void record(here.useCases.disconnectWallet.execute())],
  ])('closes when %s', async (_, leave) => {
    open(here, view('Account'), view('AccountSettings'));
    leave(here);
    expect(screen(here)).toBe('closed');
  });

  it('closes also on UnsupportedChain, which needs an account', async () => {
    evmWallet(here).selectChain(UNKNOWN);
    expect(screen(here)).toBe('UnsupportedChain');
    evmWallet(here).lock();
    expect(screen(here)).toBe('closed');
  });

  it('stays when it is a wallet of another namespace', async () => {
    await connect(here, 'solana');
    open(here, view('Account'));
    await settled(record(here.useCases.disconnectWallet.execute({ namespace: 'eip155' })));
    expect(screen(here)).toBe('Account');
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'connected']);
  });

  it('stays when only the account changed', async () => {
    open(here, view('Account'));
    evmWallet(here).selectAccount('0x2222222222222222222222222222222222222222');
    expect(screen(here)).toBe('Account');
  });
});

describe('the modal, when the wallet is on a network that is not configured', () => {
  it('opens the way out, whatever it shows', async () => {
    const closed = await following();
    const shown = await following();
    open(shown, view('Account'), view('AccountSettings'));
    for (const here of [closed, shown]) {
      evmWallet(here).selectChain(UNKNOWN);
      expect(screen(here)).toBe('UnsupportedChain');
      expect(here.modal.snapshot.router.history).toHaveLength(1);
    }
  });

  it('opens the way out also when the page was on that network before', async () => {
    here = follow({
      evm: { wallets: [{ id: EVM_WALLET, chainId: UNKNOWN }] },
      storage: new FakeStorage({ '@latchkey/active_caip_network_id': UNKNOWN }),
    });
    await connect(here);
    expect(screen(here)).toBe('UnsupportedChain');
  });

  it('leaves when the wallet is back on a configured one', async () => {
    evmWallet(here).selectChain(UNKNOWN);
    evmWallet(here).selectChain(POLYGON);
    expect(screen(here)).toBe('closed');
  });

  it('leaves when the person switches from there', async () => {
    evmWallet(here).selectChain(UNKNOWN);
    here.modal.navigate({ type: 'push', view: view('SwitchNetwork', { chainId: toChainId(POLYGON) }) });
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('closed');
    expect(account(here).caipAddress).toMatch(/^eip155:137:/);
  });

  it('opens the way out again for the next such network', async () => {
    evmWallet(here).selectChain(UNKNOWN);
    here.modal.close();
    evmWallet(here).selectChain('eip155:100');
    expect(screen(here)).toBe('UnsupportedChain');
  });

  it('opens the way out when the host removes the network in use, and leaves when it is added again', async () => {
    const [first, second] = here.connections.state.namespaces.eip155?.requested ?? [];
    if (first === undefined || second === undefined) throw new Error('two networks are configured');
    here.connections.dispatch({ type: 'networks-changed', namespace: 'eip155', requested: [second] });
    expect(screen(here)).toBe('UnsupportedChain');
    here.connections.dispatch({ type: 'networks-changed', namespace: 'eip155', requested: [first, second] });
    expect(screen(here)).toBe('closed');
  });

  it.each([
    ['allows unsupported networks', { allowUnsupportedChain: true }],
    ['has switched switching off', { enableNetworkSwitch: false }],
  ])('opens nothing where the host %s', async (_, options) => {
    here = await following({ options });
    open(here, view('Account'));
    evmWallet(here).selectChain(UNKNOWN);
    expect(screen(here)).toBe('Account');
    here.modal.close();
    evmWallet(here).selectChain('eip155:100');
    expect(screen(here)).toBe('closed');
  });

  it('minds an option that is changed while the page runs', async () => {
    here.options.update({ allowUnsupportedChain: true });
    evmWallet(here).selectChain(UNKNOWN);
    expect(screen(here)).toBe('closed');
  });

  it('never opens without a connected account', async () => {
    const start = follow({ storage: new FakeStorage({ '@latchkey/active_caip_network_id': UNKNOWN }) });
    expect(start.connections.state.namespaces.eip155?.selectedChainId).toBe(UNKNOWN);
    const left = await following();
    evmWallet(left).lock();
    evmWallet(left).selectChain(UNKNOWN);
    for (const here of [start, left]) {
      here.connections.dispatch({ type: 'initialized' });
      await here.clock.run(2_000);
      expect(screen(here)).toBe('closed');
    }
  });

  it('opens nothing for a namespace that is not the active one, until it becomes that', async () => {
    await connect(here, 'solana');
    evmWallet(here).selectChain(UNKNOWN);
    expect(screen(here)).toBe('closed');
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    expect(screen(here)).toBe('UnsupportedChain');
  });
});

describe('the modal, while the connection of the last page is taken up', () => {
  const remembering = () => {
    const texts = {
      '@latchkey/eip155:connected_connector_id': 'walletConnect',
      '@latchkey/eip155:remembered_connection': JSON.stringify({ topic: 'a', address: ADDRESS, name: 'Phone' }),
    };
    const here = follow({ storage: new FakeStorage(texts) });
    const id = here.connections.begin('eip155', 'walletConnect', true) ?? 0;
    return { ...here, id };
  };

  it('opens with the account, and stays when that is connected', async () => {
    const here = remembering();
    await settled(record(here.useCases.openModal.execute()));
    expect(screen(here)).toBe('Account');
    const accounts = [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }] as const;
    const session = { connector: remoteConnector('eip155', 'Phone'), accounts, chainId: toChainId('eip155:1') };
    here.connections.dispatch({ type: 'session-established', namespace: 'eip155', attemptId: here.id, session });
    expect(status(here)).toBe('connected');
    expect(screen(here)).toBe('Account');
  });

  it('closes when nothing comes of it', async () => {
    const here = remembering();
    await settled(record(here.useCases.openModal.execute()));
    here.connections.finish('eip155', here.id);
    expect(screen(here)).toBe('closed');
  });
});

describe('the modal, when the network changes', () => {
  it('goes back to before the list of networks', async () => {
    open(here, view('Account'), view('Networks'), view('SwitchNetwork', { chainId: toChainId(POLYGON) }));
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('Account');
    expect(here.modal.snapshot.canGoBack).toBe(false);
  });

  it('closes where it was opened for that', async () => {
    open(here, view('Networks'));
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('closed');
  });

  it('goes back also where nothing is connected', async () => {
    here = follow();
    open(here, view('Connect'), view('Networks'));
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('Connect');
  });

  it('stays when the wallet declines', async () => {
    open(here, view('Account'), view('Networks'), view('SwitchNetwork', { chainId: toChainId(POLYGON) }));
    evmWallet(here).next('switchNetwork', 'reject');
    await switchTo(here, POLYGON);
    expect(screen(here)).toBe('SwitchNetwork');
  });

  it.each([view('Account'), connecting('eip155', 'com.second'), view('WhatIsANetwork')])(
    'stays on $name, which has nothing to do with it',
    async (shown) => {
      open(here, view('Account'), shown);
      evmWallet(here).selectChain(POLYGON);
      expect(screen(here)).toBe(shown.name);
    },
  );

  it('offers to connect when the network is one of a namespace without a wallet', async () => {
    open(here, view('Account'), view('Networks'));
    await switchTo(here, SOLANA);
    expect(screen(here)).toBe('Connect');
    expect(here.modal.snapshot.canGoBack).toBe(false);
    expect(here.connections.state.isSwitchingNamespace).toBe(false);
  });

  it('goes back when the network is one of another namespace that is connected', async () => {
    await connect(here, 'solana');
    open(here, view('Account'), view('Networks'));
    await switchTo(here, MAINNET);
    expect(screen(here)).toBe('Account');
  });

  it.each([view('Account'), view('Profile'), view('SwitchAddress')])(
    'stays on $name when another connected namespace is looked at',
    async (shown) => {
      await connect(here, 'solana');
      open(here, shown);
      await settled(record(here.useCases.switchNamespace.execute({ namespace: 'eip155' })));
      expect(here.connections.state.activeNamespace).toBe('eip155');
      expect(screen(here)).toBe(shown.name);
    },
  );

  it('stays on Profile when one of two namespaces is disconnected, and goes on with the other; closes with the last', async () => {
    await connect(here, 'solana');
    open(here, view('Profile'));
    for (const [namespace, left] of [
      ['solana', 'Profile'],
      ['eip155', 'closed'],
    ] as const) {
      await settled(record(here.useCases.disconnectWallet.execute({ namespace })));
      expect(here.connections.state.activeNamespace).toBe('eip155');
      expect(screen(here)).toBe(left);
    }
  });

  it('stays on ConnectingMultiChain while namespaces are connected there one after another', async () => {
    here = follow();
    open(here, view('Connect'), view('ConnectingMultiChain', { connectorIds: [] }));
    await connect(here);
    await connect(here, 'solana');
    expect(screen(here)).toBe('ConnectingMultiChain');
  });

  it('opens nothing when the app moves to such a network behind a closed modal', async () => {
    await switchTo(here, SOLANA);
    expect(screen(here)).toBe('closed');
  });

  it('is remembered for the next load, with its namespace, unless it is not configured', async () => {
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
    here = follow({ options: { networks: [mainnet, polygon] } });
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
    here = follow(EMBEDDED);
    here.modal.navigate({ type: 'push', view: connecting('eip155', EVM_WALLET) });
    await connect(here);
    expect(here.modal.snapshot.view.name).toBe('Account');
    evmWallet(here).lock();
    expect(here.modal.snapshot.view.name).toBe('Connect');
    expect(here.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('goes back when the network changes', async () => {
    here = await following(EMBEDDED);
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
