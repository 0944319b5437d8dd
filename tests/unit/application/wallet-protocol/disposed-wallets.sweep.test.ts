import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../../../application/ports/remote-session.fake.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { record } from '../support/world.js';
import { BOTH, type RemoteWorld, remoteWorld } from './support/remote-world.js';

/** Lets so many promise reactions run. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

const phone = () => new FakeRemoteSession({ namespaces: BOTH, peer: { name: 'Phone' } });

/** What is under way when the client ends. */
const DEEDS: Readonly<Record<string, (here: RemoteWorld, session: FakeRemoteSession) => Promise<unknown>>> = {
  'loads the engine and shows a code': async (here) => record(here.pairWallet.execute()),
  'hears that a wallet approved': async (here, session) => {
    record(here.pairWallet.execute());
    await settle();
    here.engine.last.approve(session);
  },
  'hears that a wallet declined': async (here) => {
    record(here.pairWallet.execute());
    await settle();
    here.engine.last.fail(new Error('No'));
  },
  'takes a session up': async (here, session) => {
    here.engine.stored = session;
    for (const namespace of ['eip155', 'solana'] as const) here.memory.remember(namespace, 'walletConnect');
    record(here.reconnectWallets.execute());
  },
  'hears that the session is over': async (here) => (await here.paired(BOTH)).end('wallet'),
};

/** More turns than any of them takes. */
const TURNS = 70;

describe('a client that ends', () => {
  const unhandled = unhandledRejections();

  it.each(Object.keys(DEEDS))('leaves no timer, listener or rejection, in whichever moment: while it %s', async (name) => {
    for (let after = 0; after < TURNS; after += 1) {
      const here = remoteWorld();
      const session = phone();
      await DEEDS[name]?.(here, session);
      await turns(after);
      here.remote.dispose();
      for (const chain of here.chains.values()) chain.dispose();
      here.connections.dispose();
      await settle();
      expect({ after, timers: here.clock.pending, isHeard: session.heard, ends: here.engine.disposals }).toEqual({
        after,
        timers: 0,
        isHeard: false,
        ends: here.loading.count,
      });
    }
    await unhandled.expectNone();
  });
});
