import { beforeEach, describe, expect, it } from 'vitest';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { SessionRepository } from '../../../../application/wallet-protocol/session-repository.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { makeConnector } from '../../../../domain/connection/connector.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { ADDRESS, account, EVM_WALLET, record, settled, status } from '../support/client-fixture.js';
import { BOTH, EVM, type RemoteFixture, remoteFixture } from './support/remote-fixture.js';

const TOPIC = 'a'.repeat(64);
const RAINBOW = { id: 'w1', name: 'Rainbow' };

const lossEvents = ({ tracked }: RemoteFixture) =>
  tracked.filter(({ event }) => event === 'CONNECTION_LOST').map(({ properties }) => properties);

/** A page on a storage, started as a client starts it. */
const page = (storage: FakeStorage): RemoteFixture => {
  const fixture = remoteFixture({ storage });
  followOtherTabs(fixture.connections, fixture.connectionRepository, fixture.reconnectWallets);
  return fixture;
};
const start = async (fixture: RemoteFixture, stored: FakeRemoteSession | null): Promise<RemoteFixture> => {
  fixture.engine.stored = stored;
  await settled(record(fixture.reconnectWallets.execute()));
  return fixture;
};
const reload = (from: RemoteFixture, stored: FakeRemoteSession | null): Promise<RemoteFixture> =>
  start(page(from.storage.otherTab()), stored);

/** A page whose user has paired with Rainbow. */
const pairedWith = async (namespaces: SessionNamespaces = EVM, expiresAt?: number) => {
  const fixture = page(new FakeStorage());
  const session = new FakeRemoteSession({ namespaces, peer: { name: 'Phone' }, ...(expiresAt === undefined ? {} : { expiresAt }) });
  fixture.engine.stored = session;
  await settled(record(fixture.pairWallet.execute({ wallet: RAINBOW })));
  await fixture.approve(session);
  return { fixture, session };
};

let fixture: RemoteFixture;
beforeEach(() => {
  fixture = page(new FakeStorage());
});

describe('a session that was not closed by the app', () => {
  it.each(['wallet', 'expired', 'lost'] as const)('is reported once, with its wallet for pairing again: %s', async (reason) => {
    const { fixture, session } = await pairedWith();
    const states: boolean[] = [];
    fixture.useCases.watchAccount.execute().subscribe(({ isConnected }) => states.push(isConnected));
    session.close(reason);
    expect(lossEvents(fixture)).toEqual([{ namespaces: ['eip155'], reason, name: 'Phone' }]);
    expect(fixture.connections.state.lost).toEqual({ eip155: { reason, name: 'Phone', wallet: { id: 'w1', name: 'Phone' } } });
    expect(states).toEqual([true, false]);
    expect([fixture.connectionRepository.connectorIdOf('eip155'), fixture.pairing().status, session.isObserved]).toEqual([
      null,
      'disconnected',
      false,
    ]);
    await flushPromises();
    expect(lossEvents(fixture)).toHaveLength(1);
  });

  it('is one loss for all its namespaces', async () => {
    const { fixture, session } = await pairedWith(BOTH);
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['connected', 'connected']);
    session.close();
    expect(lossEvents(fixture)).toEqual([{ namespaces: ['eip155', 'solana'], reason: 'wallet', name: 'Phone' }]);
    expect(Object.keys(fixture.connections.state.lost)).toEqual(['eip155', 'solana']);
    expect([status(fixture), status(fixture, 'solana')]).toEqual(['disconnected', 'disconnected']);
  });

  it('is restored as lost on the next page load without another event', async () => {
    const { fixture, session } = await pairedWith();
    session.close('expired');
    const next = await reload(fixture, null);
    expect(next.connections.state.lost.eip155).toEqual({ reason: 'expired', name: 'Phone', wallet: { id: 'w1', name: 'Phone' } });
    expect(lossEvents(next)).toEqual([]);
    expect(next.loading.count).toBe(0);
  });

  it('is not reported when the user disconnects, in any tab', async () => {
    const { fixture, session } = await pairedWith();
    const otherTab = await reload(fixture, session);
    await settled(record(fixture.disconnectWallet.execute()));
    expect(session.disconnections).toBe(1);
    for (const tab of [fixture, otherTab]) {
      expect(status(tab)).toBe('disconnected');
      expect(lossEvents(tab)).toEqual([]);
      expect(tab.connections.state.lost).toEqual({});
    }
    expect((await reload(fixture, null)).connections.state.lost).toEqual({});
  });

  it('is cleared by the next successful pairing', async () => {
    const { fixture, session } = await pairedWith();
    session.close();
    const wallet = fixture.connections.state.lost.eip155?.wallet;
    await settled(record(fixture.pairWallet.execute(wallet === undefined ? {} : { wallet })));
    await fixture.approve(new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Phone' } }));
    expect(status(fixture)).toBe('connected');
    expect(fixture.connections.state.lost).toEqual({});
    expect(fixture.connectionRepository.rememberedConnectionOf('eip155')).toMatchObject({ topic: 'b'.repeat(64), walletId: 'w1' });
    expect(fixture.connectionRepository.rememberedConnectionOf('eip155')?.lost).toBeUndefined();
  });

  it('is cleared when an extension connects or the user disconnects', async () => {
    for (const action of ['connect', 'disconnect'] as const) {
      const { fixture, session } = await pairedWith();
      session.close();
      const run =
        action === 'connect'
          ? record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }))
          : record(fixture.disconnectWallet.execute());
      await flushPromises();
      expect(run.values.at(-1)?.status).toBe('success');
      expect(fixture.connections.state.lost).toEqual({});
      expect((await reload(fixture, null)).connections.state.lost).toEqual({});
    }
  });
});

describe('a stored connection without a session', () => {
  it('is lost if its key or record is missing: one event, with its wallet for pairing again', async () => {
    const { fixture } = await pairedWith(BOTH);
    const next = await reload(fixture, null);
    expect(lossEvents(next)).toEqual([{ namespaces: ['eip155', 'solana'], reason: 'lost', name: 'Phone' }]);
    expect(next.connections.state.lost.eip155?.wallet).toEqual({ id: 'w1', name: 'Phone' });
    expect([next.connectionRepository.connectorIdOf('eip155'), next.connectionRepository.connectorIdOf('solana')]).toEqual([null, null]);
    expect(lossEvents(await reload(next, null))).toEqual([]);
  });

  it('has expired if its expiry passed while the page was closed', async () => {
    const { fixture } = await pairedWith(EVM, 1);
    const next = await reload(fixture, null);
    expect(lossEvents(next)).toEqual([{ namespaces: ['eip155'], reason: 'expired', name: 'Phone' }]);
  });

  it('is lost even if an earlier version stored only the connector', async () => {
    const storage = new FakeStorage({ '@latchkey/eip155:connected_connector_id': 'walletConnect' });
    const fixture = await start(page(storage), null);
    expect(lossEvents(fixture)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: '' }]);
    expect(fixture.connections.state.lost.eip155).toEqual({ reason: 'lost', name: '' });
  });

  it('is not lost while the engine cannot be loaded', async () => {
    const { fixture } = await pairedWith();
    const next = page(fixture.storage.otherTab());
    next.loading.failure = new Error('offline');
    await settled(record(next.reconnectWallets.execute()));
    expect(lossEvents(next)).toEqual([]);
    expect(next.connectionRepository.connectorIdOf('eip155')).toBe('walletConnect');
  });
});

describe('two tabs', () => {
  const twoTabs = async () => {
    const { fixture, session } = await pairedWith(BOTH);
    // The engine of the other tab has its own object of the same session.
    const otherSession = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });
    return { fixture, session, otherTab: await reload(fixture, otherSession), otherSession };
  };
  const ONE = [{ namespaces: ['eip155', 'solana'], reason: 'wallet', name: 'Phone' }];

  it('report a loss once each if both detect it', async () => {
    const { fixture, session, otherTab, otherSession } = await twoTabs();
    session.close();
    otherSession.close();
    await flushPromises();
    for (const tab of [fixture, otherTab]) expect(lossEvents(tab)).toEqual(ONE);
  });

  it('report a loss once each if one detects it', async () => {
    const { fixture, otherTab, otherSession } = await twoTabs();
    otherSession.close();
    await flushPromises();
    for (const tab of [fixture, otherTab]) {
      expect(lossEvents(tab)).toEqual(ONE);
      expect(status(tab)).toBe('disconnected');
      expect(Object.keys(tab.connections.state.lost)).toEqual(['eip155', 'solana']);
    }
  });

  it('report a loss once each if both find the session missing on start', async () => {
    const { fixture } = await pairedWith();
    const tabs = [page(fixture.storage.otherTab()), page(fixture.storage.otherTab())];
    for (const tab of tabs) record(tab.reconnectWallets.execute());
    await flushPromises();
    for (const tab of tabs) expect(lossEvents(tab)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: 'Phone' }]);
  });

  it('keep a connection that replaced the lost one', async () => {
    const { fixture, session } = await pairedWith();
    const otherTab = await reload(fixture, new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    await settled(record(otherTab.pairWallet.execute()));
    const other = () => new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Other' } });
    fixture.engine.others = [other()];
    await otherTab.approve(other());
    session.close();
    for (const tab of [fixture, otherTab]) {
      expect(lossEvents(tab)).toEqual([]);
      expect([status(tab), tab.session('eip155')?.connector.name]).toEqual(['connected', 'Other']);
      expect(tab.connectionRepository.connectorIdOf('eip155')).toBe('walletConnect');
    }
  });
});

describe('start of the next page load', () => {
  it('shows the stored account before anything is loaded', async () => {
    const { fixture, session } = await pairedWith();
    const next = page(fixture.storage.otherTab());
    next.engine.stored = session;
    record(next.reconnectWallets.execute());
    expect(account(next)).toMatchObject({
      status: 'reconnecting',
      isConnected: false,
      address: ADDRESS,
      connectorId: 'walletConnect',
      connectedWalletInfo: { name: 'Phone' },
    });
    const run = await settled(record(next.useCases.watchAccount.execute()));
    expect(run.values.map(({ status: now, address }) => [now, address])).toEqual([
      ['reconnecting', ADDRESS],
      ['connected', ADDRESS],
      // The chain reports the grants twice.
      ['connected', ADDRESS],
      ['connected', ADDRESS],
    ]);
  });

  it('shows no account of an extension, which may be locked', async () => {
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    const next = page(fixture.storage.otherTab());
    record(next.reconnectWallets.execute());
    expect(account(next)).toMatchObject({ status: 'reconnecting', address: undefined });
  });

  it('keeps the account in use', async () => {
    const { fixture } = await pairedWith();
    const other = '0x2222222222222222222222222222222222222222';
    fixture.connections.dispatch({
      type: 'accounts-changed',
      namespace: 'eip155',
      accounts: [{ namespace: 'eip155', address: other, type: 'eoa' }],
    });
    expect(fixture.connectionRepository.rememberedConnectionOf('eip155')).toEqual({
      connectorId: 'walletConnect',
      topic: TOPIC,
      address: other,
      name: 'Phone',
      walletId: 'w1',
    });
  });

  it('disconnects a session at the wallet while it is being restored', async () => {
    const { fixture, session } = await pairedWith();
    const next = page(fixture.storage.otherTab());
    next.engine.stored = session;
    record(next.reconnectWallets.execute());
    await settled(record(next.disconnectWallet.execute()));
    expect(session.disconnections).toBe(1);
    expect(account(next)).toMatchObject({ status: 'disconnected', address: undefined });
    expect(lossEvents(next)).toEqual([]);
  });
});

describe('sessions of another remote connector', () => {
  const OTHER = 'ID_AUTH';
  const STORED = { connectorId: OTHER, topic: TOPIC, address: ADDRESS, name: 'Embedded' };

  const connected = (): RemoteFixture => {
    const fixture = page(new FakeStorage());
    fixture.connectionRepository.saveConnection('eip155', STORED);
    fixture.connectionRepository.remember('eip155', OTHER, true);
    return fixture;
  };
  const repositoryOf = ({ connections, connectionRepository, events, clock }: RemoteFixture, id: string): SessionRepository => {
    const connectorOf = (namespace: Namespace, name = '') => makeConnector({ id, namespace, type: 'AUTH', name });
    return new SessionRepository({ connections, repository: connectionRepository, events, clock, connector: { id, connectorOf } });
  };

  it('are shown on the next page load under their connector', () => {
    const next = page(connected().storage.otherTab());
    record(next.reconnectWallets.execute());
    expect(next.connections.state.namespaces.eip155?.cachedSession).toMatchObject({
      connector: { id: OTHER, type: 'AUTH', name: 'Embedded' },
      accounts: [{ address: ADDRESS }],
    });
  });

  it('are neither removed nor lost with those of WalletConnect', () => {
    const fixture = connected();
    const protocol = repositoryOf(fixture, 'walletConnect');
    protocol.forget('eip155');
    protocol.forget('eip155', TOPIC);
    protocol.forget('eip155', TOPIC, 'expired');
    expect([fixture.connectionRepository.connectorIdOf('eip155'), fixture.connectionRepository.rememberedConnectionOf('eip155')]).toEqual([
      OTHER,
      STORED,
    ]);
    expect(lossEvents(fixture)).toEqual([]);
  });

  it('are lost only by their own repository, also in other tabs', () => {
    const fixture = connected();
    const otherTab = page(fixture.storage.otherTab());
    repositoryOf(fixture, OTHER).forget('eip155', TOPIC, 'expired');
    expect([fixture.connectionRepository.connectorIdOf('eip155'), fixture.connectionRepository.rememberedConnectionOf('eip155')]).toEqual([
      null,
      { ...STORED, lost: 'expired' },
    ]);
    expect(lossEvents(fixture)).toEqual([{ namespaces: ['eip155'], reason: 'expired', name: 'Embedded' }]);
    repositoryOf(otherTab, 'walletConnect').notifyLosses();
    expect(lossEvents(otherTab)).toEqual([]);
    repositoryOf(otherTab, OTHER).notifyLosses();
    expect(lossEvents(otherTab)).toHaveLength(1);
  });

  it('are stored under their connector', () => {
    const session = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Embedded' } });
    expect(repositoryOf(fixture, OTHER).saveForOtherNamespaces('solana', session, ['eip155', 'solana'])).toEqual(['eip155']);
    expect(fixture.connectionRepository.rememberedConnectionOf('eip155')).toEqual(STORED);
  });
});

describe('missing permissions', () => {
  it('are computed from the session and updated with its grants', async () => {
    const { fixture, session } = await pairedWith(EVM);
    expect(fixture.connections.state.namespaces.eip155?.missingPermissions).toEqual({
      chainIds: expect.arrayContaining([expect.stringMatching(/^solana:/)]),
      actions: ['sign-typed-data', 'send-transaction'],
      methods: ['eth_signTypedData_v4', 'eth_sendTransaction'],
    });
    const { eip155 } = EVM;
    if (eip155 === undefined) throw new Error('Expected an EVM namespace');
    const all = { ...eip155, methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'] };
    session.allow({ ...BOTH, eip155: { ...all, accounts: all.accounts.slice(0, 1) } });
    expect(fixture.connections.state.namespaces.eip155?.missingPermissions).toEqual({ chainIds: ['eip155:137'], actions: [], methods: [] });
    session.allow({ ...BOTH, eip155: all });
    expect(fixture.connections.state.namespaces.eip155?.missingPermissions).toEqual({ chainIds: [], actions: [], methods: [] });
  });

  it('are restored on the next page load', async () => {
    const { fixture, session } = await pairedWith(EVM);
    const next = await reload(fixture, session);
    expect(next.connections.state.namespaces.eip155?.missingPermissions?.actions).toEqual(['sign-typed-data', 'send-transaction']);
  });

  it('are null for an extension', async () => {
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(fixture.connections.state.namespaces.eip155?.missingPermissions).toBeNull();
  });
});

const phone = (topic = 'a'.repeat(64), name = 'Phone') => new FakeRemoteSession({ topic, namespaces: BOTH, peer: { name } });

/** Pairs a page; its engine has the session from then on. */
const pair = async (fixture: RemoteFixture, session: FakeRemoteSession): Promise<void> => {
  fixture.engine.stored = session;
  await settled(record(fixture.pairWallet.execute()));
  await fixture.approve(session);
};

describe('two tabs with loaded engines', () => {
  it('share a new connection that the second tab has not stored', async () => {
    const otherTab = page(fixture.storage.otherTab());
    otherTab.engine.stored = phone();
    await pair(fixture, phone());
    for (const tab of [fixture, otherTab]) {
      expect([status(tab), status(tab, 'solana')]).toEqual(['connected', 'connected']);
      expect(lossEvents(tab)).toEqual([]);
    }
  });

  it('both use the session that the first pairs after a disconnect, even if the second notices the old session’s end late', async () => {
    const otherTab = page(fixture.storage.otherTab());
    const otherSession = phone();
    otherTab.engine.stored = otherSession;
    await pair(fixture, phone());
    expect(status(otherTab)).toBe('connected');
    await settled(record(fixture.disconnectWallet.execute()));
    for (const tab of [fixture, otherTab]) expect(status(tab)).toBe('disconnected');
    const topic = 'b'.repeat(64);
    otherTab.engine.others = [phone(topic, 'Other')];
    otherTab.evm.isAdoptionSlow = true;
    await pair(fixture, phone(topic, 'Other'));
    expect(status(otherTab)).toBe('reconnecting');
    // The engine of the other tab finds the old record missing.
    await otherSession.disconnect(new AbortController().signal);
    otherTab.evm.finishAdoption();
    await flushPromises();
    for (const tab of [fixture, otherTab]) {
      for (const namespace of ['eip155', 'solana'] as const) {
        expect(status(tab, namespace)).toBe('connected');
        expect(tab.connectionRepository.connectorIdOf(namespace)).toBe('walletConnect');
        expect(tab.connectionRepository.rememberedConnectionOf(namespace)).toMatchObject({ topic, name: 'Other' });
      }
      expect(lossEvents(tab)).toEqual([]);
    }
  });
});

describe('two tabs of which one switches to another wallet', () => {
  const OTHER = 'b'.repeat(64);
  const one = (topic = 'a'.repeat(64), name = 'Phone') => new FakeRemoteSession({ topic, namespaces: EVM, peer: { name } });
  const names = (...tabs: readonly RemoteFixture[]) => tabs.map((tab) => tab.session('eip155')?.connector.name);

  const expectOther = (...tabs: readonly RemoteFixture[]): void => {
    expect(names(...tabs)).toEqual(tabs.map(() => 'Other'));
    for (const tab of tabs) {
      expect(tab.connectionRepository.rememberedConnectionOf('eip155')).toMatchObject({ topic: OTHER, name: 'Other' });
      expect(lossEvents(tab)).toEqual([]);
    }
  };

  it('both use the new session, and the old one is disconnected', async () => {
    const otherTab = page(fixture.storage.otherTab());
    const otherSession = one();
    otherTab.engine.stored = one();
    await pair(fixture, otherSession);
    expect(names(fixture, otherTab)).toEqual(['Phone', 'Phone']);
    otherTab.engine.others = [one(OTHER, 'Other')];
    await pair(fixture, one(OTHER, 'Other'));
    expectOther(fixture, otherTab);
    expect(otherSession.disconnections).toBe(1);
  });

  it('both use the session approved last if both paired immediately, and the first is disconnected', async () => {
    const otherTab = page(fixture.storage.otherTab());
    const [first, second] = [one(), one(OTHER, 'Other')];
    for (const tab of [fixture, otherTab]) record(tab.pairWallet.execute());
    await flushPromises();
    fixture.engine.others = [one(OTHER, 'Other')];
    await fixture.approve(first);
    expect([status(fixture), status(otherTab)]).toEqual(['connected', 'connecting']);
    await otherTab.approve(second);
    expectOther(fixture, otherTab);
    expect([first.disconnections, second.disconnections]).toEqual([1, 0]);
  });
});

describe('two tabs that receive the same approval', () => {
  it('are both connected, and the session is not disconnected', async () => {
    const otherTab = page(fixture.storage.otherTab());
    const sessions = [phone(), phone()] as const;
    for (const [tab, session] of [[fixture, sessions[0]] as const, [otherTab, sessions[1]] as const]) {
      tab.engine.stored = session;
      record(tab.pairWallet.execute());
    }
    await flushPromises();
    fixture.engine.last.approve(sessions[0]);
    await otherTab.approve(sessions[1]);
    await flushPromises();
    for (const tab of [fixture, otherTab]) {
      expect([status(tab), status(tab, 'solana'), lossEvents(tab)]).toEqual(['connected', 'connected', []]);
      expect(tab.connectionRepository.connectorIdOf('eip155')).toBe('walletConnect');
    }
    expect(sessions.map(({ disconnections }) => disconnections)).toEqual([0, 0]);
  });
});

describe('two remote wallets', () => {
  const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];
  const sessions = () =>
    [new FakeRemoteSession({ topic: FIRST, namespaces: EVM, peer: { name: 'First' } }), phone(SECOND, 'Second')] as const;
  const namesIn = (fixture: RemoteFixture) => (['eip155', 'solana'] as const).map((each) => fixture.session(each)?.connector.name);

  /** The first wallet serves EVM. The second grants both namespaces and was paired for Solana. */
  const twoWallets = async () => {
    const fixture = page(new FakeStorage());
    const [first, second] = sessions();
    for (const [session, namespace] of [[first, 'eip155'] as const, [second, 'solana'] as const]) {
      await settled(record(fixture.pairWallet.execute({ namespace })));
      await fixture.approve(session);
    }
    expect(namesIn(fixture)).toEqual(['First', 'Second']);
    const next = page(fixture.storage.otherTab());
    return { fixture, next };
  };

  it('keep their namespaces on the next page load, whichever session expires later', async () => {
    const { next } = await twoWallets();
    const [first, second] = sessions();
    [next.engine.stored, next.engine.others] = [second, [first]];
    await settled(record(next.reconnectWallets.execute()));
    expect(namesIn(next)).toEqual(['First', 'Second']);
    expect([first.disconnections, second.disconnections, lossEvents(next)]).toEqual([0, 0, []]);
  });

  it('do not replace each other if the session of one is lost', async () => {
    const { next } = await twoWallets();
    next.engine.stored = sessions()[1];
    await settled(record(next.reconnectWallets.execute()));
    expect(namesIn(next)).toEqual([undefined, 'Second']);
    expect(lossEvents(next)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: 'First' }]);
    expect([next.connectionRepository.connectorIdOf('eip155'), next.connectionRepository.connectorIdOf('solana')]).toEqual([
      null,
      'walletConnect',
    ]);
  });

  it('an approval serves all its namespaces even if an older session expires later', async () => {
    const [, second] = sessions();
    [fixture.engine.stored, fixture.engine.others] = [phone('c'.repeat(64), 'Older'), [second]];
    await settled(record(fixture.pairWallet.execute()));
    await fixture.approve(second);
    expect(namesIn(fixture)).toEqual(['Second', 'Second']);
  });
});
