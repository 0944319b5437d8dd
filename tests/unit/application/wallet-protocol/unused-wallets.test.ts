import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { EVM_WALLET, record } from '../support/world.js';
import { EVM, type RemoteWorld, remoteWorld } from './support/remote-world.js';

/** Lets so many promise reactions run. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

/** A session is at an end for its wallet if, and only if, nobody here uses it. */
const check = (here: RemoteWorld, session: FakeRemoteSession, isUsed: boolean): void => {
  expect({ isUsed, disconnections: session.disconnections }).toEqual({ isUsed, disconnections: isUsed ? 0 : 1 });
  expect(session.live).toBe(isUsed);
  if (!isUsed) expect([session.heard, here.pairing().status === 'connected']).toEqual([false, false]);
};

/** A person pairs, the wallet approves, and something happens so many turns later. */
const interrupted = async (after: number, interrupt: (here: RemoteWorld, run: { readonly cancel: () => void }) => void) => {
  const here = remoteWorld();
  const session = new FakeRemoteSession({ namespaces: EVM, peer: { name: 'Phone' } });
  const run = record(here.pairWallet.execute());
  await settle();
  here.engine.last.approve(session);
  await turns(after);
  interrupt(here, run);
  await settle();
  return { here, session, run };
};

const COUNTS = Array.from({ length: 40 }, (_, count) => count);

describe('a wallet elsewhere that approves', () => {
  it('is connected or told that nobody waits, whenever the person leaves', async () => {
    const outcomes = new Set<boolean>();
    for (const after of COUNTS) {
      const { here, session } = await interrupted(after, (_, run) => run.cancel());
      const isUsed = here.session('eip155')?.connector.id === 'walletConnect';
      outcomes.add(isUsed);
      check(here, session, isUsed);
    }
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('is told that nobody waits when an installed wallet is picked instead, whenever that is', async () => {
    for (const after of COUNTS) {
      const { here, session } = await interrupted(after, (world) =>
        record(world.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET })),
      );
      expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
      expect(here.memory.connectorOf('eip155')).toBe(EVM_WALLET);
      expect(session.disconnections).toBe(1);
      expect(session.heard).toBe(false);
    }
  });

  it('is told that nobody waits when it is another one by the time, and the other is used', async () => {
    for (const after of COUNTS) {
      const second = new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM, peer: { name: 'Other phone' } });
      const { here, session } = await interrupted(after, (world) => record(world.pairWallet.execute()));
      here.engine.last.approve(second);
      await settle();
      expect(here.session('eip155')?.connector.name).toBe('Other phone');
      expect([session.disconnections, second.disconnections]).toEqual([1, 0]);
    }
  });

  it('does not take the URI off the display of the pairing that began after its own', async () => {
    const here = remoteWorld();
    const first = record(here.pairWallet.execute());
    await settle();
    const { last: earlier } = here.engine;
    record(here.pairWallet.execute());
    await settle();
    const shown = { uri: 'wc:second', expiresAt: 2 };
    here.engine.last.request.show(shown);
    earlier.request.show({ uri: 'wc:first', expiresAt: 1 });
    first.cancel();
    await settle();
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: shown.uri, wcPairingExpiry: shown.expiresAt });
    earlier.approve(new FakeRemoteSession({ namespaces: EVM }));
    await settle();
    expect(here.pairing()).toMatchObject({ status: 'connecting', wcUri: shown.uri, wcError: false });
  });

  it('takes nothing from the one before while it is not connected itself', async () => {
    const here = remoteWorld();
    const first = await here.paired(EVM, 'a'.repeat(64));
    here.evm.slow = true;
    const run = record(here.pairWallet.execute());
    await settle();
    const second = new FakeRemoteSession({ topic: 'b'.repeat(64), namespaces: EVM });
    here.engine.last.approve(second);
    await settle();
    run.cancel();
    here.evm.goOn();
    await settle();
    expect([first.disconnections, second.disconnections]).toEqual([0, 1]);
    expect(here.session('eip155')?.connector.name).toBe('Phone');
    first.end();
    expect(here.session('eip155')).toBeNull();
  });

  it('that is taken up from an earlier page is told when an installed wallet took its place meanwhile', async () => {
    const here = remoteWorld();
    here.memory.remember('eip155', 'walletConnect');
    here.evm.slow = true;
    const session = new FakeRemoteSession({ namespaces: EVM });
    here.engine.stored = session;
    record(here.reconnectWallets.execute());
    await settle();
    record(here.connectWallet.execute({ namespace: 'eip155', connectorId: EVM_WALLET }));
    await settle();
    here.evm.goOn();
    await settle();
    expect(here.session('eip155')?.connector.id).toBe(EVM_WALLET);
    expect(session.disconnections).toBe(1);
  });
});
