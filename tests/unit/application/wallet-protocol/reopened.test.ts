import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { FakeRandom } from '../../../../application/ports/random.fake.js';
import { ProtocolClient } from '../../../../application/wallet-protocol/protocol-client.js';
import { APP, outcomeOf, ProtocolWorld } from './support/protocol-world.js';

describe('a page that was closed while it showed a code', () => {
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

  /** A code that a wallet has scanned, and a page that is gone. */
  const closed = async () => {
    world.pair().catch(() => undefined);
    const proposal = await world.wallet.pair(await world.shown());
    // Ids have the time in them.
    await world.clock.run(1_000);
    return proposal;
  };
  const told = (): number => world.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length;

  it.each(['before', 'after'])('is connected by a wallet that approves %s the next page asks for a code of its own', async (when) => {
    const proposal = await closed();
    let topic = '';
    await world.reload(async () => {
      if (when === 'before') topic = await world.wallet.approve(proposal);
    });
    const pairing = outcomeOf(world.pair(run.signal));
    await settle();
    if (when === 'after') {
      expect(world.uris).toHaveLength(2);
      topic = await world.wallet.approve(proposal);
    }
    expect(pairing.now()).toMatchObject({ value: { topic, live: true } });
    await settle();
    expect([told(), world.wallet.answers.at(-1)?.response]).toMatchObject([0, { result: true }]);
    expect(world.relay.topics).toContain(topic);
  });

  it('says nothing to the next one of a wallet that declines what the first one asked', async () => {
    const { topic, request } = await closed();
    await world.reload();
    const pairing = outcomeOf(world.pair(run.signal));
    await settle();
    await world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'No' } });
    expect(pairing.now()).toBeNull();
    await world.wallet.approve(await world.wallet.pair(await world.shown()));
    expect(pairing.now()).toMatchObject({ value: { live: true } });
  });

  it('leaves other tabs what they have asked for: each has the wallet that took up its own code', async () => {
    const own = outcomeOf(world.pair(run.signal));
    const first = await world.wallet.pair(await world.shown());
    const { clock, logger } = world;
    const random = new FakeRandom([0.7]);
    const other = new ProtocolClient({ relay: world.relay.otherTab(), records: world.records.otherTab(), clock, random, logger });
    const uris: string[] = [];
    const show = (shown: { readonly uri: string } | null): unknown => uris.push(shown?.uri ?? '');
    const theirs = outcomeOf(other.pair({ optionalNamespaces: {}, metadata: APP, reuse: false, show }, new AbortController().signal));
    await settle();
    const secondTopic = await world.wallet.approve(await world.wallet.pair(uris.at(-1) ?? ''));
    expect([theirs.now(), own.now()]).toMatchObject([{ value: { topic: secondTopic } }, null]);
    const firstTopic = await world.wallet.approve(first);
    expect(own.now()).toMatchObject({ value: { topic: firstTopic, live: true } });
    await world.clock.run(400_000);
    expect(told()).toBe(0);
    other.dispose();
  });

  it('is connected in both tabs where another one hears the same wallet', async () => {
    const own = outcomeOf(world.pair(run.signal));
    const first = await world.wallet.pair(await world.shown());
    const { clock, logger } = world;
    const random = new FakeRandom([0.7]);
    const other = new ProtocolClient({ relay: world.relay.otherTab(), records: world.records.otherTab(), clock, random, logger });
    const request = { optionalNamespaces: {}, metadata: APP, reuse: false, show: () => undefined };
    const theirs = outcomeOf(other.pair(request, new AbortController().signal));
    await settle();
    const topic = await world.wallet.approve(first);
    for (const each of [own, theirs]) expect(each.now()).toMatchObject({ value: { topic, live: true } });
    await world.clock.run(400_000);
    expect([told(), world.relay.keys]).toEqual([0, [topic]]);
    other.dispose();
  });
});
