import { beforeEach, describe, expect, it } from 'vitest';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { SessionMemory } from '../../../../application/wallet-protocol/session-memory.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { makeConnector } from '../../../../domain/connection/connector.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { ADDRESS, account, EVM_WALLET, record, settled, status } from '../support/world.js';
import { BOTH, EVM, type RemoteWorld, remoteWorld } from './support/remote-world.js';

const TOPIC = 'a'.repeat(64);
const RAINBOW = { id: 'w1', name: 'Rainbow' };

const losses = ({ tracked }: RemoteWorld) => tracked.filter(({ event }) => event === 'CONNECTION_LOST').map(({ properties }) => properties);

/** A page on a storage, which does what a client does at its start. */
const page = (storage: FakeStorage): RemoteWorld => {
  const here = remoteWorld({ storage });
  followOtherTabs(here.connections, here.memory, here.reconnectWallets);
  return here;
};
const start = async (here: RemoteWorld, stored: FakeRemoteSession | null): Promise<RemoteWorld> => {
  here.engine.stored = stored;
  await settled(record(here.reconnectWallets.execute()));
  return here;
};
const reload = (from: RemoteWorld, stored: FakeRemoteSession | null): Promise<RemoteWorld> => start(page(from.storage.otherTab()), stored);

/** A page whose person has paired with Rainbow, which allows what is given until a time. */
const pairedWith = async (namespaces: SessionNamespaces = EVM, expiresAt?: number) => {
  const here = page(new FakeStorage());
  const session = new FakeRemoteSession({ namespaces, peer: { name: 'Phone' }, ...(expiresAt === undefined ? {} : { expiresAt }) });
  here.engine.stored = session;
  await settled(record(here.pairWallet.execute({ wallet: RAINBOW })));
  await here.approve(session);
  return { here, session };
};

let here: RemoteWorld;
beforeEach(() => {
  here = page(new FakeStorage());
});

describe('a session that is over, and not by the app', () => {
  it.each(['wallet', 'expired', 'lost'] as const)('is told once, with a way to pair with its wallet again: %s', async (reason) => {
    const { here, session } = await pairedWith();
    const states: boolean[] = [];
    here.useCases.watchAccount.execute().subscribe(({ isConnected }) => states.push(isConnected));
    session.end(reason);
    expect(losses(here)).toEqual([{ namespaces: ['eip155'], reason, name: 'Phone' }]);
    expect(here.connections.state.lost).toEqual({ eip155: { reason, name: 'Phone', wallet: { id: 'w1', name: 'Phone' } } });
    expect(states).toEqual([true, false]);
    expect([here.memory.connectorOf('eip155'), here.pairing().status, session.heard]).toEqual([null, 'disconnected', false]);
    await settle();
    expect(losses(here)).toHaveLength(1);
  });

  it('is one loss for all its namespaces', async () => {
    const { here, session } = await pairedWith(BOTH);
    expect([status(here), status(here, 'solana')]).toEqual(['connected', 'connected']);
    session.end();
    expect(losses(here)).toEqual([{ namespaces: ['eip155', 'solana'], reason: 'wallet', name: 'Phone' }]);
    expect(Object.keys(here.connections.state.lost)).toEqual(['eip155', 'solana']);
    expect([status(here), status(here, 'solana')]).toEqual(['disconnected', 'disconnected']);
  });

  it('is still known by the next page, which tells it no more', async () => {
    const { here, session } = await pairedWith();
    session.end('expired');
    const next = await reload(here, null);
    expect(next.connections.state.lost.eip155).toEqual({ reason: 'expired', name: 'Phone', wallet: { id: 'w1', name: 'Phone' } });
    expect(losses(next)).toEqual([]);
    expect(next.loading.count).toBe(0);
  });

  it('is none for a person who disconnects, here or in another tab', async () => {
    const { here, session } = await pairedWith();
    const there = await reload(here, session);
    await settled(record(here.disconnectWallet.execute()));
    expect(session.disconnections).toBe(1);
    for (const tab of [here, there]) {
      expect(status(tab)).toBe('disconnected');
      expect(losses(tab)).toEqual([]);
      expect(tab.connections.state.lost).toEqual({});
    }
    expect((await reload(here, null)).connections.state.lost).toEqual({});
  });

  it('leaves nothing to clear by hand: the next pairing connects, and the loss is forgotten', async () => {
    const { here, session } = await pairedWith();
    session.end();
    const wallet = here.connections.state.lost.eip155?.wallet;
    await settled(record(here.pairWallet.execute(wallet === undefined ? {} : { wallet })));
    await here.approve(new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Phone' } }));
    expect(status(here)).toBe('connected');
    expect(here.connections.state.lost).toEqual({});
    expect(here.memory.rememberedOf('eip155')).toMatchObject({ topic: 'b'.repeat(64), walletId: 'w1' });
    expect(here.memory.rememberedOf('eip155')?.lost).toBeUndefined();
  });

  it('is forgotten when an installed wallet connects, and when the person says that they are done', async () => {
    for (const go of ['connect', 'disconnect'] as const) {
      const { here, session } = await pairedWith();
      session.end();
      const run =
        go === 'connect'
          ? record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }))
          : record(here.disconnectWallet.execute());
      await settle();
      expect(run.values.at(-1)?.status).toBe('success');
      expect(here.connections.state.lost).toEqual({});
      expect((await reload(here, null)).connections.state.lost).toEqual({});
    }
  });
});

describe('a stored connection whose session is gone', () => {
  it('is lost when its key or record is: one event, and a way to pair again', async () => {
    const { here } = await pairedWith(BOTH);
    const next = await reload(here, null);
    expect(losses(next)).toEqual([{ namespaces: ['eip155', 'solana'], reason: 'lost', name: 'Phone' }]);
    expect(next.connections.state.lost.eip155?.wallet).toEqual({ id: 'w1', name: 'Phone' });
    expect([next.memory.connectorOf('eip155'), next.memory.connectorOf('solana')]).toEqual([null, null]);
    expect(losses(await reload(next, null))).toEqual([]);
  });

  it('has expired when its time has passed while the page was closed', async () => {
    const { here } = await pairedWith(EVM, 1);
    const next = await reload(here, null);
    expect(losses(next)).toEqual([{ namespaces: ['eip155'], reason: 'expired', name: 'Phone' }]);
  });

  it('is lost too where an earlier version kept nothing of it but that it was there', async () => {
    const storage = new FakeStorage({ '@latchkey/eip155:connected_connector_id': 'walletConnect' });
    const here = await start(page(storage), null);
    expect(losses(here)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: '' }]);
    expect(here.connections.state.lost.eip155).toEqual({ reason: 'lost', name: '' });
  });

  it('is not lost while the engine cannot be loaded: the next page tries again', async () => {
    const { here } = await pairedWith();
    const next = page(here.storage.otherTab());
    next.loading.failure = new Error('offline');
    await settled(record(next.reconnectWallets.execute()));
    expect(losses(next)).toEqual([]);
    expect(next.memory.connectorOf('eip155')).toBe('walletConnect');
  });
});

describe('two tabs', () => {
  const twoTabs = async () => {
    const { here, session } = await pairedWith(BOTH);
    // The same session, as the other tab's own engine has it.
    const own = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });
    return { here, session, there: await reload(here, own), own };
  };
  const ONE = [{ namespaces: ['eip155', 'solana'], reason: 'wallet', name: 'Phone' }];

  it('tell a loss once each when both hear of it', async () => {
    const { here, session, there, own } = await twoTabs();
    session.end();
    own.end();
    await settle();
    for (const tab of [here, there]) expect(losses(tab)).toEqual(ONE);
  });

  it('tell it once each when one alone hears of it', async () => {
    const { here, there, own } = await twoTabs();
    own.end();
    await settle();
    for (const tab of [here, there]) {
      expect(losses(tab)).toEqual(ONE);
      expect(status(tab)).toBe('disconnected');
      expect(Object.keys(tab.connections.state.lost)).toEqual(['eip155', 'solana']);
    }
  });

  it('tell it once each when both find it gone at their start', async () => {
    const { here } = await pairedWith();
    const tabs = [page(here.storage.otherTab()), page(here.storage.otherTab())];
    for (const tab of tabs) record(tab.reconnectWallets.execute());
    await settle();
    for (const tab of tabs) expect(losses(tab)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: 'Phone' }]);
  });

  it('leave a connection alone that took the place of the lost one in the other', async () => {
    const { here, session } = await pairedWith();
    const there = await reload(here, new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } }));
    await settled(record(there.pairWallet.execute()));
    const other = () => new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Other' } });
    here.engine.others = [other()];
    await there.approve(other());
    session.end();
    for (const tab of [here, there]) {
      expect(losses(tab)).toEqual([]);
      expect([status(tab), tab.session('eip155')?.connector.name]).toEqual(['connected', 'Other']);
      expect(tab.memory.connectorOf('eip155')).toBe('walletConnect');
    }
  });
});

describe('the first moment of the next page', () => {
  it('shows the account at once, before anything is loaded', async () => {
    const { here, session } = await pairedWith();
    const next = page(here.storage.otherTab());
    next.engine.stored = session;
    record(next.reconnectWallets.execute());
    expect(account(next)).toMatchObject({
      status: 'reconnecting',
      isConnected: false,
      address: ADDRESS,
      connectorId: 'walletConnect',
      connectedWalletInfo: { name: 'Phone' },
    });
    const seen = await settled(record(next.useCases.watchAccount.execute()));
    expect(seen.values.map(({ status: now, address }) => [now, address])).toEqual([
      ['reconnecting', ADDRESS],
      ['connected', ADDRESS],
      // What the wallet allows, noted twice.
      ['connected', ADDRESS],
      ['connected', ADDRESS],
    ]);
  });

  it('shows nothing of an installed wallet, which may be locked', async () => {
    await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    const next = page(here.storage.otherTab());
    record(next.reconnectWallets.execute());
    expect(account(next)).toMatchObject({ status: 'reconnecting', address: undefined });
  });

  it('keeps the address that is in use', async () => {
    const { here } = await pairedWith();
    const other = '0x2222222222222222222222222222222222222222';
    here.connections.dispatch({
      type: 'accounts-changed',
      namespace: 'eip155',
      accounts: [{ namespace: 'eip155', address: other, type: 'eoa' }],
    });
    expect(here.memory.rememberedOf('eip155')).toEqual({
      connectorId: 'walletConnect',
      topic: TOPIC,
      address: other,
      name: 'Phone',
      walletId: 'w1',
    });
  });

  it('tells a wallet that is disconnected while its session is taken up', async () => {
    const { here, session } = await pairedWith();
    const next = page(here.storage.otherTab());
    next.engine.stored = session;
    record(next.reconnectWallets.execute());
    await settled(record(next.disconnectWallet.execute()));
    expect(session.disconnections).toBe(1);
    expect(account(next)).toMatchObject({ status: 'disconnected', address: undefined });
    expect(losses(next)).toEqual([]);
  });
});

describe('the sessions of another remote connector', () => {
  const OTHER = 'ID_AUTH';
  const KEPT = { connectorId: OTHER, topic: TOPIC, address: ADDRESS, name: 'Embedded' };

  const connected = (): RemoteWorld => {
    const here = page(new FakeStorage());
    here.memory.keep('eip155', KEPT);
    here.memory.remember('eip155', OTHER, true);
    return here;
  };
  const memoryOf = ({ connections, memory, events, clock }: RemoteWorld, id: string): SessionMemory => {
    const connectorOf = (namespace: Namespace, name = '') => makeConnector({ id, namespace, type: 'AUTH', name });
    return new SessionMemory({ connections, memory, events, clock, connector: { id, connectorOf } });
  };

  it('are shown to the next page under their connector', () => {
    const next = page(connected().storage.otherTab());
    record(next.reconnectWallets.execute());
    expect(next.connections.state.namespaces.eip155?.remembered).toMatchObject({
      connector: { id: OTHER, type: 'AUTH', name: 'Embedded' },
      accounts: [{ address: ADDRESS }],
    });
  });

  it('are neither forgotten nor lost with those of the wallet protocol', () => {
    const here = connected();
    const protocol = memoryOf(here, 'walletConnect');
    protocol.forget('eip155');
    protocol.forget('eip155', TOPIC);
    protocol.forget('eip155', TOPIC, 'expired');
    expect([here.memory.connectorOf('eip155'), here.memory.rememberedOf('eip155')]).toEqual([OTHER, KEPT]);
    expect(losses(here)).toEqual([]);
  });

  it('are lost by their own memory alone, in other tabs too', () => {
    const here = connected();
    const there = page(here.storage.otherTab());
    memoryOf(here, OTHER).forget('eip155', TOPIC, 'expired');
    expect([here.memory.connectorOf('eip155'), here.memory.rememberedOf('eip155')]).toEqual([null, { ...KEPT, lost: 'expired' }]);
    expect(losses(here)).toEqual([{ namespaces: ['eip155'], reason: 'expired', name: 'Embedded' }]);
    memoryOf(there, 'walletConnect').tell();
    expect(losses(there)).toEqual([]);
    memoryOf(there, OTHER).tell();
    expect(losses(there)).toHaveLength(1);
  });

  it('are kept with their connector', () => {
    const session = new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Embedded' } });
    expect(memoryOf(here, OTHER).keepBeside('solana', session, ['eip155', 'solana'])).toEqual(['eip155']);
    expect(here.memory.rememberedOf('eip155')).toEqual(KEPT);
  });
});

describe('what a wallet did not grant', () => {
  it('is known with the session, and brought up to date by its wallet', async () => {
    const { here, session } = await pairedWith(EVM);
    expect(here.connections.state.namespaces.eip155?.ungranted).toEqual({
      chainIds: expect.arrayContaining([expect.stringMatching(/^solana:/)]),
      abilities: ['sign-typed-data', 'send-transaction'],
      methods: ['eth_signTypedData_v4', 'eth_sendTransaction'],
    });
    const { eip155 } = EVM;
    if (eip155 === undefined) throw new Error('It allows EVM');
    const all = { ...eip155, methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'] };
    session.allow({ ...BOTH, eip155: { ...all, accounts: all.accounts.slice(0, 1) } });
    expect(here.connections.state.namespaces.eip155?.ungranted).toEqual({ chainIds: ['eip155:137'], abilities: [], methods: [] });
    session.allow({ ...BOTH, eip155: all });
    expect(here.connections.state.namespaces.eip155?.ungranted).toEqual({ chainIds: [], abilities: [], methods: [] });
  });

  it('is known to the next page', async () => {
    const { here, session } = await pairedWith(EVM);
    const next = await reload(here, session);
    expect(next.connections.state.namespaces.eip155?.ungranted?.abilities).toEqual(['sign-typed-data', 'send-transaction']);
  });

  it('is nothing for an installed wallet', async () => {
    await settled(record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })));
    expect(here.connections.state.namespaces.eip155?.ungranted).toBeNull();
  });
});

const phone = (topic = 'a'.repeat(64), name = 'Phone') => new FakeRemoteSession({ topic, namespaces: BOTH, peer: { name } });

/** A wallet approves what a page shows; its engine has the session from then on. */
const pair = async (here: RemoteWorld, session: FakeRemoteSession): Promise<void> => {
  here.engine.stored = session;
  await settled(record(here.pairWallet.execute()));
  await here.approve(session);
};

describe('two tabs whose engines are loaded', () => {
  it('do not take the connection of the first away where the second knows of none', async () => {
    const there = page(here.storage.otherTab());
    there.engine.stored = phone();
    await pair(here, phone());
    for (const tab of [here, there]) {
      expect([status(tab), status(tab, 'solana')]).toEqual(['connected', 'connected']);
      expect(losses(tab)).toEqual([]);
    }
  });

  it('go over to the session that the first has paired after it disconnected, although the second hears late that the former is over', async () => {
    const there = page(here.storage.otherTab());
    const own = phone();
    there.engine.stored = own;
    await pair(here, phone());
    expect(status(there)).toBe('connected');
    await settled(record(here.disconnectWallet.execute()));
    for (const tab of [here, there]) expect(status(tab)).toBe('disconnected');
    const topic = 'b'.repeat(64);
    there.engine.others = [phone(topic, 'Other')];
    there.evm.slow = true;
    await pair(here, phone(topic, 'Other'));
    expect(status(there)).toBe('reconnecting');
    // Its engine finds the record of the former one gone.
    await own.disconnect(new AbortController().signal);
    there.evm.goOn();
    await settle();
    for (const tab of [here, there]) {
      for (const namespace of ['eip155', 'solana'] as const) {
        expect(status(tab, namespace)).toBe('connected');
        expect(tab.memory.connectorOf(namespace)).toBe('walletConnect');
        expect(tab.memory.rememberedOf(namespace)).toMatchObject({ topic, name: 'Other' });
      }
      expect(losses(tab)).toEqual([]);
    }
  });
});

describe('two tabs of which one goes over to another wallet', () => {
  const OTHER = 'b'.repeat(64);
  const one = (topic = 'a'.repeat(64), name = 'Phone') => new FakeRemoteSession({ topic, namespaces: EVM, peer: { name } });
  const names = (...tabs: readonly RemoteWorld[]) => tabs.map((tab) => tab.session('eip155')?.connector.name);

  const expectOther = (...tabs: readonly RemoteWorld[]): void => {
    expect(names(...tabs)).toEqual(tabs.map(() => 'Other'));
    for (const tab of tabs) {
      expect(tab.memory.rememberedOf('eip155')).toMatchObject({ topic: OTHER, name: 'Other' });
      expect(losses(tab)).toEqual([]);
    }
  };

  it('both use the new one, and the former ends for its wallet', async () => {
    const there = page(here.storage.otherTab());
    const own = one();
    there.engine.stored = one();
    await pair(here, own);
    expect(names(here, there)).toEqual(['Phone', 'Phone']);
    there.engine.others = [one(OTHER, 'Other')];
    await pair(here, one(OTHER, 'Other'));
    expectOther(here, there);
    expect(own.disconnections).toBe(1);
  });

  it('both use the one that was approved last where both have paired at once, and the first ends for its wallet', async () => {
    const there = page(here.storage.otherTab());
    const [first, second] = [one(), one(OTHER, 'Other')];
    for (const tab of [here, there]) record(tab.pairWallet.execute());
    await settle();
    here.engine.others = [one(OTHER, 'Other')];
    await here.approve(first);
    expect([status(here), status(there)]).toEqual(['connected', 'connecting']);
    await there.approve(second);
    expectOther(here, there);
    expect([first.disconnections, second.disconnections]).toEqual([1, 0]);
  });
});

describe('two tabs that pair, and hear of the same approval', () => {
  it('are both connected by it, and nobody ends it', async () => {
    const there = page(here.storage.otherTab());
    const sessions = [phone(), phone()] as const;
    for (const [tab, session] of [[here, sessions[0]] as const, [there, sessions[1]] as const]) {
      tab.engine.stored = session;
      record(tab.pairWallet.execute());
    }
    await settle();
    here.engine.last.approve(sessions[0]);
    await there.approve(sessions[1]);
    await settle();
    for (const tab of [here, there]) {
      expect([status(tab), status(tab, 'solana'), losses(tab)]).toEqual(['connected', 'connected', []]);
      expect(tab.memory.connectorOf('eip155')).toBe('walletConnect');
    }
    expect(sessions.map(({ disconnections }) => disconnections)).toEqual([0, 0]);
  });
});

describe('two wallets elsewhere', () => {
  const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];
  const sessions = () =>
    [new FakeRemoteSession({ topic: FIRST, namespaces: EVM, peer: { name: 'First' } }), phone(SECOND, 'Second')] as const;
  const namesIn = (here: RemoteWorld) => (['eip155', 'solana'] as const).map((each) => here.session(each)?.connector.name);

  /** The first serves EVM, the second, which would serve both, was paired later for Solana. */
  const twoWallets = async () => {
    const here = page(new FakeStorage());
    const [first, second] = sessions();
    for (const [session, namespace] of [[first, 'eip155'] as const, [second, 'solana'] as const]) {
      await settled(record(here.pairWallet.execute({ namespace })));
      await here.approve(session);
    }
    expect(namesIn(here)).toEqual(['First', 'Second']);
    const next = page(here.storage.otherTab());
    return { here, next };
  };

  it('serve each its own namespace on the next page, whichever session lives longer', async () => {
    const { next } = await twoWallets();
    const [first, second] = sessions();
    [next.engine.stored, next.engine.others] = [second, [first]];
    await settled(record(next.reconnectWallets.execute()));
    expect(namesIn(next)).toEqual(['First', 'Second']);
    expect([first.disconnections, second.disconnections, losses(next)]).toEqual([0, 0, []]);
  });

  it('are not mistaken for each other where the session of one is gone: that is told, and the other stays', async () => {
    const { next } = await twoWallets();
    next.engine.stored = sessions()[1];
    await settled(record(next.reconnectWallets.execute()));
    expect(namesIn(next)).toEqual([undefined, 'Second']);
    expect(losses(next)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: 'First' }]);
    expect([next.memory.connectorOf('eip155'), next.memory.connectorOf('solana')]).toEqual([null, 'walletConnect']);
  });

  it('are told apart by the namespaces that one approval gave, although a former session lives longer', async () => {
    const [, second] = sessions();
    [here.engine.stored, here.engine.others] = [phone('c'.repeat(64), 'Former'), [second]];
    await settled(record(here.pairWallet.execute()));
    await here.approve(second);
    expect(namesIn(here)).toEqual(['Second', 'Second']);
  });
});
