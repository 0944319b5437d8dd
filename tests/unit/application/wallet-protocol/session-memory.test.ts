import { describe, expect, it } from 'vitest';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { ADDRESS, account, EVM_WALLET, record, status } from '../support/world.js';
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
  record(here.reconnectWallets.execute());
  await settle();
  return here;
};
const reload = (from: RemoteWorld, stored: FakeRemoteSession | null): Promise<RemoteWorld> => start(page(from.storage.otherTab()), stored);

/** A page whose person has paired with Rainbow, which allows what is given until a time. */
const pairedWith = async (namespaces: SessionNamespaces = EVM, expiresAt?: number) => {
  const here = page(new FakeStorage());
  const session = new FakeRemoteSession({ namespaces, peer: { name: 'Phone' }, ...(expiresAt === undefined ? {} : { expiresAt }) });
  here.engine.stored = session;
  record(here.pairWallet.execute({ wallet: RAINBOW }));
  await settle();
  here.engine.last.approve(session);
  await settle();
  return { here, session };
};

describe('a session that is over, and not by the app', () => {
  it.each(['wallet', 'expired', 'lost'] as const)('is told once, with a way to pair with its wallet again: %s', async (reason) => {
    const { here, session } = await pairedWith();
    const states: boolean[] = [];
    here.useCases.watchAccount.execute().subscribe(({ isConnected }) => states.push(isConnected));
    session.end(reason);
    expect(losses(here)).toEqual([{ namespaces: ['eip155'], reason, name: 'Phone' }]);
    expect(here.connections.state.lost).toEqual({ eip155: { reason, name: 'Phone', wallet: { id: 'w1', name: 'Phone' } } });
    expect(states).toEqual([true, false]);
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
    record(here.disconnectWallet.execute());
    await settle();
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
    record(here.pairWallet.execute(wallet === undefined ? {} : { wallet }));
    await settle();
    here.engine.last.approve(new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Phone' } }));
    await settle();
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
    record(next.reconnectWallets.execute());
    await settle();
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
    record(there.pairWallet.execute());
    await settle();
    const other = () => new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Other' } });
    here.engine.others = [other()];
    there.engine.last.approve(other());
    await settle();
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
    const seen = record(next.useCases.watchAccount.execute());
    await settle();
    expect(seen.values.map(({ status: now, address }) => [now, address])).toEqual([
      ['reconnecting', ADDRESS],
      ['connected', ADDRESS],
      // What the wallet allows, noted twice.
      ['connected', ADDRESS],
      ['connected', ADDRESS],
    ]);
  });

  it('shows nothing of an installed wallet, which may be locked', async () => {
    const here = page(new FakeStorage());
    record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settle();
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
    expect(here.memory.rememberedOf('eip155')).toEqual({ topic: TOPIC, address: other, name: 'Phone', walletId: 'w1' });
  });

  it('tells a wallet that is disconnected while its session is taken up', async () => {
    const { here, session } = await pairedWith();
    const next = page(here.storage.otherTab());
    next.engine.stored = session;
    record(next.reconnectWallets.execute());
    record(next.disconnectWallet.execute());
    await settle();
    expect(session.disconnections).toBe(1);
    expect(account(next)).toMatchObject({ status: 'disconnected', address: undefined });
    expect(losses(next)).toEqual([]);
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
    const here = page(new FakeStorage());
    record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settle();
    expect(here.connections.state.namespaces.eip155?.ungranted).toBeNull();
  });
});
