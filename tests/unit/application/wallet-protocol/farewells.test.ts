import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../application/ports/random.fake.js';
import { ProtocolClient } from '../../../../application/wallet-protocol/protocol-client.js';
import { outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const { signal } = new AbortController();
const MINUTE = 60_000;
const WEEK = 604_800_000;

describe('a session that the app ends while the relay cannot be reached', () => {
  let world: ProtocolWorld;

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => world.end());

  const unreachable = (): void => {
    world.relay.door = 'unreachable';
    world.relay.drop();
  };
  /** How often the wallet was told. */
  const told = (): number => world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length;
  const left = () => [[...world.records.persisted.keys()], world.relay.keys];

  it('is over here at once, and for the wallet once it can be told', async () => {
    const { session } = await world.connect();
    unreachable();
    const ended = outcomeOf(session.disconnect(signal));
    await settle();
    expect([session.live, await world.client.resume(), ended.now()]).toEqual([false, null, { value: undefined }]);
    await world.clock.run(MINUTE);
    expect(told()).toBe(0);
    world.relay.door = 'open';
    await world.clock.run(6_000);
    expect([told(), left(), world.relay.topics]).toEqual([1, [[], []], []]);
  });

  it('is ended for the wallet by the next page that opens a line, which does not take it up', async () => {
    const { session } = await world.connect();
    unreachable();
    await session.disconnect(signal).catch(() => undefined);
    await world.reload();
    world.relay.door = 'open';
    expect(await world.client.resume()).toBeNull();
    await settle();
    expect([told(), left()]).toEqual([1, [[], []]]);
  });

  it('is ended for the wallet also where the page was closed at once, before anything was sent', async () => {
    const { session } = await world.connect();
    const letGo = world.hold();
    const ended = outcomeOf(session.disconnect(signal));
    await settle();
    await world.reload();
    letGo();
    await settle();
    expect(ended.now()).toMatchObject({ error: { code: 'config/disposed' } });
    const pairing = new AbortController();
    world.pair(pairing.signal).catch(() => undefined);
    await settle();
    expect(told()).toBe(1);
    pairing.abort();
    await settle();
    expect(left()).toEqual([[expect.stringContaining('/proposal/')], expect.any(Array)]);
    await world.clock.run(6 * MINUTE);
    expect(left()).toEqual([[], []]);
  });

  it('is told to the wallet also where who ended it does not wait any longer', async () => {
    const { session } = await world.connect();
    const letGo = world.hold();
    const waiting = new AbortController();
    session.disconnect(waiting.signal).catch(() => undefined);
    await settle();
    waiting.abort();
    letGo();
    await settle();
    expect([told(), left()]).toEqual([1, [[], []]]);
  });

  it('leaves the line alone after five minutes, and is left to the next page', async () => {
    const { session } = await world.connect();
    unreachable();
    session.disconnect(signal).catch(() => undefined);
    await world.clock.run(6 * MINUTE);
    expect([world.relay.topics, world.clock.pending]).toEqual([[], 0]);
    const { openings } = world.relay;
    await world.clock.run(60 * MINUTE);
    expect(world.relay.openings).toBe(openings);
    await world.reload();
    await world.client.resume();
    await settle();
    expect([told(), left()]).toEqual([1, [[], []]]);
  });

  it('is forgotten where nobody could be told until it would have ended by itself', async () => {
    const { session } = await world.connect();
    unreachable();
    await session.disconnect(signal).catch(() => undefined);
    await world.reload(() => world.clock.run(WEEK));
    world.relay.door = 'unreachable';
    expect(await world.client.resume()).toBeNull();
    await world.clock.run(MINUTE);
    expect([told(), left()]).toEqual([0, [[], []]]);
  });

  it('is over in another tab, which tells the wallet where the first one is closed', async () => {
    const { session, topic } = await world.connect();
    const { clock, logger } = world;
    const relay = world.relay.otherTab();
    const records = world.records.otherTab();
    const other = new ProtocolClient({ relay, records, clock, random: new FakeRandom([0.4]), logger });
    const own = await other.resume(topic);
    expect(own?.live).toBe(true);
    for (const each of [world.relay, relay]) {
      each.door = 'unreachable';
      each.drop();
    }
    await session.disconnect(signal).catch(() => undefined);
    world.client.dispose();
    expect([await other.resume(topic), await other.resume(), own?.live]).toEqual([null, null, false]);
    relay.door = 'open';
    await world.clock.run(6_000);
    expect([told(), left()]).toEqual([1, [[], []]]);
    other.dispose();
  });
});
