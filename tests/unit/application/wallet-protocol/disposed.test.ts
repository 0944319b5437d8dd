import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { record, turns } from '../support/world.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

let world: ProtocolWorld;
beforeEach(() => {
  world = new ProtocolWorld();
});
afterEach(() => world.end());

const { signal } = new AbortController();
const MAINNET = toChainId('eip155:1');

const ask = (session: RemoteSession): Promise<unknown> =>
  session.request({ chainId: MAINNET, method: 'personal_sign', params: [] }, signal);

describe('the end of the engine', () => {
  /** What waits ends in `config/disposed`, and no timer is left. */
  const ends = async (...waiting: readonly Promise<unknown>[]): Promise<void> => {
    const outcomes = waiting.map(outcomeOf);
    await settle();
    expect(outcomes.map(({ now }) => now())).toEqual(waiting.map(() => null));
    world.client.dispose();
    await settle();
    expect(outcomes.map(({ now }) => now())).toEqual(waiting.map(() => ({ error: expect.objectContaining({ code: 'config/disposed' }) })));
    expect(world.clock.pending).toBe(0);
  };

  it('ends a request that the wallet has not answered', async () => {
    const { session } = await world.connect();
    await ends(ask(session));
    expect(session.live).toBe(false);
  });

  it('ends a request that the relay has not taken yet', async () => {
    const { session } = await world.connect();
    const letGo = world.hold();
    const asked = ask(session);
    await settle();
    await ends(asked);
    await letGo();
  });

  it('ends a pairing while its URI is on display, while the proposal is on its way and while the relay is silent', async () => {
    world.relay.door = 'silent';
    await ends(world.pair());
    world = new ProtocolWorld();
    const letGo = world.hold();
    await ends(world.pair());
    await letGo();
    world = new ProtocolWorld();
    const shown = world.pair();
    expect(await world.shown()).toMatch(/^wc:/);
    await ends(shown);
  });

  it('ends the streams of sessions', async () => {
    const { session } = await world.connect();
    const events = record(session.events$);
    world.client.dispose();
    expect(events.end).toBe('complete');
  });

  it('lets nothing be asked after it', async () => {
    const { session } = await world.connect();
    world.client.dispose();
    await expect(ask(session)).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    await expect(world.pair()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(world.client.resume()).rejects.toMatchObject({ code: 'config/disposed' });
    expect(world.clock.pending).toBe(0);
  });

  it('takes up nothing that comes after it', async () => {
    const { topic } = await world.connect();
    world.client.dispose();
    world.relay.receive(topic, { id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} });
    await settle();
    expect([...world.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
  });
});

describe('a pairing that comes to nothing', () => {
  const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
    // The wallet never answers, and the URI cannot be replaced: the relay does not say why, or says it.
    'pairing/expired': async () => {
      world.hold();
      await world.clock.run(300_000);
    },
    'relay/publish-failed': async () => {
      world.relay.refusePublications(100);
      await world.clock.run(300_000);
    },
  };

  it.each(Object.keys(WAYS))('ends in another way for each reason: %s', async (code) => {
    const outcome = outcomeOf(world.pair());
    await settle();
    await WAYS[code]?.();
    await settle();
    expect(outcome.now()).toMatchObject({ error: { code } });
  });

  it('is over with the first answer of a wallet that answers twice', async () => {
    const outcome = outcomeOf(world.pair());
    const proposal = await world.wallet.pair(await world.shown());
    const { topic, request } = proposal;
    await world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
    await world.wallet.approve(proposal);
    expect(outcome.now()).toMatchObject({ error: { code: 'wallet/rejected' } });
    expect([world.relay.topics, [...world.records.persisted]]).toEqual([[], []]);
  });

  it('is one session where a wallet says yes and settles twice', async () => {
    const paired = outcomeOf(world.pair());
    const proposal = await world.wallet.pair(await world.shown());
    const topic = await world.wallet.agree(proposal);
    const yes = world.wallet.published.find(({ message }) => message.id === proposal.request.id);
    world.relay.receive(proposal.topic, {
      id: proposal.request.id,
      jsonrpc: '2.0',
      result: yes !== undefined && 'result' in yes.message ? yes.message.result : null,
    });
    await settle();
    await world.wallet.settle(topic);
    await world.wallet.settle(topic);
    expect(paired.now()).toMatchObject({ value: { topic, live: true } });
    const answers = world.wallet.answers.filter((answer) => answer.topic === topic);
    expect(answers.map(({ response }) => response)).toMatchObject([{ result: true }, { result: true }]);
    expect(world.relay.topics).toEqual([topic]);
  });
});

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
