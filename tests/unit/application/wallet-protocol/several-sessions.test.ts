import { describe, expect, it } from 'vitest';
import { followOtherTabs } from '../../../../application/connect/follow-other-tabs.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { record, status } from '../support/world.js';
import { BOTH, EVM, type RemoteWorld, remoteWorld } from './support/remote-world.js';

const losses = ({ tracked }: RemoteWorld) => tracked.filter(({ event }) => event === 'CONNECTION_LOST').map(({ properties }) => properties);

/** A page on a storage, which does what a client does at its start. */
const page = (storage: FakeStorage): RemoteWorld => {
  const here = remoteWorld({ storage });
  followOtherTabs(here.connections, here.memory, here.reconnectWallets);
  return here;
};

const phone = (topic = 'a'.repeat(64), name = 'Phone') => new FakeRemoteSession({ topic, namespaces: BOTH, peer: { name } });

/** A wallet approves what a page shows; its engine has the session from then on. */
const pair = async (here: RemoteWorld, session: FakeRemoteSession): Promise<void> => {
  here.engine.stored = session;
  record(here.pairWallet.execute());
  await settle();
  here.engine.last.approve(session);
  await settle();
};

describe('two tabs whose engines are loaded', () => {
  it('do not take the connection of the first away where the second knows of none', async () => {
    const here = page(new FakeStorage());
    const there = page(here.storage.otherTab());
    there.engine.stored = phone();
    await pair(here, phone());
    for (const tab of [here, there]) {
      expect([status(tab), status(tab, 'solana')]).toEqual(['connected', 'connected']);
      expect(losses(tab)).toEqual([]);
    }
  });

  it('go over to the session that the first has paired after it disconnected, although the second hears late that the former is over', async () => {
    const here = page(new FakeStorage());
    const there = page(here.storage.otherTab());
    const own = phone();
    there.engine.stored = own;
    await pair(here, phone());
    expect(status(there)).toBe('connected');
    record(here.disconnectWallet.execute());
    await settle();
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
    const here = page(new FakeStorage());
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
    const here = page(new FakeStorage());
    const there = page(here.storage.otherTab());
    const [first, second] = [one(), one(OTHER, 'Other')];
    for (const tab of [here, there]) record(tab.pairWallet.execute());
    await settle();
    here.engine.others = [one(OTHER, 'Other')];
    here.engine.last.approve(first);
    await settle();
    expect([status(here), status(there)]).toEqual(['connected', 'connecting']);
    there.engine.last.approve(second);
    await settle();
    expectOther(here, there);
    expect([first.disconnections, second.disconnections]).toEqual([1, 0]);
  });
});

describe('two tabs that pair, and hear of the same approval', () => {
  it('are both connected by it, and nobody ends it', async () => {
    const here = page(new FakeStorage());
    const there = page(here.storage.otherTab());
    const sessions = [phone(), phone()] as const;
    for (const [tab, session] of [[here, sessions[0]] as const, [there, sessions[1]] as const]) {
      tab.engine.stored = session;
      record(tab.pairWallet.execute());
    }
    await settle();
    here.engine.last.approve(sessions[0]);
    there.engine.last.approve(sessions[1]);
    await settle();
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
      record(here.pairWallet.execute({ namespace }));
      await settle();
      here.engine.last.approve(session);
      await settle();
    }
    expect(namesIn(here)).toEqual(['First', 'Second']);
    const next = page(here.storage.otherTab());
    return { here, next };
  };

  it('serve each its own namespace on the next page, whichever session lives longer', async () => {
    const { next } = await twoWallets();
    const [first, second] = sessions();
    [next.engine.stored, next.engine.others] = [second, [first]];
    record(next.reconnectWallets.execute());
    await settle();
    expect(namesIn(next)).toEqual(['First', 'Second']);
    expect([first.disconnections, second.disconnections, losses(next)]).toEqual([0, 0, []]);
  });

  it('are not mistaken for each other where the session of one is gone: that is told, and the other stays', async () => {
    const { next } = await twoWallets();
    next.engine.stored = sessions()[1];
    record(next.reconnectWallets.execute());
    await settle();
    expect(namesIn(next)).toEqual([undefined, 'Second']);
    expect(losses(next)).toEqual([{ namespaces: ['eip155'], reason: 'lost', name: 'First' }]);
    expect([next.memory.connectorOf('eip155'), next.memory.connectorOf('solana')]).toEqual([null, 'walletConnect']);
  });

  it('are told apart by the namespaces that one approval gave, although a former session lives longer', async () => {
    const here = page(new FakeStorage());
    const [, second] = sessions();
    [here.engine.stored, here.engine.others] = [phone('c'.repeat(64), 'Former'), [second]];
    record(here.pairWallet.execute());
    await settle();
    here.engine.last.approve(second);
    await settle();
    expect(namesIn(here)).toEqual(['Second', 'Second']);
  });
});
