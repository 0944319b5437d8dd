import { beforeEach, describe, expect, it } from 'vitest';
import { followConnection } from '../../../../application/modal/follow-connection.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { remoteConnector } from '../../../../domain/connection/connector.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { view } from '../../../../domain/router/views.js';
import {
  ADDRESS,
  account,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
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
} from '../support/client-fixture.js';
import { connectedModalFixture, connecting, currentScreen, evmWallet, modalFixture, open, switchTo } from '../support/modal-fixture.js';

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedModalFixture();
});

describe('modal when a wallet connects', () => {
  it('closes', async () => {
    fixture = modalFixture();
    open(fixture, view('Connect'), connecting('eip155', EVM_WALLET));
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('closed');
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['MODAL_CLOSE', 'CONNECT_SUCCESS']);
  });

  it('stays open during the prompt and after a rejection', async () => {
    fixture = modalFixture();
    open(fixture, view('Connect'), connecting('eip155', EVM_WALLET));
    evmWallet(fixture).next('connect', 'reject');
    record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    expect(currentScreen(fixture)).toBe('ConnectingExternal');
    await flushPromises();
    expect(currentScreen(fixture)).toBe('ConnectingExternal');
  });

  it.each([
    ['another', 'com.second'],
    ['the same', EVM_WALLET],
  ])('closes also when %s wallet was connected before', async (_, id) => {
    open(fixture, view('Account'), connecting('eip155', id));
    await connect(fixture, 'eip155', id);
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('stays open when the other wallet rejects', async () => {
    open(fixture, view('Account'), connecting('eip155', 'com.second'));
    fixture.chain.wallet('com.second').next('connect', 'reject');
    await settled(record(fixture.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'com.second' })));
    expect(currentScreen(fixture)).toBe('ConnectingExternal');
  });

  it('closes on a wallet of another namespace, which becomes active', async () => {
    open(fixture, view('Connect'), connecting('solana', SOLANA_WALLET));
    await connect(fixture, 'solana');
    expect(currentScreen(fixture)).toBe('closed');
    expect(fixture.connections.state).toMatchObject({ activeNamespace: 'solana', isSwitchingNamespace: false });
  });

  it('closes when a stored connection is restored while Connect is open', async () => {
    fixture = modalFixture({ storage: new FakeStorage({ '@latchkey/eip155:connected_connector_id': EVM_WALLET }) });
    evmWallet(fixture).connected = true;
    open(fixture, view('Connect'));
    await settled(record(fixture.useCases.reconnectWallets.execute()));
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('does not open or track closing while closed', async () => {
    expect(currentScreen(fixture)).toBe('closed');
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('opens UnsupportedChain immediately if the wallet is on a network that is not configured', async () => {
    fixture = modalFixture({ evm: { wallets: [{ id: EVM_WALLET, chainId: UNKNOWN }] } });
    open(fixture, view('Connect'), connecting('eip155', EVM_WALLET));
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('UnsupportedChain');
    expect(fixture.modal.snapshot.canGoBack).toBe(false);
  });
});

describe('modal when a wallet disconnects', () => {
  it.each([
    ['the wallet is locked', (fixture: ClientFixture) => evmWallet(fixture).lock()],
    ['the wallet disconnects the site', (fixture: ClientFixture) => evmWallet(fixture).forgetSite()],
    ['the app disconnects', (fixture: ClientFixture) => void record(fixture.useCases.disconnectWallet.execute())],
  ])('closes when %s', async (_, disconnect) => {
    open(fixture, view('Account'), view('SwitchAddress'));
    disconnect(fixture);
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('closes also on UnsupportedChain, which requires an account', async () => {
    evmWallet(fixture).selectChain(UNKNOWN);
    expect(currentScreen(fixture)).toBe('UnsupportedChain');
    evmWallet(fixture).lock();
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('stays open on a wallet of another namespace', async () => {
    await connect(fixture, 'solana');
    open(fixture, view('Account'));
    await settled(record(fixture.useCases.disconnectWallet.execute({ namespace: 'eip155' })));
    expect(currentScreen(fixture)).toBe('Account');
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'connected']);
  });

  it('stays open when only the account changes', async () => {
    open(fixture, view('Account'));
    evmWallet(fixture).selectAccount('0x2222222222222222222222222222222222222222');
    expect(currentScreen(fixture)).toBe('Account');
  });
});

describe('modal when the wallet is on a network that is not configured', () => {
  it('opens UnsupportedChain from any view', async () => {
    const closed = await connectedModalFixture();
    const shown = await connectedModalFixture();
    open(shown, view('Account'), view('SwitchAddress'));
    for (const fixture of [closed, shown]) {
      evmWallet(fixture).selectChain(UNKNOWN);
      expect(currentScreen(fixture)).toBe('UnsupportedChain');
      expect(fixture.modal.snapshot.router.history).toHaveLength(1);
    }
  });

  it('opens UnsupportedChain also if the app was on that network before', async () => {
    fixture = modalFixture({
      evm: { wallets: [{ id: EVM_WALLET, chainId: UNKNOWN }] },
      storage: new FakeStorage({ '@latchkey/active_caip_network_id': UNKNOWN }),
    });
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('UnsupportedChain');
  });

  it('leaves UnsupportedChain when the wallet is back on a configured network', async () => {
    evmWallet(fixture).selectChain(UNKNOWN);
    evmWallet(fixture).selectChain(POLYGON);
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('leaves UnsupportedChain when the user switches the network there', async () => {
    evmWallet(fixture).selectChain(UNKNOWN);
    fixture.modal.navigate({ type: 'push', view: view('SwitchNetwork', { chainId: toChainId(POLYGON) }) });
    await switchTo(fixture, POLYGON);
    expect(currentScreen(fixture)).toBe('closed');
    expect(account(fixture).caipAddress).toMatch(/^eip155:137:/);
  });

  it('opens UnsupportedChain again for the next such network', async () => {
    evmWallet(fixture).selectChain(UNKNOWN);
    fixture.modal.close();
    evmWallet(fixture).selectChain('eip155:100');
    expect(currentScreen(fixture)).toBe('UnsupportedChain');
  });

  it('opens UnsupportedChain when the app removes the active network, and leaves it when it is added again', async () => {
    const [first, second] = fixture.connections.state.namespaces.eip155?.networks ?? [];
    if (first === undefined || second === undefined) throw new Error('two networks are configured');
    fixture.connections.dispatch({ type: 'networks-changed', namespace: 'eip155', networks: [second] });
    expect(currentScreen(fixture)).toBe('UnsupportedChain');
    fixture.connections.dispatch({ type: 'networks-changed', namespace: 'eip155', networks: [first, second] });
    expect(currentScreen(fixture)).toBe('closed');
  });

  it.each([
    ['allows unsupported networks', { allowUnsupportedChain: true }],
    ['disables network switching', { enableNetworkSwitch: false }],
  ])('does not open if the app %s', async (_, options) => {
    fixture = await connectedModalFixture({ options });
    open(fixture, view('Account'));
    evmWallet(fixture).selectChain(UNKNOWN);
    expect(currentScreen(fixture)).toBe('Account');
    fixture.modal.close();
    evmWallet(fixture).selectChain('eip155:100');
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('respects options changed at run time', async () => {
    fixture.options.update({ allowUnsupportedChain: true });
    evmWallet(fixture).selectChain(UNKNOWN);
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('never opens without a connected account', async () => {
    const start = modalFixture({ storage: new FakeStorage({ '@latchkey/active_caip_network_id': UNKNOWN }) });
    expect(start.connections.state.namespaces.eip155?.selectedChainId).toBe(UNKNOWN);
    const locked = await connectedModalFixture();
    evmWallet(locked).lock();
    evmWallet(locked).selectChain(UNKNOWN);
    for (const fixture of [start, locked]) {
      fixture.connections.dispatch({ type: 'initialized' });
      await fixture.clock.run(2_000);
      expect(currentScreen(fixture)).toBe('closed');
    }
  });

  it('does not open for an inactive namespace until it becomes active', async () => {
    await connect(fixture, 'solana');
    evmWallet(fixture).selectChain(UNKNOWN);
    expect(currentScreen(fixture)).toBe('closed');
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'eip155' });
    expect(currentScreen(fixture)).toBe('UnsupportedChain');
  });
});

describe('modal while a stored connection is restored', () => {
  const remembering = () => {
    const texts = {
      '@latchkey/eip155:connected_connector_id': 'walletConnect',
      '@latchkey/eip155:remembered_connection': JSON.stringify({ topic: 'a', address: ADDRESS, name: 'Phone' }),
    };
    const fixture = modalFixture({ storage: new FakeStorage(texts) });
    const id = fixture.connections.beginAttempt('eip155', 'walletConnect', true) ?? 0;
    return { ...fixture, id };
  };

  it('opens with the account and stays open once it is connected', async () => {
    const fixture = remembering();
    await settled(record(fixture.useCases.openModal.execute()));
    expect(currentScreen(fixture)).toBe('Account');
    const accounts = [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }] as const;
    const session = { connector: remoteConnector('eip155', 'Phone'), accounts, chainId: toChainId('eip155:1') };
    fixture.connections.dispatch({ type: 'session-established', namespace: 'eip155', attemptId: fixture.id, session });
    expect(status(fixture)).toBe('connected');
    expect(currentScreen(fixture)).toBe('Account');
  });

  it('closes if the connection is not restored', async () => {
    const fixture = remembering();
    await settled(record(fixture.useCases.openModal.execute()));
    fixture.connections.finishAttempt('eip155', fixture.id);
    expect(currentScreen(fixture)).toBe('closed');
  });
});

describe('modal when the network changes', () => {
  it('returns to the view before the list of networks', async () => {
    open(fixture, view('Account'), view('Networks'), view('SwitchNetwork', { chainId: toChainId(POLYGON) }));
    await switchTo(fixture, POLYGON);
    expect(currentScreen(fixture)).toBe('Account');
    expect(fixture.modal.snapshot.canGoBack).toBe(false);
  });

  it('closes if it was opened with that view', async () => {
    open(fixture, view('Networks'));
    await switchTo(fixture, POLYGON);
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('goes back also without a connection', async () => {
    fixture = modalFixture();
    open(fixture, view('Connect'), view('Networks'));
    await switchTo(fixture, POLYGON);
    expect(currentScreen(fixture)).toBe('Connect');
  });

  it('stays open when the wallet rejects', async () => {
    open(fixture, view('Account'), view('Networks'), view('SwitchNetwork', { chainId: toChainId(POLYGON) }));
    evmWallet(fixture).next('switchNetwork', 'reject');
    await switchTo(fixture, POLYGON);
    expect(currentScreen(fixture)).toBe('SwitchNetwork');
  });

  it.each([view('Account'), connecting('eip155', 'com.second'), view('WhatIsANetwork')])(
    'stays on $name, which is unrelated',
    async (shown) => {
      open(fixture, view('Account'), shown);
      evmWallet(fixture).selectChain(POLYGON);
      expect(currentScreen(fixture)).toBe(shown.name);
    },
  );

  it('shows Connect if the namespace of the network is not connected', async () => {
    open(fixture, view('Account'), view('Networks'));
    await switchTo(fixture, SOLANA);
    expect(currentScreen(fixture)).toBe('Connect');
    expect(fixture.modal.snapshot.canGoBack).toBe(false);
    expect(fixture.connections.state.isSwitchingNamespace).toBe(false);
  });

  it('goes back if the network belongs to another connected namespace', async () => {
    await connect(fixture, 'solana');
    open(fixture, view('Account'), view('Networks'));
    await switchTo(fixture, MAINNET);
    expect(currentScreen(fixture)).toBe('Account');
  });

  it.each([view('Account'), view('Profile'), view('SwitchAddress')])(
    'stays on $name when another connected namespace is activated',
    async (shown) => {
      await connect(fixture, 'solana');
      open(fixture, shown);
      await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'eip155' })));
      expect(fixture.connections.state.activeNamespace).toBe('eip155');
      expect(currentScreen(fixture)).toBe(shown.name);
    },
  );

  it('stays on Profile when one of two namespaces disconnects, and closes with the last one', async () => {
    await connect(fixture, 'solana');
    open(fixture, view('Profile'));
    for (const [namespace, screen] of [
      ['solana', 'Profile'],
      ['eip155', 'closed'],
    ] as const) {
      await settled(record(fixture.useCases.disconnectWallet.execute({ namespace })));
      expect(fixture.connections.state.activeNamespace).toBe('eip155');
      expect(currentScreen(fixture)).toBe(screen);
    }
  });

  it('stays on ConnectingMultiChain while its namespaces connect one after another', async () => {
    fixture = modalFixture();
    open(fixture, view('Connect'), view('ConnectingMultiChain', { connectorIds: [] }));
    await connect(fixture);
    await connect(fixture, 'solana');
    expect(currentScreen(fixture)).toBe('ConnectingMultiChain');
  });

  it('does not open when the app switches to such a network while closed', async () => {
    await switchTo(fixture, SOLANA);
    expect(currentScreen(fixture)).toBe('closed');
  });

  it('stores the network and its namespace, if configured', async () => {
    evmWallet(fixture).selectChain(POLYGON);
    expect(fixture.storage.persisted).toMatchObject({
      '@latchkey/active_namespace': 'eip155',
      '@latchkey/active_caip_network_id': POLYGON,
    });
    evmWallet(fixture).selectChain(UNKNOWN);
    expect(fixture.storage.persisted['@latchkey/active_caip_network_id']).toBe(POLYGON);
    await switchTo(fixture, SOLANA);
    expect(fixture.storage.persisted).toMatchObject({ '@latchkey/active_namespace': 'solana', '@latchkey/active_caip_network_id': SOLANA });
    const again = modalFixture({ storage: fixture.storage.reload() });
    expect(again.connections.state.activeNamespace).toBe('solana');
  });

  it('emits the newest state last to all other subscribers, with the namespace switch settled', async () => {
    fixture = modalFixture({ options: { networks: [mainnet, polygon] } });
    const both = modalFixture();
    for (const each of [fixture, both]) {
      const run = record(each.connections.state$);
      each.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
      expect(run.values.at(-1)).toBe(each.connections.state);
      expect(run.values.at(-1)?.isSwitchingNamespace).toBe(false);
    }
    expect(both.connections.state.activeNamespace).toBe('solana');
    expect(fixture.connections.state.activeNamespace).toBe('eip155');
  });
});

describe('modal in embedded mode, which is visible without being open', () => {
  const EMBEDDED: ClientFixtureInit = { options: { enableEmbedded: true } };

  it('shows Account when a wallet connects and Connect when it disconnects', async () => {
    fixture = modalFixture(EMBEDDED);
    fixture.modal.navigate({ type: 'push', view: connecting('eip155', EVM_WALLET) });
    await connect(fixture);
    expect(fixture.modal.snapshot.view.name).toBe('Account');
    evmWallet(fixture).lock();
    expect(fixture.modal.snapshot.view.name).toBe('Connect');
    expect(fixture.tracked.map(({ event }) => event)).toEqual(['CONNECT_SUCCESS']);
  });

  it('goes back when the network changes', async () => {
    fixture = await connectedModalFixture(EMBEDDED);
    fixture.modal.navigate({ type: 'push', view: view('Networks') });
    await switchTo(fixture, POLYGON);
    expect(fixture.modal.snapshot.view.name).toBe('Account');
  });
});

describe('followConnection', () => {
  it('stops on unsubscribe', async () => {
    const fixture = clientFixture();
    const { connections, connectionRepository, options, modal, useCases } = fixture;
    const subscription = followConnection(connections, connectionRepository, options, modal, useCases.openModal, useCases.closeModal);
    open(fixture, view('Connect'));
    subscription.unsubscribe();
    await connect(fixture);
    expect(currentScreen(fixture)).toBe('Connect');
    expect(account(fixture).caipAddress).toMatch(new RegExp(`^${MAINNET}:`));
  });
});
