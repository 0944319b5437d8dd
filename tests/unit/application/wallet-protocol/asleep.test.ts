import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const HOUR = 3_600_000;

describe('a device that sleeps while a URI is on display', () => {
  let world: ProtocolWorld;
  let run: AbortController;

  beforeEach(() => {
    world = new ProtocolWorld();
    run = new AbortController();
  });
  afterEach(async () => {
    run.abort();
    await settle();
    world.end();
  });

  it.each([
    ['whose timers count the time asleep', true],
    ['whose timers stand still', false],
  ])('finds the next one in its place when it wakes, and a wallet that takes it up is connected: one %s', async (_, isCounted) => {
    const pairing = outcomeOf(world.pair(run.signal));
    await settle();
    world.clock.suspend(HOUR, isCounted);
    await world.clock.run(6_000);
    expect(pairing.now()).toBeNull();
    expect(world.uris).toHaveLength(2);
    expect(world.displayed).toBe(world.uris[1]);
    const topic = await world.wallet.approve(await world.wallet.pair(world.uris[1] ?? ''));
    expect(pairing.now()).toMatchObject({ value: { topic, live: true } });
    // What is left of the first one goes.
    await world.clock.run(320_000);
    expect([world.relay.topics, world.relay.keys]).toEqual([[topic], [topic]]);
  });

  it('shows no URI that is over while the relay takes no other, then says why it takes none', async () => {
    const pairing = outcomeOf(world.pair(run.signal));
    await settle();
    world.clock.suspend(HOUR);
    const letGo = world.hold();
    await world.clock.run(1_000);
    expect([world.displayed, pairing.now()]).toEqual([null, null]);
    letGo();
    await settle();
    expect(world.displayed).toBe(world.uris[1]);
    world.clock.suspend(HOUR);
    world.relay.refusePublications();
    await world.clock.run(1_000);
    expect(pairing.now()).toMatchObject({ error: { code: 'relay/publish-failed' } });
  });

  it('ends as expired where the relay neither takes the next one nor says why', async () => {
    const pairing = outcomeOf(world.pair(run.signal));
    await settle();
    world.clock.suspend(HOUR);
    const letGo = world.hold();
    await world.clock.run(61_000);
    expect(pairing.now()).toMatchObject({ error: { code: 'pairing/expired' } });
    letGo();
    await settle();
  });

  it('hears what its wallet approved in time, although it wakes later', async () => {
    const pairing = outcomeOf(world.pair(run.signal));
    const proposal = await world.wallet.pair(await world.shown());
    await world.clock.run(100_000);
    world.relay.door = 'unreachable';
    world.relay.drop();
    const topic = await world.wallet.approve(proposal);
    world.clock.suspend(250_000);
    world.relay.door = 'open';
    await world.clock.run(3_000);
    expect(pairing.now()).toMatchObject({ value: { topic, live: true } });
    expect(world.wallet.answers.at(-1)?.response).toMatchObject({ result: true });
    expect(world.wallet.calls.map(({ request }) => request.method)).not.toContain('wc_sessionDelete');
  });

  it('renews in time where its clock is set back meanwhile', async () => {
    world.pair(run.signal).catch(() => undefined);
    await settle();
    await world.clock.run(100_000);
    world.clock.suspend(-HOUR, false);
    await world.clock.run(101_000);
    expect(world.uris).toHaveLength(2);
  });
});
