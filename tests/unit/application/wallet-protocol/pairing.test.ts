import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { ALLOWED } from './support/protocol-wallet.js';
import { APP, outcomeOf, ProtocolWorld } from './support/protocol-world.js';

let world: ProtocolWorld;
/** The attempt of the test, which is over in the end. */
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

const MINUTE = 60_000;

describe('an app that pairs', () => {
  describe('pairing', () => {
    it('opens nothing before it is asked to', async () => {
      await settle();
      expect(world.relay.openings).toBe(0);
    });

    it('proposes on a new pairing, with an expiry of five minutes and nothing required', async () => {
      world.pair(run.signal).catch(() => undefined);
      const { request } = await world.wallet.pair(await world.shown());
      expect(request.params).toMatchObject({
        requiredNamespaces: {},
        relays: [{ protocol: 'irn' }],
        proposer: { metadata: APP },
        expiryTimestamp: Math.floor(world.clock.now() / 1_000) + 300,
      });
      expect(world.relay.published[0]?.delivery).toEqual({ tag: 1100, ttl: 300, prompt: true });
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
      await world.begin();
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

    it('sweeps away what pages left that were closed while they showed a URI, once that is over, and nothing of other tabs', async () => {
      for (let page = 0; page < 3; page += 1) {
        await world.begin();
        await world.reload(() => world.clock.run(2 * MINUTE));
      }
      run = await world.begin();
      // Two are younger than five minutes, and may be another tab's.
      expect([...world.records.persisted.keys()].filter((key) => key.includes('/proposal/'))).toHaveLength(3);
      expect(world.relay.keys).toHaveLength(6);
    });

    it('renews the URI while it is on display, each time at least thirty seconds before it counts as expired', async () => {
      run = await world.begin();
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
      const outcome = outcomeOf(world.pair(run.signal));
      await settle();
      world.relay.refusePublications(2);
      await world.clock.run(205_000);
      expect(world.uris).toHaveLength(1);
      expect(outcome.now()).toBeNull();
      await world.clock.run(10_000);
      expect(world.uris).toHaveLength(2);
    });

    it('ends with the relay’s error when the relay cannot be used', async () => {
      world.relay.door = 'unauthorized';
      await expect(world.pair()).rejects.toMatchObject({ code: 'relay/unauthorized' });
      world.relay.door = 'silent';
      const outcome = outcomeOf(world.pair());
      await world.clock.run(8_000);
      expect(outcome.now()).toMatchObject({ error: { code: 'relay/unreachable' } });
      world.relay.door = 'open';
      world.pair(run.signal).catch(() => undefined);
      expect(await world.shown()).toMatch(/^wc:/);
    });

    it('tells a wallet that approves after the person left that nobody waits, and keeps nothing', async () => {
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
      const first = await world.begin(true);
      first.abort();
      await settle();
      const second = await world.begin(true);
      expect(world.uris).toHaveLength(2);
      expect(world.uris[1]).toBe(world.uris[0]);
      second.abort();
      await world.clock.run(231_000);
      const third = await world.begin(true);
      expect(world.uris[2]).not.toBe(world.uris[0]);
      third.abort();
      await world.clock.run(6 * MINUTE);
    });

    it('goes on where a page that was closed stopped: the answer waits at the relay', async () => {
      await world.begin(true);
      const proposal = await world.wallet.pair(await world.shown());
      await world.reload(() => world.wallet.approve(proposal));
      const session = await world.pair(undefined, true);
      expect(session.live).toBe(true);
      expect(session.namespaces).toEqual(ALLOWED);
    });

    it.each([
      ['failed', 'meanwhile'],
      ['failed', 'later'],
      ['was left', 'meanwhile'],
      ['was left', 'later'],
    ] as const)('goes on where it stopped also after a first attempt %s, with a wallet that approves %s', async (how, when) => {
      await world.begin(true);
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
      const session = world.pair(undefined, true);
      await settle();
      const topic = approved ?? (await world.wallet.approve(proposal));
      expect(await session).toMatchObject({ topic, live: true });
      await settle();
      expect(world.wallet.calls.map(({ request }) => request.method)).not.toContain('wc_sessionDelete');
      expect(world.wallet.answers.at(-1)?.response).toMatchObject({ result: true });
      expect([...world.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
    });

    it('goes on where it stopped also after an attempt that could show no URI of its own', async () => {
      await world.begin(true);
      const proposal = await world.wallet.pair(await world.shown());
      // Its URI is over, its proposal is not.
      await world.reload(() => world.clock.run(270_000));
      world.relay.refusePublications();
      await expect(world.pair(undefined, true)).rejects.toMatchObject({ code: 'relay/publish-failed' });
      const session = world.pair(undefined, true);
      await settle();
      const topic = await world.wallet.approve(proposal);
      expect(await session).toMatchObject({ topic, live: true });
    });

    it('forgets what a closed page left once it is over', async () => {
      await world.begin(true);
      await world.reload(() => world.clock.run(6 * MINUTE));
      run = await world.begin(true);
      expect(world.uris).toHaveLength(2);
      expect(world.uris[1]).not.toBe(world.uris[0]);
      expect([...world.records.persisted.keys()]).toHaveLength(1);
    });
  });
});

const HOUR = 3_600_000;

describe('a device that sleeps while a URI is on display', () => {
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
    await letGo();
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
    await letGo();
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

describe('a page that was closed while it showed a code', () => {
  /** A code that a wallet has scanned, and a page that is gone. */
  const closed = async () => {
    await world.begin();
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
    const other = world.otherTab();
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
    const other = world.otherTab();
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
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MEGABYTE = 'x'.repeat(1_000_000);
const withAccounts = (accounts: readonly unknown[]) => ({ namespaces: { eip155: { ...ALLOWED.eip155, accounts } } });
const { signal } = new AbortController();

describe('a wallet that an app pairs with, and that means it ill or is broken', () => {
  const unhandled = unhandledRejections();
  afterEach(() => unhandled.expectNone());

  const settled = async (settlement: Readonly<Record<string, unknown>>) => {
    const outcome = outcomeOf(world.pair());
    await world.wallet.approve(await world.wallet.pair(await world.shown()), settlement);
    return outcome.now();
  };

  it.each([
    ['no namespace', { namespaces: {} }],
    ['a session that has expired', { expiry: 1 }],
    ['a session without a controller', { controller: null }],
    ['ten thousand accounts', withAccounts(Array.from({ length: 10_000 }, (_, n) => `eip155:${n}:${ADDRESS}`))],
    ['ten thousand namespaces', { namespaces: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`n${n}`, ALLOWED.eip155])) }],
    ['an account of two parts', withAccounts([`eip155:${ADDRESS}`])],
    ['an account of four parts', withAccounts([`eip155:1:${ADDRESS}:1`])],
    ['accounts that are no texts', withAccounts([1, null, {}])],
    ['a list for a table', { namespaces: [ALLOWED.eip155] }],
  ])('is refused, in a typed way, where it settles %s', async (_, settlement) => {
    expect(await settled(settlement)).toMatchObject({ error: { code: 'wallet/invalid-response' } });
    expect(world.wallet.answers.at(-1)?.response).toMatchObject({ error: { code: 1005, message: 'Invalid session settle request.' } });
    expect([world.relay.keys, world.relay.topics, world.records.persisted.size]).toEqual([[], [], 0]);
  });

  it('is taken for what it allows where that was not asked for', async () => {
    const namespaces = {
      cosmos: { ...ALLOWED.eip155, accounts: ['cosmos:hub:a'] },
      eip155: { ...ALLOWED.eip155, accounts: [`eip155:999:${ADDRESS}`] },
    };
    expect(await settled({ namespaces })).toMatchObject({
      value: { live: true, namespaces: { eip155: { accounts: [`eip155:999:${ADDRESS}`] } } },
    });
  });

  it('says a megabyte of itself, of which little is kept', async () => {
    const metadata = {
      name: MEGABYTE,
      description: MEGABYTE,
      url: MEGABYTE,
      icons: [MEGABYTE, 'https://wallet.example/i.png'],
      redirect: { native: MEGABYTE },
    };
    const own = { eip155: ALLOWED.eip155 };
    const outcome = outcomeOf(world.pair());
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    await world.wallet.settle(topic, { namespaces: own, controller: { publicKey: 'a'.repeat(64), metadata } });
    const ended = outcome.now();
    expect(ended !== null && 'value' in ended && ended.value.peer.icons).toEqual(['https://wallet.example/i.png']);
    expect(JSON.stringify([...world.records.persisted]).length).toBeLessThan(20_000);
  });

  it('changes the session before it was told that it has one: the last word counts', async () => {
    const letGo = world.hold();
    const outcome = outcomeOf(world.pair());
    await letGo();
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    const answers = world.hold(({ topic: to }) => to === topic);
    await world.wallet.settle(topic);
    const accounts = [`eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`];
    await world.wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: { ...ALLOWED.eip155, accounts } } });
    expect(outcome.now()).toMatchObject({ value: { namespaces: { eip155: { accounts } } } });
    await answers();
    expect(world.wallet.answers.map(({ response }) => response)).toMatchObject([{ result: true }, { result: true }]);
  });

  it('ends the session before it was told that it has one', async () => {
    const outcome = outcomeOf(world.pair());
    const topic = await world.wallet.agree(await world.wallet.pair(await world.shown()));
    const answers = world.hold(({ topic: to }) => to === topic);
    await world.wallet.settle(topic);
    await world.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'Bye' });
    await answers();
    expect(outcome.now()).toMatchObject({ value: { topic, live: false } });
    expect([world.relay.keys, world.records.persisted.size]).toEqual([[], 0]);
  });

  it.each(['proposal', 'session'])('is connected also where nothing of the %s can be stored', async (what) => {
    const { set } = world.records;
    const failing = (key: string, value: unknown): Promise<void> =>
      key.includes(`/${what}/`) ? Promise.reject(new Error('The disk is full')) : set(key, value);
    Object.assign(world.records, { set: failing });
    const { session, topic } = await world.connect();
    expect(session.live).toBe(true);
    expect(world.wallet.answers.at(-1)?.response).toMatchObject({ result: true });
    const asked = session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal);
    await settle();
    await world.wallet.answer(topic, world.wallet.calls.at(-1)?.request.id ?? 0, { result: '0x' });
    expect(await asked).toBe('0x');
  });
});
