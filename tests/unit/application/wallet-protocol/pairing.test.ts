import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { APP, outcomeOf, ProtocolWorld } from './support/protocol-world.js';

const MINUTE = 60_000;

describe('an app that pairs', () => {
  let world: ProtocolWorld;

  beforeEach(() => {
    world = new ProtocolWorld();
  });
  afterEach(() => world.end());

  describe('pairing', () => {
    it('opens nothing before it is asked to', async () => {
      await settle();
      expect(world.relay.openings).toBe(0);
    });

    it('proposes on a new pairing, with an expiry of five minutes and nothing required', async () => {
      const run = new AbortController();
      world.pair(run.signal).catch(() => undefined);
      const { request } = await world.wallet.pair(await world.shown());
      expect(request.params).toMatchObject({
        requiredNamespaces: {},
        relays: [{ protocol: 'irn' }],
        proposer: { metadata: APP },
        expiryTimestamp: Math.floor(world.clock.now() / 1_000) + 300,
      });
      expect(world.relay.published[0]?.delivery).toEqual({ tag: 1100, ttl: 300, prompt: true });
      run.abort();
    });

    it('gives the session that the wallet settles, tells the wallet so, and forgets the proposal and its keys', async () => {
      const { session, topic } = await world.connect();
      expect(session).toMatchObject({ topic, live: true, namespaces: ALLOWED, peer: { name: 'Test wallet' } });
      const settled = world.wallet.answers.at(-1)?.response;
      expect(settled).toMatchObject({ result: true });
      expect(world.relay.keys).toEqual([topic]);
      expect([...world.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
      expect(world.relay.topics).toEqual([topic]);
    });

    it('never stores a URI or a key beside the keys', async () => {
      world.pair().catch(() => undefined);
      const uri = await world.shown();
      const symKey = new URLSearchParams(uri.split('?')[1]).get('symKey') ?? '';
      expect(symKey).not.toBe('');
      expect(JSON.stringify([...world.records.persisted])).not.toContain(symKey);
    });

    it.each([
      [{ code: 5000, message: 'User rejected.' }, 'wallet/rejected'],
      [{ code: 5100, message: 'Unsupported chains.' }, 'wallet-protocol/unsupported-chains'],
      [{ code: 1, message: 'Broken' }, 'wallet/request-failed'],
    ])('ends with a typed error when the wallet answers %j', async (error, code) => {
      const outcome = outcomeOf(world.pair());
      const { topic, request } = await world.wallet.pair(await world.shown());
      await world.wallet.answer(topic, request.id, { error });
      expect(outcome.now()).toMatchObject({ error: { code } });
      expect(world.records.persisted.size).toBe(0);
      expect(world.relay.keys).toEqual([]);
    });

    it('ends with a typed error when the wallet’s answer holds no key', async () => {
      const outcome = outcomeOf(world.pair());
      const { topic, request } = await world.wallet.pair(await world.shown());
      await world.wallet.answer(topic, request.id, { result: { responderPublicKey: 'nonsense' } });
      expect(outcome.now()).toMatchObject({ error: { code: 'wallet/invalid-response' } });
    });

    it.each([
      ['allows nothing', { namespaces: {} }],
      ['is over already', { expiry: 1 }],
      ['has no controller', { controller: null }],
    ])('refuses a settlement that %s, and tells the wallet', async (_, settlement) => {
      const outcome = outcomeOf(world.pair());
      await world.wallet.approve(await world.wallet.pair(await world.shown()), settlement);
      expect(outcome.now()).toMatchObject({ error: { code: 'wallet/invalid-response' } });
      expect(world.wallet.answers.at(-1)?.response).toMatchObject({ error: { code: 1005, message: 'Invalid session settle request.' } });
      expect(world.relay.keys).toEqual([]);
    });

    it('sweeps away what pages left that were closed while they showed a URI, once that is over, and nothing of other tabs', async () => {
      for (let page = 0; page < 3; page += 1) {
        world.pair().catch(() => undefined);
        await settle();
        await world.reload(() => world.clock.run(2 * MINUTE));
      }
      const run = new AbortController();
      world.pair(run.signal).catch(() => undefined);
      await settle();
      // Two are younger than five minutes, and may be another tab's.
      expect([...world.records.persisted.keys()].filter((key) => key.includes('/proposal/'))).toHaveLength(3);
      expect(world.relay.keys).toHaveLength(6);
      run.abort();
    });

    it('renews the URI while it is on display, each time at least thirty seconds before it counts as expired', async () => {
      const run = new AbortController();
      world.pair(run.signal).catch(() => undefined);
      await settle();
      expect(world.uris).toHaveLength(1);
      await world.clock.run(15 * MINUTE);
      // 200 seconds each: four minutes, less ten seconds, less thirty.
      expect(world.uris).toHaveLength(1 + Math.floor((15 * 60) / 200));
      expect(new Set(world.uris).size).toBe(world.uris.length);
      run.abort();
      await world.clock.run(6 * MINUTE);
      expect(world.relay.topics).toEqual([]);
      expect(world.records.persisted.size).toBe(0);
    });

    it('takes an approval of the URI that was just replaced', async () => {
      const session = world.pair();
      const first = await world.wallet.pair(await world.shown());
      await world.clock.run(210_000);
      expect(world.uris).toHaveLength(2);
      const topic = await world.wallet.approve(first);
      expect((await session).topic).toBe(topic);
    });

    it('keeps the URI on display while the relay takes no new one, then renews it', async () => {
      const run = new AbortController();
      const outcome = outcomeOf(world.pair(run.signal));
      await settle();
      world.relay.refusePublications(2);
      await world.clock.run(205_000);
      expect(world.uris).toHaveLength(1);
      expect(outcome.now()).toBeNull();
      await world.clock.run(10_000);
      expect(world.uris).toHaveLength(2);
      run.abort();
      await settle();
    });

    it('ends with the relay’s error when the relay cannot be used', async () => {
      world.relay.door = 'unauthorized';
      await expect(world.pair()).rejects.toMatchObject({ code: 'relay/unauthorized' });
      world.relay.door = 'silent';
      const outcome = outcomeOf(world.pair());
      await world.clock.run(8_000);
      expect(outcome.now()).toMatchObject({ error: { code: 'relay/unreachable' } });
      world.relay.door = 'open';
      const run = new AbortController();
      world.pair(run.signal).catch(() => undefined);
      expect(await world.shown()).toMatch(/^wc:/);
      run.abort();
      await settle();
    });

    it('tells a wallet that approves after the person left that nobody waits, and keeps nothing', async () => {
      const run = new AbortController();
      const outcome = outcomeOf(world.pair(run.signal));
      const proposal = await world.wallet.pair(await world.shown());
      run.abort();
      await settle();
      expect(outcome.now()).toMatchObject({ error: { name: 'AbortError' } });
      await world.wallet.approve(proposal);
      expect(world.wallet.calls.at(-1)?.request).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000 } });
      expect(world.records.persisted.size).toBe(0);
      expect(world.relay.keys).toEqual([]);
    });

    it('is not told of a wallet that declines the URI that the user left before', async () => {
      const run = new AbortController();
      world.pair(run.signal).catch(() => undefined);
      const { topic, request } = await world.wallet.pair(await world.shown());
      run.abort();
      await settle();
      await world.clock.run(1_000);
      const next = outcomeOf(world.pair());
      const proposal = await world.wallet.pair(await world.shown());
      await world.wallet.answer(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
      expect(next.now()).toBeNull();
      await world.wallet.approve(proposal);
      expect(next.now()).toMatchObject({ value: { live: true } });
    });

    it('ends as it was when the person leaves while the line is being opened', async () => {
      world.relay.door = 'silent';
      const run = new AbortController();
      const outcome = outcomeOf(world.pair(run.signal));
      await settle();
      run.abort();
      await settle();
      expect(outcome.now()).toMatchObject({ error: { name: 'AbortError' } });
      expect(world.uris).toEqual([]);
      await world.clock.run(8_000);
    });
  });

  describe('pairing on a page that the system puts to sleep', () => {
    it('shows the URI again that is still valid, and a new one when it is not', async () => {
      const first = new AbortController();
      world.pair(first.signal, true).catch(() => undefined);
      await settle();
      first.abort();
      await settle();
      const second = new AbortController();
      world.pair(second.signal, true).catch(() => undefined);
      await settle();
      expect(world.uris).toHaveLength(2);
      expect(world.uris[1]).toBe(world.uris[0]);
      second.abort();
      await world.clock.run(231_000);
      const third = new AbortController();
      world.pair(third.signal, true).catch(() => undefined);
      await settle();
      expect(world.uris[2]).not.toBe(world.uris[0]);
      third.abort();
      await world.clock.run(6 * MINUTE);
    });

    it('goes on where a page that was closed stopped: the answer waits at the relay', async () => {
      world.pair(new AbortController().signal, true).catch(() => undefined);
      const proposal = await world.wallet.pair(await world.shown());
      await world.reload(() => world.wallet.approve(proposal));
      const session = await world.pair(new AbortController().signal, true);
      expect(session.live).toBe(true);
      expect(session.namespaces).toEqual(ALLOWED);
    });

    it.each([
      ['failed', 'meanwhile'],
      ['failed', 'later'],
      ['was left', 'meanwhile'],
      ['was left', 'later'],
    ] as const)('goes on where it stopped also after a first attempt %s, with a wallet that approves %s', async (how, when) => {
      world.pair(new AbortController().signal, true).catch(() => undefined);
      const proposal = await world.wallet.pair(await world.shown());
      await world.reload();
      const first = new AbortController();
      world.unheard = how === 'failed' ? new LatchkeyError('relay/unreachable', { relays: [] }) : 'lasts';
      const attempt = outcomeOf(world.pair(first.signal, true));
      await settle();
      if (how === 'was left') first.abort();
      await settle();
      expect(attempt.now()).toMatchObject({ error: how === 'failed' ? { code: 'relay/unreachable' } : { name: 'AbortError' } });
      world.unheard = null;
      const approved = when === 'meanwhile' ? await world.wallet.approve(proposal) : null;
      const session = world.pair(new AbortController().signal, true);
      await settle();
      const topic = approved ?? (await world.wallet.approve(proposal));
      expect(await session).toMatchObject({ topic, live: true });
      await settle();
      expect(world.wallet.calls.map(({ request }) => request.method)).not.toContain('wc_sessionDelete');
      expect(world.wallet.answers.at(-1)?.response).toMatchObject({ result: true });
      expect([...world.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
    });

    it('goes on where it stopped also after an attempt that could show no URI of its own', async () => {
      world.pair(new AbortController().signal, true).catch(() => undefined);
      const proposal = await world.wallet.pair(await world.shown());
      // Its URI is over, its proposal is not.
      await world.reload(() => world.clock.run(270_000));
      world.relay.refusePublications();
      await expect(world.pair(new AbortController().signal, true)).rejects.toMatchObject({ code: 'relay/publish-failed' });
      const session = world.pair(new AbortController().signal, true);
      await settle();
      const topic = await world.wallet.approve(proposal);
      expect(await session).toMatchObject({ topic, live: true });
    });

    it('forgets what a closed page left once it is over', async () => {
      world.pair(new AbortController().signal, true).catch(() => undefined);
      await settle();
      await world.reload(() => world.clock.run(6 * MINUTE));
      const run = new AbortController();
      world.pair(run.signal, true).catch(() => undefined);
      await settle();
      expect(world.uris).toHaveLength(2);
      expect(world.uris[1]).not.toBe(world.uris[0]);
      expect([...world.records.persisted.keys()]).toHaveLength(1);
      run.abort();
      await settle();
    });
  });

  it('ends what waits when the client is disposed of', async () => {
    const pairing = outcomeOf(world.pair());
    await settle();
    world.client.dispose();
    await settle();
    expect(pairing.now()).toMatchObject({ error: { code: 'config/disposed' } });
    await expect(world.pair()).rejects.toMatchObject({ code: 'config/disposed' });
  });
});
