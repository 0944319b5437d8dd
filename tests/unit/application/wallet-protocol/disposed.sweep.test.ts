import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const { signal } = new AbortController();

/** Lets so many promise reactions run. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

/** What is under way when the engine ends. What is returned waits for it. */
type Deed = () => Promise<unknown>;

/** What an app and its wallet do. What has to be there before is there when the deed begins. */
const DEEDS: Readonly<Record<string, (world: ProtocolWorld) => Promise<Deed>>> = {
  'show a code': async (world) => () => world.pair(),
  'renew it': async (world) => {
    const [pairing] = await shown(world);
    return () => {
      world.clock.advance(200_000);
      return pairing;
    };
  },
  'take an approval up': async (world) => {
    const [pairing] = await shown(world);
    const proposal = await world.wallet.pair(await world.shown());
    return () => {
      void world.wallet.approve(proposal);
      return pairing;
    };
  },
  'hear of a refusal': async (world) => {
    const [pairing] = await shown(world);
    const { topic, request } = await world.wallet.pair(await world.shown());
    return () => {
      void world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'No' } });
      return pairing;
    };
  },
  'ask the wallet': async (world) => {
    const { session } = await world.connect();
    return () => session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal);
  },
  'end the session': async (world) => {
    const { session } = await world.connect();
    return () => session.disconnect(signal);
  },
  'hear of its end': async (world) => {
    const { topic } = await world.connect();
    return () => world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'Bye' });
  },
  'take a session up': async (world) => {
    await world.connect();
    await world.reload();
    return () => world.client.resume();
  },
  'wake after a sleep': async (world) => {
    const [pairing] = await shown(world);
    return () => {
      world.clock.suspend(3_600_000);
      world.clock.advance(0);
      return pairing;
    };
  },
};

const shown = async (world: ProtocolWorld): Promise<readonly [pairing: Promise<unknown>]> => {
  const pairing = world.pair();
  pairing.catch(() => undefined);
  await settle();
  return [pairing];
};

/** More turns than any of them takes: later, nothing is under way. */
const TURNS = 90;

describe('the end of the engine', () => {
  const unhandled = unhandledRejections();

  it.each(Object.keys(DEEDS))('leaves no timer, topic or rejection, in whichever moment it comes: to %s', async (name) => {
    let ended = 0;
    for (let after = 0; after < TURNS; after += 1) {
      const world = new ProtocolWorld();
      const deed = await DEEDS[name]?.(world);
      const outcome = outcomeOf(Promise.resolve(deed?.()));
      await turns(after);
      world.client.dispose();
      await settle();
      // Who waits is told, and nothing is begun any more.
      if (outcome.now() !== null) ended += 1;
      expect([world.relay.topics, world.relay.status]).toEqual([[], { type: 'closed' }]);
      await world.clock.run(400_000);
      expect(world.clock.pending).toBe(0);
      world.wallet.stop();
    }
    expect(ended).toBeGreaterThan(0);
    await unhandled.expectNone();
  });
});
